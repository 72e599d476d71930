import CEL
import Testing

/// The unchecked form under a limit: what cannot be told before is counted while it runs.
struct BudgetTests {
    static let variables = [
        Variable(name: "list", type: .list(.int)), Variable(name: "s", type: .string),
        Variable(name: "any", type: .dyn), Variable(name: "n", type: .int),
    ]

    static func env(_ limit: Int) -> Env {
        Env(
            variables: variables, libraries: [.strings, .twoVariableComprehensions],
            maxCost: limit)
    }

    static let hundred = Value.list((0..<100).map { .int($0) })

    static func outcome(_ source: String, limit: Int, _ values: [String: Value]) -> Outcome {
        evaluate(source, in: env(limit), values, check: false)
    }

    @Test func withinTheBudget() {
        for source in [
            "list.all(x, x >= 0)", "list.exists(x, x == 99)", "size(list.map(x, x)) == 100",
        ] {
            #expect(Self.outcome(source, limit: 1000, ["list": Self.hundred]) == .yes, "\(source)")
            #expect(
                Self.outcome(source, limit: 150, ["list": Self.hundred]) == .error(.costExceeded),
                "\(source)")
        }
    }

    @Test(arguments: [
        "list.all(x, list.all(y, list.all(z, true)))", "list.map(x, list.map(y, x + y)) == []",
        "list.filter(x, list.exists(y, y == 1000)) == []", "(list + list + list + list) == list",
        "list.transformMap(i, v, list.transformList(j, w, w)) == {}", "list.all(x, x in list)",
        "list.existsOne(i, v, list.all(w, true))",
        "list.transformMapEntry(i, v, {i: list.all(x, true)}) == {}",
    ])
    func endlessLists(source: String) {
        #expect(Self.outcome(source, limit: 500, ["list": Self.hundred]) == .error(.costExceeded))
        let few = Value.list([.int(1), .int(2), .int(3)])
        #expect(Self.outcome(source, limit: 500, ["list": few]) != .error(.costExceeded))
    }

    @Test(arguments: [
        "s + s + s + s", "s.matches('(a|b)*c')", "s.contains('aab')", "s.replace('', s)",
        "s.split('') == []", "'%s%s'.format([s, s])", "s == s + ''", "[s, s].join(s)", "int(s)",
        "s.replace('a', 'bb')", "s.reverse()", "s.upperAscii()", "bytes(s) == b''", "size(s)",
        "s.indexOf('b')", "strings.quote(s)", "s.matches(s)",
    ])
    func endlessTexts(source: String) {
        let text = Value.string(String(repeating: "a", count: 20_000))
        #expect(Self.outcome(source, limit: 500, ["s": text]) == .error(.costExceeded))
    }

    /// No operator and no macro takes the end of the budget for an error that it may absorb.
    @Test(arguments: [
        "list.all(x, list.all(y, true)) || n == 1", "n == 1 || list.all(x, list.all(y, true))",
        "list.all(x, list.all(y, true)) && n == 0",
        "[1, 2].exists(z, z == 2 || list.all(x, list.all(y, true)))",
        "[1, 2].exists(z, list.all(x, list.all(y, true))) || n == 1",
        "(list.all(x, list.all(y, true)) ? 1 : 2) == 3 || n == 1",
    ])
    func theEndIsNotAbsorbed(source: String) {
        let values = ["list": Self.hundred, "n": Value.int(1)]
        let outcome = Self.outcome(source, limit: 500, values)
        // An operand that decides before the costly part is reached may still decide.
        #expect(outcome == .error(.costExceeded) || source.hasPrefix("n == 1 ||"))
    }

    @Test func namedExpressionsShareTheBudget() throws {
        var env = Self.env(1000)
        env.define("all", as: try env.compile("list.all(x, x >= 0)", check: false).get())
        let values = ["list": Self.hundred]
        #expect(evaluate("all", in: env, values, check: false) == .yes)
        #expect(evaluate("all && all", in: env, values, check: false) == .yes)
        #expect(
            evaluate("all && all && all && all", in: env, values, check: false)
                == .error(.costExceeded))
        #expect(
            evaluate("[1, 2, 3, 4].all(y, all)", in: env, values, check: false)
                == .error(.costExceeded))
    }

    @Test func evaluationsDoNotShareIt() throws {
        let env = Self.env(500)
        let program = try env.compile("list.all(x, x >= 0)", check: false).get()
        var activation = Activation(env)
        activation.set("list", Self.hundred)
        for _ in 0..<5 { #expect(program.evaluateBool(activation) == .success(true)) }
    }

    /// An expression that is certain to stay within the limit is not metered.
    @Test func whatIsBoundedAnyhow() throws {
        let env = Self.env(100)
        let program = try env.compile("n + 1 == 3 && [1, 2].exists(x, x == n)", check: false).get()
        #expect(program.cost <= 100)
        var activation = Activation(env)
        activation.set("n", .int(2))
        #expect(program.evaluateTrackingCost(activation).steps == program.cost)
        #expect(program.evaluate(activation) == .success(.bool(true)))
        #expect(try Self.env(100).compile("s", check: false).get().cost == 1)
    }

    @Test func withoutALimitNothingIsCounted() {
        let env = Env(variables: Self.variables)
        let source = "list.all(x, list.all(y, x + y >= 0))"
        #expect(evaluate(source, in: env, ["list": Self.hundred], check: false) == .yes)
        #expect(evaluate(source, in: env, ["list": Self.hundred]) == .yes)
    }

    @Test func theErrorSaysTheLimit() throws {
        let env = Self.env(50)
        let program = try env.compile("list.all(x, true)", check: false).get()
        var activation = Activation(env)
        activation.set("list", Self.hundred)
        guard case .failure(let error) = program.evaluate(activation) else {
            Issue.record("the budget was kept")
            return
        }
        #expect(error.description == "cost limit exceeded: more than 50 steps")
        let (result, steps) = program.evaluateTrackingCost(activation)
        #expect(result == .failure(error))
        #expect(steps > 50)
    }
}
