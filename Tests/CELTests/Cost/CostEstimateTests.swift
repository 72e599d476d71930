import CEL
import Testing

/// Estimates, by the rules for each operation.
struct CostEstimateTests {
    static let variables = [
        Variable(name: "s", type: .string, size: .text(160)),
        Variable(name: "t", type: .string, size: .text(320)),
        Variable(name: "b", type: .bytes, size: .text(32)),
        Variable(name: "list", type: .list(.int), size: .collection(10)),
        Variable(name: "texts", type: .list(.string), size: .collection(10, of: .text(32))),
        Variable(name: "map", type: .map(.string, .int), size: .collection(5, of: .text(16))),
        Variable(name: "any", type: .dyn), Variable(name: "free", type: .string),
        Variable(name: "n", type: .int), Variable(name: "d", type: .double),
        Variable(name: "now", type: .timestamp), Variable(name: "p", type: .bool),
    ]
    static let env = Env(
        variables: variables, libraries: [.strings, .twoVariableComprehensions])

    @Test(arguments: [
        ("n", 1), ("n + 1", 3), ("n + 1 > 2", 5), ("-n", 2), ("!p", 2), ("p && p && p", 4),
        ("p ? n : n + 1", 5), ("now > timestamp(0)", 4), ("now.getHours()", 2), ("int(d) + n", 4),
        ("[n, n]", 3), ("[n][0]", 4), ("type(n)", 2), ("dyn(s)", 2),
        // A text of 160 bytes weighs 11, one of 320 bytes 21.
        ("s == t", 2 + 11), ("s < t", 2 + 11), ("s == 'x'", 2 + 1), ("s + t", 2 + 31),
        ("size(s)", 1 + 11), ("s.contains('x')", 2 + 1 + 10), ("string(s)", 1 + 11),
        ("s.startsWith(t)", 2 + 1 + 10 + 20), ("bytes(s)", 1 + 11), ("size(b) > 1", 3 + 3),
        ("list.size()", 2), ("n in list", 2 + 1 + 10), ("s in texts", 2 + 1 + 10 * 3),
        ("'x' in map", 2 + 1), ("map['a']", 2 + 1), ("map.a", 2), ("has(map.a)", 2),
        ("texts[0] == s", 3 + 1 + 1 + 3 - 1), ("list + list", 2 + 21), ("list == list", 2 + 11),
        ("{s: n}", 3 + 11),
        ("list.all(x, x > 0)", 1 + 1 + 10 * 4), ("list.map(x, x)", 1 + 1 + 10 * 2),
        ("list.map(x, p, x)", 1 + 1 + 10 * 3), ("map.exists(k, k == 'a')", 1 + 1 + 5 * 4),
        ("texts.exists(x, x == s)", 1 + 1 + 10 * (1 + 2 + 3)),
        ("list.all(x, list.all(y, x == y))", 2 + 10 * (1 + 2 + 10 * 4)),
        ("list.all(i, v, i < v)", 2 + 10 * 4),
        ("map.transformMap(k, v, v)", 2 + 5 * (1 + 1 + 2)),
        ("map.transformMapEntry(k, v, {'a': v})", 2 + 5 * (1 + 4 + 2)),
        ("s.matches('a+b')", 2 + 3 + 161 * 7),
    ])
    func steps(source: String, steps: Int) throws {
        #expect(try Self.env.compile(source).get().cost == steps)
    }

    /// The size of a part's result bounds the operations on it.
    @Test(arguments: [
        ("list.filter(x, x > 0).all(x, true)", "list.all(x, true)"),
        ("list.map(x, s).all(x, x == t)", "texts.all(x, x == t)"),
        ("(p ? s : t) == t", "s == t"), ("[s, t].all(x, x == t)", "[s, s].all(x, x == t)"),
        ("texts.map(x, x + s)[0] == t", "texts[0] == t"), ("[[s]][0][0] == t", "s == t"),
        ("s.replace('a', 'bb') == t", "s == t"), ("s.split('a').all(x, x == s)", "s == s"),
        ("'%s'.format([s]) == t", "s == t"), ("texts.join('-') == t", "texts[0] == t"),
        ("string(n) == s", "n == n"), ("map.map(k, k)[0] == s", "'x' == s"),
    ])
    func costsMoreThan(source: String, other: String) throws {
        let cost = try Self.env.compile(source).get().cost
        #expect(try cost > Self.env.compile(other).get().cost)
        #expect(cost < 1_000_000)
    }

    @Test(arguments: [
        "free.contains('x')", "free == free", "free + 'x'", "any == any", "any.all(x, true)",
        "any.a.b.exists(x, x == 1)", "size(free)", "free.matches('a')", "n in any", "any + any",
        "dyn(any)[0] == any", "free in ['a', free]", "'%s'.format([any])", "int(free)",
        "[any].map(x, x.all(y, true))", "free.matches(s)",
    ])
    func withoutBound(source: String) throws {
        #expect(try Self.env.compile(source).get().cost == .max)
        let limited = Env(
            variables: Self.variables, libraries: [.strings], maxCost: 1_000_000_000)
        let issues = try #require(limited.issues(source))
        #expect(issues.count == 1)
        #expect(
            issues[0].message
                == "the expression may take an unlimited number of steps; the limit is 1000000000")
    }

    /// A literal ends a comparison, however long the other text is.
    @Test(arguments: [
        "free == 'x'", "free in ['a', 'b']", "any == 1", "any[0] == 'x'", "free != ''",
        "any.a.b == 'c'", "type(any) == int", "dyn(any) == 'x'",
    ])
    func boundedByALiteral(source: String) throws {
        #expect(try Self.env.compile(source).get().cost < 20)
    }

    /// The issue stands at the part that is too costly, not at the whole.
    @Test func theIssueIsAtTheCostlyPart() throws {
        let env = Env(variables: Self.variables, maxCost: 60)
        let source = "p && list.all(x, list.all(y, x == y)) || p"
        let issues = try #require(env.issues(source))
        #expect(issues.map(\.offset) == [5..<37])
        #expect(issues.map(\.message) == ["the expression may take 432 steps; the limit is 60"])
        // Where all parts are within the limit it stands at their sum.
        let sum = try #require(env.issues("list.all(x, x > 0) && list.all(x, x > 1)"))
        #expect(sum.map(\.offset) == [0..<40])
    }

    @Test func nestedMacrosMultiply() throws {
        var source = "true"
        var costs: [Int] = []
        for level in 0..<25 {
            source = "list.all(x\(level), \(source))"
            costs.append(try Self.env.compile(source).get().cost)
        }
        for (inner, outer) in zip(costs, costs.dropFirst()) where outer < .max {
            #expect(outer == 2 + 10 * (1 + inner))
        }
        #expect(costs.last == .max)
    }

    @Test func ownFunctionsSayWhatTheyTake() throws {
        let functions = [
            Function(
                name: "repeat",
                overloads: [
                    Overload(
                        binary: .string, .int, .string,
                        estimate: { sizes in
                            CallEstimate(steps: 500, size: .text(sizes[0].bytes * 100))
                        }, apply: { (text, _) throws(EvaluationError) in text })
                ]),
            Function(
                name: "plain",
                overloads: [Overload([.string, .int], .string) { $0[0] }]),
            Function(
                name: "count",
                overloads: [Overload([.list(.string)], .int) { _ in .int(0) }]),
        ]
        let env = Env(variables: Self.variables, functions: functions)
        #expect(try env.compile("repeat(s, 3)").get().cost == 2 + 500)
        #expect(try env.compile("repeat(s, 3) == t").get().cost == 502 + 1 + 21)
        #expect(try env.compile("plain(s, 3)").get().cost == 2 + 11)
        #expect(try env.compile("plain(s, 3) == free").get().cost == .max)
        #expect(try env.compile("count(texts)").get().cost == 1 + 1 + 30)
    }
}
