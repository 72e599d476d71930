import CEL
import Testing

/// The types that the checker finds, by their text.
struct TypeTests {
    static let env = Env(
        variables: [
            Variable(name: "i", type: .int), Variable(name: "u", type: .uint),
            Variable(name: "d", type: .double), Variable(name: "s", type: .string),
            Variable(name: "b", type: .bool), Variable(name: "y", type: .bytes),
            Variable(name: "t", type: .timestamp), Variable(name: "w", type: .duration),
            Variable(name: "x", type: .dyn), Variable(name: "n", type: .null),
            Variable(name: "li", type: .list(.int)), Variable(name: "ld", type: .list(.dyn)),
            Variable(name: "m", type: .map(.string, .int)),
            Variable(name: "mm", type: .map(.string, .map(.string, .double))),
        ],
        functions: [
            Function(
                name: "first",
                overloads: [
                    Overload([.list(.parameter("A"))], .parameter("A"))
                ]),
            Function(
                name: "pair",
                overloads: [
                    Overload(
                        [.parameter("A"), .parameter("B")],
                        .opaque("pair", [.parameter("A"), .parameter("B")]))
                ]),
            Function(
                name: "same",
                overloads: [
                    Overload([.parameter("A"), .parameter("A")], .parameter("A"))
                ]),
        ])

    static func type(_ source: String) throws -> String {
        try env.compile(source).get().type.description
    }

    @Test(arguments: [
        ("1", "int"),
        ("1u", "uint"),
        ("1.0", "double"),
        ("'a'", "string"),
        ("b'a'", "bytes"),
        ("true", "bool"),
        ("null", "null_type"),
        ("i + 1", "int"),
        ("u * 2u", "uint"),
        ("d / 2.0", "double"),
        ("s + 'a'", "string"),
        ("y + b'a'", "bytes"),
        ("i < 2", "bool"),
        ("i < 2.5", "bool"),
        ("u >= 2", "bool"),
        ("-i", "int"),
        ("-d", "double"),
        ("!b", "bool"),
        ("i == 2", "bool"),
        ("t - t", "duration"),
        ("t + w", "timestamp"),
        ("w + t", "timestamp"),
        ("w - w", "duration"),
        ("t.getHours()", "int"),
        ("w.getMinutes()", "int"),
        ("size(s)", "int"),
        ("s.size()", "int"),
        ("size(li)", "int"),
        ("size(m)", "int"),
        ("s.contains('a')", "bool"),
        ("s.matches('a')", "bool"),
        ("matches(s, 'a')", "bool"),
        ("int('1')", "int"),
        ("string(1)", "string"),
        ("timestamp('2026-01-01T00:00:00Z')", "timestamp"),
        ("duration('1s')", "duration"),
        ("dyn(1)", "dyn"),
        ("type(1)", "type(int)"),
        ("int", "type(int)"),
        ("type(int)", "type(type(int))"),
        ("list", "type(list(dyn))"),
        ("b ? 1 : 2", "int"),
        ("b ? x : 2", "dyn"),
        ("b ? 2 : x", "dyn"),
    ])
    func scalars(source: String, type: String) throws {
        #expect(try Self.type(source) == type)
    }

    @Test(arguments: [
        ("[]", "list(dyn)"),
        ("[1]", "list(int)"),
        ("[1, 2]", "list(int)"),
        ("[1, 'a']", "list(dyn)"),
        ("[1, x]", "list(dyn)"),
        ("[x, 1]", "list(dyn)"),
        ("[1, null]", "list(dyn)"),
        ("[[]]", "list(list(dyn))"),
        ("[[], [1]]", "list(list(int))"),
        ("[[1], []]", "list(list(int))"),
        ("[[1], ['a']]", "list(dyn)"),
        ("[[x], [1]]", "list(list(dyn))"),
        ("{}", "map(dyn, dyn)"),
        ("{'a': 1}", "map(string, int)"),
        ("{'a': 1, 'b': 2u}", "map(string, dyn)"),
        ("{1: 'a', 'b': 'c'}", "map(dyn, string)"),
        ("{'a': {}}", "map(string, map(dyn, dyn))"),
        ("[{}, {'a': 1}]", "list(map(string, int))"),
        ("li + [1]", "list(int)"),
        ("[] + li", "list(int)"),
        ("li + []", "list(int)"),
        ("ld + [1]", "list(dyn)"),
        ("li[0]", "int"),
        ("ld[0]", "dyn"),
        ("m['a']", "int"),
        ("m.a", "int"),
        ("mm.a.b", "double"),
        ("mm['a']['b']", "double"),
        ("mm.a", "map(string, double)"),
        ("x.a.b[0]", "dyn"),
        ("has(m.a)", "bool"),
        ("1 in li", "bool"),
        ("'a' in m", "bool"),
        ("x in li", "bool"),
        ("1 in x", "bool"),
        ("[][0]", "dyn"),
        ("{}.a", "dyn"),
    ])
    func collections(source: String, type: String) throws {
        #expect(try Self.type(source) == type)
    }

    @Test(arguments: [
        ("li.all(e, e > 0)", "bool"),
        ("li.exists(e, e > 0)", "bool"),
        ("li.exists_one(e, e > 0)", "bool"),
        ("li.filter(e, e > 0)", "list(int)"),
        ("li.map(e, e * 2)", "list(int)"),
        ("li.map(e, string(e))", "list(string)"),
        ("li.map(e, e > 1, string(e))", "list(string)"),
        ("m.map(k, k)", "list(string)"),
        ("m.filter(k, true)", "list(string)"),
        ("m.map(k, m[k])", "list(int)"),
        ("ld.map(e, e)", "list(dyn)"),
        ("x.map(e, e)", "list(dyn)"),
        ("[].map(e, e)", "list(dyn)"),
        ("li.map(e, [e])", "list(list(int))"),
        ("li.map(e, li.map(f, e < f))", "list(list(bool))"),
    ])
    func macros(source: String, type: String) throws {
        #expect(try Self.type(source) == type)
    }

    @Test(arguments: [
        ("first(li)", "int"),
        ("first(['a'])", "string"),
        ("first([])", "dyn"),
        ("first(x)", "dyn"),
        ("first([[1]])", "list(int)"),
        ("pair(1, 'a')", "pair(int, string)"),
        ("pair(pair(1, 2u), x)", "pair(pair(int, uint), dyn)"),
        ("same(1, 2)", "int"),
        ("same(1, x)", "dyn"),
        ("same(x, 1)", "dyn"),
        ("same([], [1])", "list(int)"),
        ("first(li) + first([1])", "int"),
        ("pair(1, 2) == pair(dyn(1), 2)", "bool"),
    ])
    func parameters(source: String, type: String) throws {
        #expect(try Self.type(source) == type)
    }

    @Test(arguments: [
        ("same(1, 'a')", "same(int, string) is not defined"),
        ("first(1)", "first(int) is not defined"),
        ("first(li) + 'a'", "'+' is not defined for int and string"),
        (
            "pair(1, 'a') == pair('a', 1)",
            "'==' is not defined for pair(int, string) and pair(string, int)"
        ),
        ("pair(1)", "pair(int) is not defined"),
        ("1.first()", "int.first() is not defined"),
    ])
    func parameterMismatches(source: String, message: String) throws {
        #expect(try #require(Self.env.issues(source)).map(\.message) == [message])
    }

    @Test func expectedTypes() throws {
        #expect(Self.env.issues("i > 1", expecting: .bool) == nil)
        #expect(Self.env.issues("x", expecting: .bool) == nil)
        #expect(Self.env.issues("[]", expecting: .list(.string)) == nil)
        let issues = try #require(Self.env.issues("i + 1", expecting: .bool))
        #expect(issues.map(\.message) == ["the expression must be bool, found int"])
        #expect(issues.first?.offset == 0..<5)
        #expect(
            try #require(Self.env.issues("nope + 1", expecting: .bool)).map(\.message)
                == ["undeclared reference to 'nope'", "the expression must be bool, found int"])
    }

    @Test func typesDescribeThemselves() {
        let types: [(CELType, String)] = [
            (.timestamp, "timestamp"),
            (.duration, "duration"),
            (.null, "null_type"),
            (.type(.dyn), "type"),
            (.type(.int), "type(int)"),
            (
                .list(.map(.string, .dyn)),
                "list(map(string, dyn))"
            ), (.opaque("set", [.int]), "set(int)"),
            (.opaque("nothing", []), "nothing"),
            (.parameter("T"), "T"),
            (.error, "*error*"),
        ]
        for (type, text) in types { #expect(type.description == text) }
    }
}
