import CEL
import Testing

struct FreeIdentifierTests {
    @Test(
        arguments: [
            ("1 + 2", []),
            ("a", ["a"]),
            ("a + a", ["a"]),
            ("b + a + b", ["b", "a"]),
            ("local.hour >= 22 || local.hour < 2", ["local.hour"]),
            ("a.b.c", ["a.b.c"]),
            (".a.b", ["a.b"]),
            ("a.b + .a.b", ["a.b"]),
            ("a[b].c", ["a", "b"]),
            ("f(a, g(b))", ["a", "b"]),
            ("a.f(b)", ["a", "b"]),
            ("a.b.f()", ["a.b"]),
            ("has(a.b.c)", ["a.b"]),
            ("[a, b][c]", ["a", "b", "c"]),
            ("{a: b}", ["a", "b"]),
            ("a ? b : c", ["a", "b", "c"]),
            ("list.all(x, x > y)", ["list", "y"]),
            ("list.all(x, x.y > 1)", ["list"]),
            ("x.all(x, x)", ["x"]),
            ("list.map(x, x > a, x + b)", ["list", "a", "b"]),
            ("a.map(x, b.map(y, x + y + z))", ["a", "b", "z"]),
            ("a.map(x, x) + [x]", ["a", "x"]),
            ("a.map(x, .x)", ["a", "x"]),
            ("late && unblocks.last_hour > 3", ["late", "unblocks.last_hour"]),
            ("type(a) == int", ["a", "int"]),
            ("true && false && null == null", []),
            ("'a' + \"b\"", []),
            ("!a && -b > 0", ["a", "b"]),
            ("a in b", ["a", "b"]),
        ] as [(String, [String])])
    func names(source: String, names: [String]) throws {
        let parsed = try Env().parse(source).get()
        #expect(parsed.freeIdentifiers.map(\.name) == names)
        #expect(parsed.source == source)
        let bytes = Array(source.utf8)
        for identifier in parsed.freeIdentifiers {
            let text = String(decoding: bytes[identifier.offset], as: UTF8.self)
            #expect(text == identifier.name || text == "." + identifier.name)
        }
    }

    @Test func parsingReportsTheSyntaxAlone() throws {
        #expect(throws: Never.self) { try Env().parse("nope + 'a' - 1").get() }
        guard case .failure(let issues) = Env().parse("1 +") else {
            Issue.record("'1 +' was parsed")
            return
        }
        #expect(issues.map(\.message) == ["expected an expression, found the end"])
        guard case .failure(let tooLong) = Env(maxSize: 3).parse("1234") else {
            Issue.record("a source over the limit was parsed")
            return
        }
        #expect(tooLong.count == 1)
    }

    /// A caller's use of named expressions: sort them by dependencies and find cycles.
    @Test func namedExpressionsCanBeOrdered() throws {
        let sources = ["c": "b && a", "a": "n > 1", "b": "a || n > 5", "d": "n == 0"]
        var env = Env(variables: [Variable(name: "n", type: .int)])
        var waiting = sources
        var order: [String] = []
        while !waiting.isEmpty {
            let ready = try waiting.filter { entry in
                try env.parse(entry.value).get().freeIdentifiers.allSatisfy {
                    waiting[$0.name] == nil
                }
            }
            try #require(!ready.isEmpty)
            for (name, source) in ready.sorted(by: { $0.key < $1.key }) {
                env.define(name, as: try env.compile(source, expecting: .bool).get())
                waiting[name] = nil
                order.append(name)
            }
        }
        #expect(order == ["a", "d", "b", "c"])
        #expect(evaluate("c && !d", in: env, ["n": .int(2)]) == .yes)
        #expect(evaluate("c", in: env, ["n": .int(1)]) == .no)
    }
}
