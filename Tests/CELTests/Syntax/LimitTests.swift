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

    @Test func tooManyPartsAreOneIssue() throws {
        let list = "[" + Array(repeating: "1", count: 20_000).joined(separator: ",") + "]"
        let issues = try #require(Env().issues(list))
        #expect(issues.map(\.message) == ["the expression has more than 20000 parts"])
        #expect(Env(maxNodes: 30_000).issues(list) == nil)
        #expect(Env(maxNodes: 3).issues("1 + 2") == nil)
        #expect(Env(maxNodes: 2).issues("1 + 2")?.count == 1)
        #expect(Env(maxNodes: 3).issues("1 + 2 + 3")?.count == 1)
    }

    /// With the limit of size out of the way: ten thousand levels of everything.
    @Test func tenThousandLevels() throws {
        let env = Env(
            libraries: [.strings, .twoVariableComprehensions], maxSize: .max, maxNodes: .max)
        let further = [
            ("[1].all(i, v, ", "true", ")"), ("'a'.replace('b', ", "'c'", ")"),
            ("has({'a': 1}.a) && (", "true", ")"), ("{'k': ", "1", "}.k"), ("a.b(", "1", ")"),
            ("true ? (", "1", ") : 2"), ("[[", "1", "]]"), ("true || (", "1", ")"),
        ]
        for form in Self.nestings + further {
            let source = Self.nested((form.0, form.1, form.2), 10_000)
            let issues = try #require(env.issues(source), "\(form.0)")
            #expect(
                issues.contains {
                    $0.message == "the expression is nested deeper than 100 levels"
                }, "\(form.0)")
        }
    }

    @Test func textsOfAMegabyte() throws {
        let long = String(repeating: "x", count: 1 << 20)
        for source in ["'\(long)'", long, "'\(long)", "\(long).a", "// \(long)", "1 \(long)"] {
            let issues = try #require(Env().issues(source))
            #expect(issues.map(\.message) == ["the expression is longer than 65536 bytes"])
        }
        let env = Env(
            variables: [Variable(name: "s", type: .string)], libraries: [.strings], maxSize: .max)
        #expect(evaluate("size('\(long)')", in: env) == .value(.int(1 << 20)))
        #expect(env.issues(long)?.count == 1)
        #expect(env.issues("'\(long)")?.count == 1)
    }

    /// A pattern that others take for ever over; the estimate knows what it comes to.
    @Test func catastrophicPatterns() throws {
        let variable = Variable(name: "s", type: .string, size: .text(2000))
        let env = Env(variables: [variable], maxCost: 1_000_000)
        let text = String(repeating: "a", count: 300)
        for pattern in ["(a+)+$b", "(a|a)*b", "(a|aa)+b", "(.*)(.*)(.*)b", "(a?){30}a{30}b"] {
            let outcome = evaluate("s.matches('\(pattern)')", in: env, ["s": .string(text)])
            #expect(outcome == .no, "\(pattern)")
        }
        let issues = try #require(env.issues("s.matches('(a{50}){50}')"))
        #expect(
            issues.map(\.message) == [
                "the expression may take 10109065 steps; the limit is 1000000"
            ])
        for pattern in ["(a{1000}){1000}", "((a{100}){100}){100}", "(((((a*)*)*)*)*){1000}"] {
            #expect(env.issues("s.matches('\(pattern)')")?.count == 1, "\(pattern)")
        }
        // As a text from outside it is an error of evaluation.
        let open = Env(variables: [variable, Variable(name: "p", type: .string)])
        let values = ["s": Value.string(text), "p": .string("(a{1000}){1000}")]
        #expect(evaluate("s.matches(p)", in: open, values) == .error(.invalidArgument))
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
        #expect(try cost("([1] + [2, 3]).all(x, true)") == 5 + 4 + 1 + 3 * 2)
        #expect(try cost("(true ? [1] : [2, 3]).all(x, true)") == 1 + 1 + 3 + 1 + 2 * 2)
    }

    @Test func listsFromOutsideCountByTheirDeclaredSize() throws {
        let env = Env(variables: [
            Variable(name: "list", type: .list(.int), size: .collection(100)),
            Variable(name: "any", type: .list(.int)),
        ])
        #expect(try env.compile("list.all(x, true)").get().cost == 1 + 1 + 100 * 2)
        #expect(try env.compile("any.all(x, true)").get().cost == .max)
        #expect(try env.compile("any[0] > 1").get().cost == 5)
    }

    @Test func textsCountByTheirLength() throws {
        let long = String(repeating: "x", count: 1600)
        #expect(try Env().compile("'\(long)' + 'x'").get().cost == 2 + 101)
        #expect(try Env().compile("b'\(long)' + b'x'").get().cost == 2 + 101)
        #expect(try Env().compile("size('\(long)')").get().cost == 1 + 101)
        #expect(try Env().compile("'x' + 'y'").get().cost == 3)
    }

    /// Doubling a long text again and again comes to the limit before the memory does.
    @Test func doublingOfTextsIsBounded() throws {
        var env = Env(maxCost: 1_000_000)
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
        let limited = Env(maxCost: 1_000_000)
        let issues = try #require(limited.issues(source))
        #expect(issues.count == 1)
        #expect(issues.first?.message.hasPrefix("the expression may take ") == true)
        #expect(Env(maxCost: .max).issues(source) == nil)
        var endless = "true"
        for level in 0..<40 { endless = "\(list).all(x\(level), \(endless))" }
        #expect(limited.issues(endless)?.count == 1)
    }

    @Test func namedExpressionsAddTheirCost() throws {
        let env = Env()
        let inner = try env.compile("[1, 2, 3].all(x, x > 0)").get()
        let outer = try env.defining("fine", as: inner).compile("fine && fine").get()
        #expect(outer.cost == 1 + 2 * inner.cost)
    }
}
