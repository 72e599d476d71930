import CEL
import Testing

/// Constant parts are computed once, at compilation; but no error is reported early and nothing
/// takes long.
struct FoldingTests {
    /// A function that counts how often it is called.
    private final class Calls: @unchecked Sendable {
        // The tests that use it run on one thread.
        private(set) var count = 0
        func record() { count += 1 }
    }

    private static func env(_ calls: Calls) -> Env {
        let twice = Function(
            name: "twice",
            overloads: [
                Overload(unary: .int, .int) { value throws(EvaluationError) in
                    calls.record()
                    guard case .int(let value) = value else {
                        throw EvaluationError(.noSuchOverload)
                    }
                    return .int(value * 2)
                }
            ])
        return Env(
            variables: [Variable(name: "n", type: .int), Variable(name: "s", type: .string)],
            functions: [twice], libraries: [.strings, .twoVariableComprehensions])
    }

    @Test(arguments: [
        "twice(3) == 6", "[twice(1), 2][0] == 2", "n + twice(1 + 2) == 11",
        "{'a': twice(1)}.a == 2",
        "n in [twice(1), twice(2), 5]", "true && twice(1) == 2", "twice(twice(1)) == 4",
        "(true ? twice(1) : n) == 2", "[1, 2].map(x, twice(x)) == [2, 4]", "has({'a': twice(1)}.a)",
        "[1, 2, 3].exists(x, twice(x) == 6) && n == 5", "[1].transformMap(i, v, twice(v))[0] == 2",
        "[[1, 2], [3]].map(l, l.map(x, twice(x)))[1][0] == 6",
        "[1, 2].all(x, n > 0 && [1, 2].map(y, twice(y)) == [2, 4])",
    ])
    func onceAndForAll(source: String) throws {
        let calls = Calls()
        let env = Self.env(calls)
        let program = try env.compile(source).get()
        let before = calls.count
        #expect(before > 0)
        var activation = Activation(env)
        activation.setInt(0, 5)
        for _ in 0..<3 { #expect(program.evaluateBool(activation) == .success(true), "\(source)") }
        #expect(calls.count == before)
    }

    @Test(arguments: [
        "twice(n) == 10", "[1, 2].map(x, twice(x + n))[0] == 12", "twice(size(s)) == 0",
        "[1, 2].exists(x, [n].exists(y, twice(x) == 2 && y == n))",
        "[n].all(x, twice(x) == 10)",
    ])
    func whatDependsOnSomethingIsNot(source: String) throws {
        let calls = Calls()
        let env = Self.env(calls)
        let program = try env.compile(source).get()
        #expect(calls.count == 0)
        var activation = Activation(env)
        activation.setInt(0, 5)
        activation.set("s", .string(""))
        #expect(program.evaluateBool(activation) == .success(true), "\(source)")
        #expect(calls.count > 0)
    }

    /// Errors of constants stay errors of evaluation: another operand may absorb them.
    @Test(arguments: [
        ("1 / 0 == 1", Outcome.error(.divisionByZero)), ("1 / 0 == 1 || n == 5", .yes),
        ("n == 5 || [1][3] == 1", .yes), ("n != 5 && {'a': 1}.b == 1", .no),
        ("[1, 2].all(x, 1 / 0 == x) || n == 5", .yes),
        ("9223372036854775807 + 1 > n", .error(.overflow)),
        ("[1, 1 / 0].exists(x, x == 1)", .error(.divisionByZero)),
        ("int('x') == n", .error(.outOfRange)),
        ("'abc'.substring(9) == s", .error(.indexOutOfRange)),
        ("{1: 1, 1: 2}[n] == 1", .error(.duplicateKey)),
        ("n == 5 ? true : 1 / 0 == 1", .yes), ("false && 1 / 0 == 1", .no),
        ("1 / 0 == 1 || true", .yes),
        ("[0, 1].map(x, 1 / x)[1] == 1", .error(.divisionByZero)),
        ("'%d'.format(['a']) == s", .error(.invalidArgument)),
    ])
    func errorsStayForLater(source: String, outcome: Outcome) {
        let env = Self.env(Calls())
        for check in [true, false] {
            let found = evaluate(source, in: env, ["n": .int(5), "s": .string("")], check: check)
            #expect(found == outcome, "\(source), checked \(check)")
        }
    }

    @Test(arguments: [
        ("true && n == 5", Outcome.yes), ("n == 5 && true && true", .yes), ("n == 4 || false", .no),
        ("false || false", .no), ("true && true", .yes), ("n == 5 && false", .no),
        ("true || n == 4", .yes), ("(n == 5 || false) && (true && n > 4)", .yes),
    ])
    func constantsInLogic(source: String, outcome: Outcome) {
        let env = Self.env(Calls())
        for check in [true, false] {
            #expect(evaluate(source, in: env, ["n": .int(5)], check: check) == outcome, "\(source)")
        }
    }

    /// Operands that are no truth values fail also where the others are left out.
    @Test(arguments: [
        "true && 1", "1 && true", "false || 'a'", "true && n", "n || false", "true && dyn(n)",
    ])
    func noTruthValues(source: String) {
        let env = Self.env(Calls())
        #expect(evaluate(source, in: env, ["n": .int(5)], check: false) == .error(.noSuchOverload))
    }

    /// Slow computations are left until evaluation.
    @Test func nothingTakesLong() throws {
        let calls = Calls()
        let env = Self.env(calls)
        let numbers = "[" + (0..<100).map(String.init).joined(separator: ", ") + "]"
        var source = "twice(d) >= 0"
        for name in ["d", "c", "b", "a"] { source = "\(numbers).all(\(name), \(source))" }
        let program = try env.compile(source).get()
        // The inner loops are few enough; what they come to stands in for them.
        #expect(calls.count == 100)
        #expect(program.cost > 100_000_000)
        let text = String(repeating: "a", count: 20_000)
        let grown = try env.compile("size('\(text)'.replace('', '\(text)')) > n").get()
        #expect(grown.cost > 1_000_000)
        // A whole source may fold a million steps, not each of its parts.
        let parts = (0..<40).map { _ in
            "size([1].map(x, '\(text.prefix(1000))'.replace('', 'bbbbbbbb'))) == 1"
        }
        #expect(evaluate(parts.joined(separator: " && "), in: env) == .yes)
    }

    @Test(arguments: [
        ("n in [3, 5, 4]", 5, true), ("n in [3, 5, 4]", 6, false), ("n in [3, 5]", 4, false),
        ("n in [5, 5, 5]", 5, true), ("n in [-9223372036854775808, 9223372036854775807]", 5, false),
        ("n in [-9223372036854775808, 9223372036854775807]", .max, true), ("n in [5.0]", 5, true),
        ("n in [5u, 7u]", 5, true), ("n in [1, 'a', 5.0]", 5, true), ("n in []", 5, false),
        ("n + 1 in [7, 9, 6]", 5, true), ("n + 1 in [7, 9, 5]", 5, false),
        ("!(n in [5])", 5, false),
        ("n in [4, 5] && n in [5, 6]", 5, true), ("n in [1, 9] || n in [2, 5, 8]", 5, true),
    ])
    func membershipInConstants(source: String, n: Int64, truth: Bool) {
        for check in [true, false] {
            for type in [CELType.int, .dyn] {
                let env = Env(variables: [Variable(name: "n", type: type)])
                let found = evaluate(source, in: env, ["n": .int(n)], check: check)
                #expect(
                    found == .value(.bool(truth))
                        || (check
                            && found == .issues(["'in' is not defined for int and list(double)"]))
                        || (check
                            && found == .issues(["'in' is not defined for int and list(uint)"])),
                    "\(source), \(type), checked \(check): \(found)")
            }
        }
    }

    @Test(arguments: [
        ("s in ['a', 'bb', 'ccc']", "bb", true), ("s in ['a', 'bb']", "bbb", false),
        ("s in ['', 'x']", "", true), ("s in ['é']", "e\u{301}", false),
        ("s in ['a', 'a']", "a", true),
        ("s + 'b' in ['ab']", "a", true), ("s in ['a']", "A", false), ("!(s in ['a'])", "b", true),
    ])
    func membershipOfTexts(source: String, s: String, truth: Bool) {
        for type in [CELType.string, .dyn] {
            let env = Env(variables: [Variable(name: "s", type: type)])
            #expect(
                evaluate(source, in: env, ["s": .string(s)]) == .value(.bool(truth)), "\(source)")
        }
    }

    @Test func membershipOfDurations() {
        let env = Env(variables: [Variable(name: "w", type: .duration)])
        let hour = Value.duration(CELDuration(nanoseconds: 3_600_000_000_000))
        #expect(evaluate("w in [duration('1h'), duration('2h')]", in: env, ["w": hour]) == .yes)
        #expect(evaluate("w in [duration('90m'), duration('2h')]", in: env, ["w": hour]) == .no)
        #expect(evaluate("w in [duration('1h')]", in: env) == .error(.unsetVariable))
        #expect(evaluate("w in [duration('1h'), duration('3h')] || true", in: env) == .yes)
    }
}
