import CEL
import Testing

struct MacroTests {
    static let env = Env(
        variables: [
            Variable(name: "n", type: .int), Variable(name: "list", type: .list(.int)),
            Variable(name: "map", type: .map(.string, .int)), Variable(name: "x", type: .dyn),
        ], maxCost: .max)

    static func values() throws -> [String: Value] {
        [
            "n": .int(2), "list": .list([.int(1), .int(2), .int(3)]), "x": .list([.int(1)]),
            "map": .map(try MapValue([(.string("a"), .int(1)), (.string("b"), .int(2))])),
        ]
    }

    @Test(arguments: [
        ("list.all(e, e > 0)", true),
        ("list.all(e, e > 1)", false),
        ("[].all(e, false)", true),
        ("list.exists(e, e == n)", true),
        ("list.exists(e, e > 3)", false),
        ("[].exists(e, true)", false),
        ("list.exists_one(e, e == n)", true),
        ("list.exists_one(e, e >= n)", false),
        ("list.exists_one(e, e > 3)", false),
        ("[].exists_one(e, true)", false),
        ("map.all(k, map[k] > 0)", true),
        ("map.exists(k, k == 'b' && map[k] == 2)", true),
        ("map.exists_one(k, map[k] > 1)", true),
        ("list.filter(e, e != n) == [1, 3]", true),
        ("list.filter(e, false) == []", true),
        ("map.filter(k, map[k] > 1) == ['b']", true),
        ("list.map(e, e * n) == [2, 4, 6]", true),
        ("list.map(e, e > 1, e * n) == [4, 6]", true),
        ("list.map(e, false, e) == []", true),
        ("map.map(k, k + '!') == ['a!', 'b!']", true),
        ("[].map(e, 1 / 0) == []", true),
        ("list.map(a, list.map(b, a * b)) == [[1, 2, 3], [2, 4, 6], [3, 6, 9]]", true),
        ("list.all(a, list.exists(b, list.exists(c, a + b + c == 6)))", true),
        ("list.filter(a, a > 1).map(b, b - 1).exists(c, c == 2)", true),
        ("list.map(e, e).size() == size(list)", true),
        ("list.map(e, {'v': e})[1].v == n", true),
        ("list.map(e, e == n ? 'two' : 'other') == ['other', 'two', 'other']", true),
        ("x.all(e, e == 1) && x.map(e, e) == x", true),
        ("list.exists(e, e in x)", true),
    ])
    func results(source: String, isTrue: Bool) throws {
        #expect(evaluate(source, in: Self.env, try Self.values()) == .value(.bool(isTrue)))
        #expect(
            evaluate(source, in: Self.env, try Self.values(), check: false)
                == .value(.bool(isTrue)))
    }

    /// `all` and `exists` absorb errors where another element decides; the others do not.
    @Test(
        arguments: [
            ("list.exists(e, 6 / (e - 2) > 5)", .yes),
            ("list.exists(e, 6 / (e - 1) == 6)", .yes),
            ("list.exists(e, 6 / (e - 2) > 99)", .error(.divisionByZero)),
            ("list.all(e, 6 / (e - 2) > 5)", .no),
            ("list.all(e, 6 / (e - 2) < 99)", .error(.divisionByZero)),
            ("list.all(e, 1 / 0 > e)", .error(.divisionByZero)),
            ("list.exists_one(e, 6 / (e - 2) > 5)", .error(.divisionByZero)),
            ("list.filter(e, 6 / (e - 2) > 5)", .error(.divisionByZero)),
            ("list.map(e, 6 / (e - 2))", .error(.divisionByZero)),
            ("list.map(e, e != 2, 6 / (e - 2))", .value(.list([.int(-6), .int(6)]))),
            ("list.map(e, 6 / (e - 2) > 0, e)", .error(.divisionByZero)),
            ("x.all(e, e)", .error(.noSuchOverload)),
            ("x.map(e, e.f)", .error(.noSuchOverload)),
            ("x[0].all(e, true)", .error(.noSuchOverload)),
        ] as [(String, Outcome)])
    func errors(source: String, outcome: Outcome) throws {
        #expect(evaluate(source, in: Self.env, try Self.values()) == outcome)
        #expect(evaluate(source, in: Self.env, try Self.values(), check: false) == outcome)
    }

    /// A call without a macro's form is a call of the function with its name.
    @Test(arguments: [
        ("list.all(e)", "undeclared function 'all'"),
        ("list.exists(e, true, true)", "undeclared function 'exists'"),
        ("list.filter()", "undeclared function 'filter'"),
        ("all(list, true)", "undeclared function 'all'"),
    ])
    func otherForms(source: String, message: String) throws {
        let issues = try #require(Self.env.issues(source))
        #expect(issues.map(\.message).contains(message))
    }

    /// A macro within a named expression keeps its variables apart from those around it.
    @Test func namedExpressionsHaveVariablesOfTheirOwn() throws {
        var env = Self.env
        env.define("any", as: try env.compile("list.exists(e, e == n)").get())
        env.define("doubled", as: try env.compile("list.map(e, list.map(f, e * f)[0] * 2)").get())
        let source = "list.map(e, any ? e : 0).map(f, doubled[0] + f) == [3, 4, 5]"
        #expect(evaluate(source, in: env, try Self.values()) == .yes)
        #expect(evaluate(source, in: env, try Self.values(), check: false) == .yes)
    }

    @Test func evaluateBoolOfMacros() throws {
        let program = try Self.env.compile("list.exists(e, list.all(f, f >= e))").get()
        var activation = Activation(Self.env)
        for (name, value) in try Self.values() { activation.set(name, value) }
        #expect(try program.evaluateBool(activation).get())
        activation.set("list", .list([]))
        #expect(try !program.evaluateBool(activation).get())
    }
}
