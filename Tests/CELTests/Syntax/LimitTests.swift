import CEL
import Testing

struct LimitTests {
    /// Ways to nest a source in itself, each with a base.
    static let nestings: [(open: String, base: String, close: String)] = [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{1: ", "1", "}"),
        ("true ? 1 : ", "1", ""),
        ("size([", "1", "])"),
        ("[1][", "0", "]"),
        ("-(", "1", ")"),
        ("!(", "true", ")"),
        ("dyn(", "1", ")"),
        ("[1].map(x, ", "1", ")"),
        ("1 + (", "1", ")"),
    ]

    static func nested(_ form: (open: String, base: String, close: String), _ levels: Int) -> String
    {
        String(repeating: form.open, count: levels) + form.base
            + String(repeating: form.close, count: levels)
    }

    @Test func thirtyLevelsAreFine() {
        for form in Self.nestings where !form.open.hasPrefix("[1].map") {
            let env = Env()
            if let issues = env.issues(Self.nested(form, 30)) {
                Issue.record("\(form.open): \(issues)")
            }
        }
    }

    @Test func tooDeepIsOneIssue() throws {
        for form in Self.nestings {
            for levels in [101, 1000, 5000] {
                let issues = try #require(Env().issues(Self.nested(form, levels)), "\(form)")
                #expect(
                    issues.contains {
                        $0.message == "the expression is nested deeper than 100 levels"
                    }, "\(form.open) \(levels) \(issues)")
            }
        }
    }

    @Test(arguments: [
        String(repeating: "(", count: 50_000), String(repeating: "[", count: 50_000),
        String(repeating: "{", count: 50_000), String(repeating: "a.", count: 25_000),
        String(repeating: "[0]", count: 20_000), String(repeating: "f(", count: 25_000),
        "x" + String(repeating: "[0]", count: 20_000), "x" + String(repeating: ".y", count: 25_000),
        String(repeating: "1+", count: 25_000) + "1", String(repeating: "1<", count: 25_000) + "1",
    ])
    func hugeSourcesGiveIssuesAndNoOverflow(source: String) throws {
        let issues = try #require(Env().issues(source))
        #expect(
            issues.contains { $0.message == "the expression is nested deeper than 100 levels" })
    }

    @Test func longChainsOfLogicAreNotDeep() {
        let terms = Array(repeating: "false", count: 5000)
        #expect(evaluate(terms.joined(separator: "||") + "||true") == .yes)
        #expect(evaluate("true&&" + terms.joined(separator: "&&")) == .no)
        let env = Env(variables: [Variable(name: "n", type: .int)])
        let tests = (0..<2000).map { "n == \($0)" }.joined(separator: " || ")
        #expect(evaluate(tests, in: env, ["n": .int(1999)]) == .yes)
        #expect(evaluate(tests, in: env, ["n": .int(2000)]) == .no)
    }

    @Test func manySignsAreNotDeep() {
        #expect(evaluate(String(repeating: "!", count: 10_000) + "true") == .yes)
        #expect(evaluate(String(repeating: "!", count: 10_001) + "true") == .no)
        #expect(evaluate(String(repeating: "-", count: 10_001) + "7") == .value(.int(-7)))
        #expect(
            evaluate(String(repeating: "!", count: 10_000) + "7")
                == .issues(["'!' is not defined for int"]))
    }

    @Test func ownLimits() throws {
        let env = Env(maxDepth: 3, maxSize: 20)
        #expect(env.issues("(((1)))")?.count == 1)
        #expect(env.issues("((1))") == nil)
        #expect(env.issues("'1234567890123456'") == nil)
        let issues = try #require(env.issues("'12345678901234567890'"))
        #expect(issues.map(\.message) == ["the expression is longer than 20 bytes"])
        #expect(issues.first?.offset == 20..<22)
        #expect(env.issues("'üüüüüüüüüü'")?.count == 1)
    }

    @Test func costs() throws {
        func cost(_ source: String) throws -> Int { try Env().compile(source).get().cost }
        #expect(try cost("1") == 1)
        #expect(try cost("1 + 2") == 3)
        #expect(try cost("[1, 2, 3].all(x, x > 0)") == 4 + 1 + 3 * 4)
        #expect(try cost("[1, 2].map(x, x)") < cost("[1, 2, 3].map(x, x)"))
        #expect(try cost("[1, 2].map(x, x).map(y, y)") == cost("[1, 2].map(x, x)") + 1 + 2 * 2)
        #expect(try cost("([1] + [2, 3]).all(x, true)") == 6 + 1 + 3 * 2)
        #expect(try cost("(true ? [1] : [2, 3]).all(x, true)") == 7 + 1 + 2 * 2)
    }

    @Test func listsFromOutsideCountAsAHundred() throws {
        let env = Env(variables: [Variable(name: "list", type: .list(.int))])
        #expect(try env.compile("list.all(x, true)").get().cost == 10 + 1 + 100 * 2)
    }

    @Test func textsCountByTheirLength() throws {
        let long = String(repeating: "x", count: 1600)
        #expect(try Env().compile("'\(long)'").get().cost == 101)
        #expect(try Env().compile("b'\(long)'").get().cost == 101)
        #expect(try Env().compile("'x'").get().cost == 1)
    }

    /// Doubling a long text again and again comes to the limit before the memory does.
    @Test func doublingOfTextsIsBounded() throws {
        var env = Env()
        env.define("n0", as: try env.compile("'\(String(repeating: "x", count: 60_000))'").get())
        var doublings = 0
        while case .success(let program) = env.compile("n\(doublings) + n\(doublings)") {
            doublings += 1
            try #require(doublings < 12)
            env.define("n\(doublings)", as: program)
        }
        #expect(doublings > 2)
    }

    @Test func tooCostlyIsAnIssue() throws {
        let list = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"
        var source = "true"
        for level in 0..<8 { source = "\(list).all(x\(level), \(source))" }
        let issues = try #require(Env().issues(source))
        #expect(issues.count == 1)
        #expect(issues.first?.message.hasPrefix("the expression may take ") == true)
        #expect(issues.first?.offset == 0..<source.utf8.count)
        #expect(Env(maxCost: .max).issues(source) == nil)
        var endless = "true"
        for level in 0..<40 { endless = "\(list).all(x\(level), \(endless))" }
        #expect(Env().issues(endless)?.count == 1)
    }

    @Test func namedExpressionsAddTheirCost() throws {
        let env = Env()
        let inner = try env.compile("[1, 2, 3].all(x, x > 0)").get()
        let outer = try env.defining("fine", as: inner).compile("fine && fine").get()
        #expect(outer.cost == 1 + 2 * inner.cost)
    }
}
