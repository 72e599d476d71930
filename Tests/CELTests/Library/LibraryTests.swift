import CEL
import Testing

/// Libraries of a caller's own.
struct LibraryTests {
    static let greetings = Library(
        name: "greetings",
        functions: [
            Function(
                name: "greet",
                overloads: [
                    Overload(unary: .string, .string, isMember: true) {
                        value throws(EvaluationError) in
                        guard case .string(let name) = value else {
                            throw EvaluationError(.noSuchOverload)
                        }
                        return .string("hello " + name)
                    },
                    Overload(binary: .string, .int, .string, isMember: true) {
                        (name, times) throws(EvaluationError) in
                        guard case (.string(let name), .int(let times)) = (name, times) else {
                            throw EvaluationError(.noSuchOverload)
                        }
                        return .string(String(repeating: name, count: Int(times)))
                    },
                    Overload([.string, .int, .int], .int, isMember: true) {
                        values throws(EvaluationError) in .int(Int64(values.count))
                    },
                ])
        ],
        macros: [
            Macro("every", .all), Macro("keep", .filter, hasFilter: true),
            Macro("table", .map, variables: 2), Macro("one", .existsOne, variables: 2),
            Macro("some", .exists, hasFilter: true),
        ])

    @Test(arguments: [
        ("'Ann'.greet() == 'hello Ann'", true), ("'a'.greet(3) == 'aaa'", true),
        ("'a'.greet(1, 2) == 3", true), ("[1, 2].every(x, x > 0)", true),
        ("[1, 2, 3, 4].keep(x, x > 1, x % 2 == 0) == [2, 4]", true),
        ("['a'].table(i, v, v) == {0: 'a'}", true), ("[3, 4].one(i, v, v == 4 && i == 1)", true),
        ("[1, 2].some(x, x > 1, x == 1)", false), ("[1, 2].all(x, x > 0)", true),
    ])
    func itsFunctionsAndMacros(source: String, truth: Bool) {
        let env = Env(libraries: [Self.greetings])
        for check in [true, false] {
            #expect(evaluate(source, in: env, check: check) == .value(.bool(truth)), "\(source)")
        }
        #expect(Env().issues(source) != nil || source.contains(".all("))
    }

    @Test func severalTogether() {
        let env = Env(libraries: [.strings, .twoVariableComprehensions, Self.greetings])
        #expect(
            evaluate("['a', 'b'].transformList(i, v, v.greet(i + 1)).join(',') == 'a,bb'", in: env)
                == .yes)
    }

    /// A later macro of the same name and number of arguments counts.
    @Test func laterMacrosCount() {
        let contrary = Library(name: "contrary", macros: [Macro("all", .exists)])
        #expect(evaluate("[1, 2].all(x, x > 1)", in: Env(libraries: [contrary])) == .yes)
        #expect(evaluate("[1, 2].all(x, x > 1)") == .no)
    }

    @Test func itsNamesAreSuggested() {
        let env = Env(libraries: [.strings, .twoVariableComprehensions])
        #expect(env.issues("'a'.chartAt(1)")?.first?.suggestion == "charAt")
        #expect(
            env.issues("[1].transfromList(i, v, v)")?.contains { $0.suggestion == "transformList" }
                == true)
        #expect(Env().issues("'a'.chartAt(1)")?.first?.suggestion == nil)
    }

    /// Overloads of a name that the language has are tried after its own.
    @Test func overloadsOfStandardFunctions() {
        let sizes = Library(
            name: "sizes",
            functions: [
                Function(
                    name: "size",
                    overloads: [
                        Overload(unary: .int, .int) { value throws(EvaluationError) in value }
                    ])
            ])
        let env = Env(libraries: [sizes])
        #expect(evaluate("size(7) == 7 && size('abc') == 3", in: env) == .yes)
        #expect(evaluate("size(7)") == .issues(["size(int) is not defined"]))
    }

    /// A function that the checker alone knows.
    @Test func withoutImplementation() {
        let unknown = Library(
            name: "unknown",
            functions: [Function(name: "f", overloads: [Overload([.int, .int], .int)])])
        let env = Env(libraries: [unknown])
        #expect(evaluate("f(1, 2)", in: env) == .error(.unboundFunction))
        #expect(evaluate("f(1, 2) == 1 || true", in: env) == .yes)
        #expect(evaluate("f(1, 'a')", in: env) == .issues(["f(int, string) is not defined"]))
    }
}
