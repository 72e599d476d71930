import CEL
import Testing

/// The extension library `two-var-comprehensions`.
struct TwoVariableTests {
    static let env = Env(
        variables: [
            Variable(name: "list", type: .list(.int)), Variable(name: "any", type: .dyn),
            Variable(name: "map", type: .map(.string, .int)), Variable(name: "n", type: .int),
        ], libraries: [.twoVariableComprehensions])

    static let values: [String: Value] = [
        "list": .list([.int(5), .int(6), .int(7)]), "n": .int(1),
        "any": .list([.string("a"), .int(2)]),
        "map": (try? MapValue([(.string("a"), .int(1)), (.string("b"), .int(2))])).map { .map($0) }
            ?? .null,
    ]

    @Test(arguments: [
        ("list.all(i, v, v == i + 5)", true), ("list.all(i, v, i < 2)", false),
        ("list.exists(i, v, i == 2 && v == 7)", true), ("list.exists(i, v, i == v)", false),
        ("list.existsOne(i, v, i == n)", true), ("list.exists_one(i, v, v > 5)", false),
        ("map.all(k, v, k < 'c' && v < 3)", true), ("map.exists(k, v, k == 'b' && v == 1)", false),
        ("map.existsOne(k, v, v == 2)", true), ("map.exists_one(k, v, v == 3)", false),
        ("list.transformList(i, v, i * v) == [0, 6, 14]", true),
        ("list.transformList(i, v, i > 0, v) == [6, 7]", true),
        ("map.transformList(k, v, k) == ['a', 'b']", true),
        ("map.transformList(_, v, v == 2, v) == [2]", true),
        ("list.transformMap(i, v, v * 2) == {0: 10, 1: 12, 2: 14}", true),
        ("list.transformMap(i, v, i != 1, v) == {0: 5, 2: 7}", true),
        ("map.transformMap(k, v, v + n) == {'a': 2, 'b': 3}", true),
        ("map.transformMapEntry(k, v, {v: k}) == {1: 'a', 2: 'b'}", true),
        ("list.transformMapEntry(i, v, i > 0, {string(v): i}) == {'6': 1, '7': 2}", true),
        ("list.transformMapEntry(i, v, {}) == {}", true),
        (
            "list.transformMapEntry(i, v, {i: v, -i - 1: 0})[-2] == 0",
            true
        ),
        ("any.exists(i, v, i == 1 && v == 2)", true),
        ("any.transformList(i, v, i) == [0, 1]", true),
        // A loop within a loop, over what the outer one yields, and names that hide each other.
        ("list.all(i, v, map.exists(k, w, w <= v))", true),
        (
            "{'a': [2, 3]}.transformMap(k, v, v.transformList(i, w, i + w)) == {'a': [2, 4]}",
            true
        ),
        ("[[1, 2], [3]].all(i, v, v.all(i, w, w > i))", true),
        ("list.filter(v, list.exists(i, w, w == v && i == 0)) == [5]", true),
        ("[1].exists(n, v, n == 0 && v == 1)", true),
        ("[].all(i, v, false) && ![].exists(i, v, true) && !{}.existsOne(k, v, true)", true),
    ])
    func truths(source: String, truth: Bool) {
        for check in [true, false] {
            #expect(
                evaluate(source, in: Self.env, Self.values, check: check) == .value(.bool(truth)),
                "\(source), checked \(check)")
        }
    }

    /// A decisive element wins over errors, except for `exists_one`.
    @Test(arguments: [
        ("[0, 1, 2].exists(i, v, 1 / i == 1)", Outcome.yes),
        ("[0, 1, 2].all(i, v, 1 / i == 1)", .no),
        ("[0, 1].all(i, v, 1 / i == 1)", .error(.divisionByZero)),
        ("[0, 1].existsOne(i, v, 1 / i == 1)", .error(.divisionByZero)),
        ("[0, 1].transformList(i, v, 1 / i)", .error(.divisionByZero)),
        ("[0, 1].transformMap(i, v, 1 / i)", .error(.divisionByZero)),
        ("[0, 1].transformMap(i, v, 1 / i > 0, v)", .error(.divisionByZero)),
        ("{'a': 1, 'b': 1}.transformMapEntry(k, v, {v: k})", .error(.duplicateKey)),
        ("[1].transformMapEntry(i, v, {1.5: v})", .error(.unsupportedKey)),
    ])
    func errors(source: String, outcome: Outcome) {
        #expect(evaluate(source, in: Self.env, Self.values, check: false) == outcome)
        guard case .issues = evaluate(source, in: Self.env, Self.values) else {
            #expect(evaluate(source, in: Self.env, Self.values) == outcome)
            return
        }
        #expect(outcome == .error(.unsupportedKey))
    }

    @Test(arguments: [
        ("list.transformList(i, v, v)", "list(int)"), ("list.transformList(i, v, i)", "list(int)"),
        ("map.transformList(k, v, k)", "list(string)"),
        ("list.transformMap(i, v, string(v))", "map(int, string)"),
        ("map.transformMap(k, v, v > 1)", "map(string, bool)"),
        ("map.transformMapEntry(k, v, {v: k})", "map(int, string)"),
        ("any.transformMap(k, v, 1)", "map(dyn, int)"), ("list.all(i, v, true)", "bool"),
        ("any.transformMapEntry(k, v, {'a': v})", "map(string, dyn)"),
    ])
    func types(source: String, type: String) throws {
        #expect(try Self.env.compile(source).get().type.description == type)
    }

    @Test(arguments: [
        ("list.all(i, v, v)", "the condition of all() must be bool, found int", 15),
        ("list.exists(i, v, i + v)", "the condition of exists() must be bool, found int", 18),
        (
            "list.transformList(i, v, i, v)",
            "the condition of transformList() must be bool, found int", 25
        ),
        (
            "list.transformMapEntry(i, v, v)",
            "the result of transformMapEntry() must be map(dyn, dyn), found int", 29
        ),
        ("n.all(i, v, true)", "this macro needs a list or a map, found int", 0),
        ("list.all(i, i, true)", "all() needs two different names", 12),
        ("list.all(i, 1, true)", "all() needs two simple names as its first arguments", 12),
        ("list.all(a.b, v, true)", "all() needs two simple names as its first arguments", 9),
        ("list.all(i, .v, true)", "all() needs two simple names as its first arguments", 12),
        ("list.all(i, v, w)", "undeclared reference to 'w'", 15),
        ("map.exists(k, v, k == v)", "'==' is not defined for string and int", 17),
    ])
    func mistakes(source: String, message: String, offset: Int) throws {
        let issues = try #require(Self.env.issues(source))
        #expect(issues.map(\.message) == [message])
        #expect(issues.first?.offset.lowerBound == offset)
    }

    @Test func offUnlessAskedFor() {
        for source in [
            "[1].all(i, v, true)", "[1].existsOne(i, v, true)", "[1].transformList(i, v, v)",
            "[1].transformMap(i, v, v)", "[1].transformMapEntry(i, v, {i: v})",
        ] {
            #expect(Env().issues(source) != nil, "\(source)")
            #expect(Self.env.issues(source) == nil, "\(source)")
        }
    }

    @Test func namesOfVariablesAreNotFree() throws {
        let parsed = try Self.env.parse("list.all(i, v, i < n && v < other)").get()
        #expect(parsed.freeIdentifiers.map(\.name) == ["list", "n", "other"])
        let program = try Self.env.compile("map.transformMap(k, v, v + n)").get()
        #expect(program.references == ["map", "n"])
    }
}
