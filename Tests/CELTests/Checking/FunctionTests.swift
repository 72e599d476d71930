import CEL
import Testing

/// Functions that an environment adds to the standard ones.
struct FunctionTests {
    static let shout = Function(
        name: "shout",
        overloads: [
            Overload([.string], .string, isMember: true) { values throws(EvaluationError) in
                guard case .string(let text) = values[0] else {
                    throw EvaluationError(.noSuchOverload)
                }
                return .string(text.uppercased() + "!")
            },
            Overload([.string, .int], .string, isMember: true) { values throws(EvaluationError) in
                guard case (.string(let text), .int(let count)) = (values[0], values[1]), count >= 0
                else { throw EvaluationError(.invalidArgument, "a negative count") }
                return .string(text.uppercased() + String(repeating: "!", count: Int(count)))
            },
        ])
    static let largest = Function(
        name: "largest",
        overloads: [
            Overload([.int, .int], .int) { values throws(EvaluationError) in
                guard case (.int(let a), .int(let b)) = (values[0], values[1]) else {
                    throw EvaluationError(.noSuchOverload)
                }
                return .int(max(a, b))
            },
            Overload([.double, .double], .double) { values throws(EvaluationError) in
                guard case (.double(let a), .double(let b)) = (values[0], values[1]) else {
                    throw EvaluationError(.noSuchOverload)
                }
                return .double(max(a, b))
            },
        ])
    static let declared = Function(name: "later", overloads: [Overload([.int], .bool)])
    static let more = Function(
        name: "size",
        overloads: [
            Overload([.int], .int) { values throws(EvaluationError) in values[0] }
        ])
    static let env = Env(
        variables: [Variable(name: "n", type: .int), Variable(name: "s", type: .string)],
        functions: [shout, largest, declared, more])

    @Test(
        arguments: [
            ("'hi'.shout()", .value(.string("HI!"))),
            ("'hi'.shout(3)", .value(.string("HI!!!"))),
            ("s.shout(n)", .value(.string("X!!"))),
            ("s.shout(n - 3)", .error(.invalidArgument)),
            ("largest(1, n)", .value(.int(2))),
            ("largest(1.5, 2.5)", .value(.double(2.5))),
            ("largest(dyn(1), dyn(7))", .value(.int(7))),
            ("largest(dyn(1), 2)", .value(.int(2))),
            ("largest(dyn(1), dyn(2.0))", .error(.noSuchOverload)),
            ("largest(n, 5) > 4", .yes),
            ("later(1)", .error(.unboundFunction)),
            ("later(1) || true", .yes),
            ("size(n)", .value(.int(2))),
            ("size('abc')", .value(.int(3))),
            ("[3, 1, 2].map(x, largest(x, n))[1]", .value(.int(2))),
        ] as [(String, Outcome)])
    func calls(source: String, outcome: Outcome) {
        for check in [true, false] {
            #expect(
                evaluate(source, in: Self.env, ["n": .int(2), "s": .string("x")], check: check)
                    == outcome)
        }
    }

    @Test(arguments: [
        ("shout('hi')", "shout(string) is not defined"),
        ("'hi'.shout('x')", "string.shout(string) is not defined"),
        ("largest(1, 2.5)", "largest(int, double) is not defined"),
        ("largest(1)", "largest(int) is not defined"),
        ("1.largest(2)", "int.largest(int) is not defined"),
        ("later('x')", "later(string) is not defined"),
    ])
    func mismatches(source: String, message: String) throws {
        #expect(try #require(Self.env.issues(source)).map(\.message) == [message])
    }

    @Test func resultsAreTyped() throws {
        func type(_ source: String) throws -> CELType { try Self.env.compile(source).get().type }
        #expect(try type("'hi'.shout()") == .string)
        #expect(try type("largest(1, 2)") == .int)
        #expect(try type("largest(dyn(1), dyn(2))") == .dyn)
        #expect(try type("later(1)") == .bool)
    }

    @Test func suggestionsKnowThem() throws {
        #expect(try #require(Self.env.issues("'a'.shuot()")).first?.suggestion == "shout")
        #expect(try #require(Self.env.issues("larges(1, 2)")).first?.suggestion == "largest")
    }
}
