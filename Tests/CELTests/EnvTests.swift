import CEL
import Testing

/// The library as its users meet it.
struct EnvTests {
    @Test func theExampleOfTheDocumentation() throws {
        var env = Env(variables: [Variable(name: "local.hour", type: .int)])
        let late = try env.compile("local.hour >= 22", expecting: .bool).get()
        env.define("late", as: late)
        let early = try env.compile("!late").get()
        var activation = Activation(env)
        activation.set("local.hour", .int(23))
        #expect(early.evaluateBool(activation) == .success(false))
        #expect(late.evaluateBool(activation) == .success(true))
        #expect(early.references == ["local.hour"])
        #expect(early.source == "!late")
        #expect(early.type == .bool)
    }

    @Test func anEmptyEnvironment() {
        let env = Env()
        #expect(env.variables.isEmpty)
        #expect(env.container.isEmpty)
        #expect(env.maxDepth == 100)
        #expect(env.maxSize == 65_536)
        #expect(env.maxNodes == 20_000)
        #expect(env.maxCost == .max)
        #expect(env.slot(of: "anything") == nil)
        #expect(evaluate("1 + 1 == 2", in: env) == .yes)
    }

    @Test func withoutZonesOnlyOffsetsAreKnown() {
        #expect(evaluate("timestamp(0).getHours('UTC') == 0") == .yes)
        #expect(evaluate("timestamp(0).getHours('-01:00') == 23") == .yes)
        #expect(
            evaluate("timestamp(0).getHours('Europe/Berlin')")
                == .issues(["unknown time zone 'Europe/Berlin'"]))
        #expect(
            evaluate("timestamp(0).getHours('Europe/Berlin')", check: false)
                == .error(.invalidArgument))
    }

    /// A zone named by a constant is looked up when the expression is compiled, and only then.
    @Test func constantZonesAreLookedUpOnce() throws {
        let lookups = Counter()
        let env = Env(
            variables: [Variable(name: "at", type: .timestamp)],
            zones: { name in
                lookups.count(name)
                return { _ in 3600 }
            })
        let program = try env.compile("at.getHours('Test/Zone')").get()
        let before = lookups.total
        #expect(before > 0)
        var activation = Activation(env)
        for hour in 0..<20 {
            let instant = try #require(Timestamp(seconds: Int64(hour) * 3600))
            activation.set("at", .timestamp(instant))
            #expect(program.evaluate(activation) == .success(.int(Int64(hour + 1))))
        }
        #expect(lookups.total == before)
        #expect(lookups.names == ["Test/Zone"])
    }

    @Test func compilingTwiceGivesTheSame() throws {
        let env = Env(variables: [Variable(name: "n", type: .int)])
        let first = try env.compile("n > 1 && [n].exists(x, x > 2)").get()
        let second = try env.compile("n > 1 && [n].exists(x, x > 2)").get()
        #expect(first.cost == second.cost)
        #expect(first.references == second.references)
        var activation = Activation(env)
        for n in Int64(0)..<5 {
            activation.setInt(0, n)
            #expect(first.evaluate(activation) == second.evaluate(activation))
            #expect(first.evaluateBool(activation) == .success(n > 2))
        }
    }

    @Test func issuesAreACollection() throws {
        let issues = try #require(Env().issues("a + b + c"))
        #expect(issues.count == 3)
        #expect(issues[0].message == "undeclared reference to 'a'")
        #expect(issues.map(\.offset) == [0..<1, 4..<5, 8..<9])
        #expect(issues.first == issues[issues.startIndex])
        #expect(issues.reversed().first?.message == "undeclared reference to 'c'")
        #expect(
            issues.description
                == """
                0: undeclared reference to 'a'
                4: undeclared reference to 'b'
                8: undeclared reference to 'c'
                """)
        #expect(Env().issues("a + b + c") == issues)
    }
}

/// Counts what was asked for.
private final class Counter: @unchecked Sendable {
    // The tests that use it compile on one thread.
    private(set) var names: Set<String> = []
    private(set) var total = 0

    func count(_ name: String) {
        names.insert(name)
        total += 1
    }
}
