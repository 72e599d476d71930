import CEL
import Testing

/// Named expressions: compiled once, read like variables, computed from the same activation.
struct NamedExpressionTests {
    static let base = Env(variables: [
        Variable(name: "local.hour", type: .int), Variable(name: "unblocks.last_hour", type: .int),
        Variable(name: "ratio", type: .double), Variable(name: "gap", type: .duration),
        Variable(name: "mood", type: .string), Variable(name: "tags", type: .list(.string)),
    ])

    static func env() throws -> Env {
        var env = base
        env.define("late", as: try env.compile("local.hour >= 22 || local.hour < 2").get())
        env.define("busy", as: try env.compile("unblocks.last_hour >= 3").get())
        env.define("risky", as: try env.compile("late && busy").get())
        env.define("score", as: try env.compile("risky ? ratio * 2.0 : ratio").get())
        env.define("next.hour", as: try env.compile("(local.hour + 1) % 24").get())
        return env
    }

    static let values: [String: Value] = [
        "local.hour": .int(23), "unblocks.last_hour": .int(4), "ratio": .double(0.4),
        "gap": .duration(.zero), "mood": .string("calm"), "tags": .list([.string("a")]),
    ]

    @Test(
        arguments: [
            ("late", .yes),
            ("risky", .yes),
            ("!risky", .no),
            ("score", .value(.double(0.8))),
            ("score > 0.5 && late", .yes),
            ("next.hour", .value(.int(0))),
            ("next.hour + local.hour", .value(.int(23))),
            ("[late, busy].all(x, x)", .yes),
            ("tags.all(late, late == 'a') && late", .yes),
            ("dyn(late) == true", .yes),
            (".late", .yes),
            ("type(score) == double", .yes),
        ] as [(String, Outcome)])
    func read(source: String, outcome: Outcome) throws {
        for check in [true, false] {
            #expect(evaluate(source, in: try Self.env(), Self.values, check: check) == outcome)
        }
    }

    @Test func typesAreChecked() throws {
        let env = try Self.env()
        #expect(try env.compile("late").get().type == .bool)
        #expect(try env.compile("score").get().type == .double)
        let issues = try #require(env.issues("late + 1 > 2 && scroe > 1.0"))
        #expect(
            issues.map(\.message) == [
                "'+' is not defined for bool and int", "undeclared reference to 'scroe'",
            ])
        #expect(issues.last?.suggestion == "score")
    }

    @Test(arguments: [
        ("late", ["local.hour"]),
        ("risky", ["local.hour", "unblocks.last_hour"]),
        ("score", ["local.hour", "unblocks.last_hour", "ratio"]),
        (
            "mood == '' || risky && ratio > 0.1",
            ["mood", "local.hour", "unblocks.last_hour", "ratio"]
        ),
        ("busy || late", ["unblocks.last_hour", "local.hour"]),
        ("1 + 1 == 2", []),
        ("ratio + ratio > ratio", ["ratio"]),
        ("tags.exists(t, t == mood)", ["tags", "mood"]),
        ("tags.map(mood, mood)", ["tags"]),
        ("true || ratio > 1.0", ["ratio"]),
        ("has({'a': gap}.a)", ["gap"]),
        ("{mood: gap}[mood] == gap", ["mood", "gap"]),
        ("gap < duration('1s') ? mood : 'x'", ["gap", "mood"]),
    ])
    func references(source: String, names: [String]) throws {
        #expect(try Self.env().compile(source).get().references == names)
        #expect(try Self.env().compile(source, check: false).get().references == names)
    }

    @Test func aNameHidesAVariable() throws {
        var env = Self.base
        env.define("mood", as: try env.compile("mood + '!'").get())
        #expect(evaluate("mood", in: env, Self.values) == .value(.string("calm!")))
        env.define("mood", as: try env.compile("mood + '?'").get())
        #expect(evaluate("mood", in: env, Self.values) == .value(.string("calm!?")))
        #expect(evaluate("mood", in: Self.base, Self.values) == .value(.string("calm")))
    }

    @Test func definingLeavesTheOriginalAlone() throws {
        let derived = Self.base.defining("late", as: try Self.base.compile("local.hour > 21").get())
        #expect(derived.issues("late") == nil)
        #expect(Self.base.issues("late") != nil)
        #expect(derived.variables == Self.base.variables)
        #expect(derived.slot(of: "late") == nil)
    }

    /// An activation serves every environment derived from its own, and programs of any of them.
    @Test func oneActivationServesAll() throws {
        let env = try Self.env()
        let early = try Self.base.compile("local.hour == 23").get()
        let late = try env.compile("late").get()
        var activation = Activation(Self.base)
        activation.setInt(try #require(env.slot(of: "local.hour")), 23)
        #expect(try early.evaluateBool(activation).get())
        #expect(try late.evaluateBool(activation).get())
        var other = Activation(env)
        other.setInt(try #require(Self.base.slot(of: "local.hour")), 3)
        #expect(try !early.evaluateBool(other).get())
        #expect(try !late.evaluateBool(other).get())
    }

    @Test func errorsPassThrough() throws {
        var env = Self.base
        env.define("bad", as: try env.compile("1 / (local.hour - 23) > 0").get())
        #expect(evaluate("bad", in: env, Self.values) == .error(.divisionByZero))
        #expect(evaluate("bad || mood == 'calm'", in: env, Self.values) == .yes)
        #expect(evaluate("bad && mood == 'sad'", in: env, Self.values) == .no)
        #expect(evaluate("bad", in: env, [:]) == .error(.unsetVariable))
    }

    @Test func longChainsOfNames() throws {
        var env = Self.base
        env.define("n0", as: try env.compile("local.hour > 0").get())
        for index in 1...500 {
            env.define("n\(index)", as: try env.compile("n\(index - 1) && true").get())
        }
        #expect(evaluate("n500", in: env, Self.values) == .yes)
        #expect(try env.compile("n500").get().references == ["local.hour"])
    }

    /// Names that double each other's work come to the limit of cost.
    @Test func doublingIsBounded() throws {
        let tags = Variable(
            name: "tags", type: .list(.string), size: .collection(20, of: .text(30)))
        var env = Env(variables: [tags], maxCost: 1_000_000)
        env.define("n0", as: try env.compile("tags + tags").get())
        var failed: Issues?
        for index in 1...60 where failed == nil {
            switch env.compile("n\(index - 1) + n\(index - 1)") {
            case .success(let program): env.define("n\(index)", as: program)
            case .failure(let issues): failed = issues
            }
        }
        #expect(try #require(failed).first?.message.contains("steps") == true)
    }
}
