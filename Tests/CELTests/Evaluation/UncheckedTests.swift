import CEL
import Testing

/// The unchecked form: names and types are settled at evaluation.
struct UncheckedTests {
    static let env = Env(variables: [
        Variable(name: "n", type: .int), Variable(name: "s", type: .string),
        Variable(name: "a.b", type: .map(.string, .int)),
    ])

    static func outcome(_ source: String) throws -> Outcome {
        let map = try MapValue([(.string("c"), .int(3))])
        return evaluate(
            source, in: env, ["n": .int(2), "s": .string("x"), "a.b": .map(map)], check: false)
    }

    @Test(
        arguments: [
            ("nope", .error(.undeclaredReference)),
            ("nope.a.b", .error(.undeclaredReference)),
            ("nope || true", .yes),
            ("true || nope", .yes),
            ("nope && false", .no),
            ("nope && true", .error(.undeclaredReference)),
            ("nope + 1", .error(.undeclaredReference)),
            ("frob(1)", .error(.unboundFunction)),
            ("n.frob()", .error(.unboundFunction)),
            ("frob(1) || true", .yes),
            ("nope.frob(nope) || true", .yes),
            ("false && frob(1)", .no),
            ("[nope]", .error(.undeclaredReference)),
            ("{nope: 1}", .error(.undeclaredReference)),
            ("nope[0]", .error(.undeclaredReference)),
            ("has(nope.a)", .error(.undeclaredReference)),
            ("nope.all(x, true)", .error(.undeclaredReference)),
            ("true ? 1 : nope", .value(.int(1))),
            ("false ? nope : 'x'", .value(.string("x"))),
            ("dyn", .error(.undeclaredReference)),
        ] as [(String, Outcome)])
    func undeclared(source: String, outcome: Outcome) throws {
        #expect(try Self.outcome(source) == outcome)
    }

    @Test(
        arguments: [
            ("n + s", .error(.noSuchOverload)),
            ("n + 1", .value(.int(3))),
            ("n + 1.5", .error(.noSuchOverload)),
            ("n < 2.5", .yes),
            ("n == 2.0", .yes),
            ("n == s", .no),
            ("n != s", .yes),
            ("s + 'y'", .value(.string("xy"))),
            ("!n", .error(.noSuchOverload)),
            ("-s", .error(.noSuchOverload)),
            ("n.a", .error(.noSuchOverload)),
            ("a.b.c", .value(.int(3))),
            ("a.b.d", .error(.noSuchKey)),
            ("a.b['c'] + n", .value(.int(5))),
            ("a.x", .error(.undeclaredReference)),
            ("n ? 1 : 2", .error(.noSuchOverload)),
            ("true ? 1 : 'x'", .value(.int(1))),
            ("size(n)", .error(.noSuchOverload)),
            ("s.size()", .value(.int(1))),
            ("[1, 'a', null].size()", .value(.int(3))),
            ("n in [1, 2]", .yes),
            ("s in [1]", .no),
            ("n && true", .error(.noSuchOverload)),
            ("[1] + 1", .error(.noSuchOverload)),
            ("size(1, 2)", .error(.noSuchOverload)),
            ("s.size(1)", .error(.noSuchOverload)),
            ("type(n) == int", .yes),
            ("type(1u)", .value(.type(.uint))),
        ] as [(String, Outcome)])
    func mismatches(source: String, outcome: Outcome) throws {
        #expect(try Self.outcome(source) == outcome)
    }

    @Test func syntaxIsStillChecked() {
        guard case .failure(let issues) = Self.env.compile("1 +", check: false) else {
            Issue.record("'1 +' was compiled")
            return
        }
        #expect(issues.count == 1)
    }

    @Test func theTypeIsDyn() throws {
        #expect(try Self.env.compile("n + 1", check: false).get().type == .dyn)
        #expect(try Self.env.compile("n + 1", expecting: .bool, check: false).get().type == .dyn)
    }

    @Test func errorsSayWhat() throws {
        func text(_ source: String) throws -> String {
            let program = try Self.env.compile(source, check: false).get()
            var activation = Activation(Self.env)
            activation.set("n", .int(2))
            activation.set("s", .string("x"))
            guard case .failure(let error) = program.evaluate(activation) else { return "a value" }
            return error.description
        }
        #expect(try text("nope.a") == "undeclared reference: nope.a")
        #expect(try text("n + s") == "no such overload: + of int, string")
        #expect(try text("frob(n)") == "unbound function: frob")
        #expect(try text("[1][5]") == "index out of range: 5 of 1")
        #expect(try text("{'a': 1}.b") == "no such key: b")
        #expect(try text("{'a': 1}['b']") == "no such key: \"b\"")
        #expect(try text("{1: 1, 1: 2}") == "repeated key: 1")
        #expect(try text("{1.5: 1}") == "unsupported key type: double")
        #expect(try text("1 / 0") == "division by zero")
        #expect(try text("9223372036854775807 + n") == "overflow")
        #expect(try text("int('x')") == "out of range: \"x\" as int")
        #expect(try text("bool('x')") == "invalid argument: 'x' is not a bool")
        #expect(try text("a.b") == "variable has no value")
        #expect(try text("n < s") == "no such overload: comparison of int and string")
    }
}
