import CEL
import Testing

struct NameResolutionTests {
    static func env(_ names: [String], container: String = "") -> Env {
        Env(container: container, variables: names.map { Variable(name: $0, type: .string) })
    }

    /// Each variable holds its own name, so that a result tells which was read.
    static func read(_ source: String, _ names: [String], container: String = "") -> Outcome {
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, Value.string($0)) })
        let env = env(names, container: container)
        let checked = evaluate(source, in: env, values)
        let unchecked = evaluate(source, in: env, values, check: false)
        if case .value = checked { #expect(checked == unchecked, "\(source)") }
        return checked
    }

    @Test(arguments: [
        ("a", ["a", "b"], "", "a"),
        ("a.b", ["a.b"], "", "a.b"),
        ("a.b.c", ["a.b.c", "a"], "", "a.b.c"),
        ("x", ["x", "n.x"], "n", "n.x"),
        (".x", ["x", "n.x"], "n", "x"),
        ("x", ["x", "n.x", "n.m.x"], "n.m", "n.m.x"),
        ("x", ["x", "n.x"], "n.m", "n.x"),
        ("x", ["x"], "n.m", "x"),
        ("m.x", ["n.m.x", "m.x"], "n", "n.m.x"),
        (".m.x", ["n.m.x", "m.x"], "n", "m.x"),
        ("n.x", ["n.x", "n.n.x"], "n", "n.n.x"),
        ("a . b", ["a.b"], "", "a.b"),
        ("a.\n b", ["a.b"], "", "a.b"),
    ])
    func containers(source: String, names: [String], container: String, read: String) {
        #expect(Self.read(source, names, container: container) == .value(.string(read)))
    }

    static let maps = Env(variables: [
        Variable(name: "a", type: .map(.string, .dyn)),
        Variable(name: "a.b", type: .map(.string, .int)),
        Variable(name: "a.b.c", type: .int),
    ])

    @Test func theLongestNameWins() throws {
        let values: [String: Value] = [
            "a": .map(try MapValue([(.string("x"), .int(1))])),
            "a.b": .map(try MapValue([(.string("d"), .int(2))])), "a.b.c": .int(3),
        ]
        for check in [true, false] {
            #expect(evaluate("a.x", in: Self.maps, values, check: check) == .value(.int(1)))
            #expect(evaluate("a.b.d", in: Self.maps, values, check: check) == .value(.int(2)))
            #expect(evaluate("a.b.c", in: Self.maps, values, check: check) == .value(.int(3)))
            #expect(evaluate("a['x']", in: Self.maps, values, check: check) == .value(.int(1)))
            #expect(evaluate("has(a.x)", in: Self.maps, values, check: check) == .yes)
            #expect(evaluate("has(a.b.x)", in: Self.maps, values, check: check) == .no)
            #expect(
                evaluate("a.b.e", in: Self.maps, values, check: check) == .error(.noSuchKey))
        }
    }

    @Test func macroVariablesHideOthers() {
        let names = ["x", "x.y", "n.x"]
        #expect(Self.read("['in'].exists(x, x == 'in')", names) == .yes)
        #expect(Self.read("['in'].exists(x, .x == 'x')", names) == .yes)
        #expect(
            Self.read("['in'].exists(x, x == 'in' && .x == 'x')", names, container: "n") == .yes)
        #expect(Self.read("[{'y': 'in'}].exists(x, x.y == 'in')", names) == .yes)
        #expect(Self.read("[{'y': 'in'}].exists(x, .x.y == 'x.y')", names) == .yes)
        #expect(Self.read("['in'].exists(z, x == 'x')", names) == .yes)
        #expect(Self.read("['out'].map(x, ['in'].map(x, x))[0][0]", names) == .value(.string("in")))
        #expect(
            Self.read("['a'].map(x, ['b'].map(y, x + y))[0][0]", names) == .value(.string("ab")))
        #expect(Self.read("['a'].exists(x, true) && x == 'x'", names) == .yes)
    }

    @Test func typeNamesGiveWayToVariables() {
        #expect(Self.read("int", ["int"]) == .value(.string("int")))
        #expect(Self.read("int('1') == 1 && int == 'int'", ["int"]) == .yes)
        #expect(evaluate("int") == .value(.type(.int)))
    }

    @Test func literalsCannotBeHidden() {
        let env = Env(variables: [
            Variable(name: "true", type: .bool), Variable(name: "null", type: .int),
        ])
        #expect(evaluate("true", in: env, ["true": .bool(false)]) == .yes)
        #expect(evaluate("null", in: env, ["null": .int(1)]) == .value(.null))
    }

    @Test func theLaterOfTwoVariablesOfOneNameCounts() throws {
        let env = Env(variables: [
            Variable(name: "a", type: .int), Variable(name: "b", type: .int),
            Variable(name: "a", type: .string),
        ])
        #expect(env.slot(of: "a") == 2)
        #expect(env.slot(of: "b") == 1)
        #expect(env.slot(of: "c") == nil)
        #expect(evaluate("a + '!'", in: env, ["a": .string("x")]) == .value(.string("x!")))
    }

    @Test func slotsFollowTheDeclarations() {
        let names = ["z", "a.b", "m"]
        #expect(names.map { Self.env(names).slot(of: $0) } == [0, 1, 2])
        #expect(Self.env(names).variables.map(\.name) == names)
    }

    /// `a.f(x)` is a method of `a`, unless there is a function `a.f`.
    @Test func functionsWithDots() {
        let twice = Overload([.int], .int) { values throws(EvaluationError) in
            guard case .int(let value) = values[0] else { throw EvaluationError(.noSuchOverload) }
            return .int(value * 2)
        }
        let env = Env(
            container: "n",
            variables: [Variable(name: "list", type: .list(.int))],
            functions: [
                Function(name: "math.twice", overloads: [twice]),
                Function(name: "n.twice", overloads: [twice]),
            ])
        for check in [true, false] {
            #expect(evaluate("math.twice(4)", in: env, check: check) == .value(.int(8)))
            #expect(evaluate("twice(4)", in: env, check: check) == .value(.int(8)))
            #expect(evaluate(".math.twice(4)", in: env, check: check) == .value(.int(8)))
            #expect(
                evaluate("[1].map(math, math)", in: env, check: check) == .value(.list([.int(1)])))
        }
        #expect(
            evaluate("[1].map(math, math.twice(1))", in: env)
                == .issues(["undeclared function 'twice'"]))
    }
}
