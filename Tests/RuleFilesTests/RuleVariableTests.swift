import CEL
import RuleFiles
import RuleModel
import Testing

@testable import Engine

/// The variables that targets, budgets and check-ins bring along.
@Suite struct RuleVariableTests {
    /// A set with everything that has variables, and one condition.
    private func rules(_ condition: String) -> String {
        """
        targets: {shop: {sites: [a.com]}, social-media: {sites: [b.com]}, 9gag: {sites: [c.com]}}
        budgets: {shop: {target: shop, limit: 1h}, long-day: {target: shop, limit: 1h, per: week}}
        check_ins: {morning: {question: Q?, blocks: [shop]}, in: {question: R?, blocks: [shop]}}
        risk:
          factors:
            mine: {weight: 0.5, when: '\(condition)'}

        """
    }

    /// Whether the condition of the set holds, given values of some variables.
    private func holds(
        _ condition: String, _ values: [(String, RuleVariable.Value)] = [],
        set change: (inout Features) -> Void = { _ in }
    ) throws -> Bool {
        let set = try ruleSet(rules(condition))
        let now = Instant(seconds: 1_700_000_000)
        var features = Features(
            now: now, local: LocalTime(now, in: .utc), quietHoursActive: false,
            quietHoursSwitchedOff: false,
            ofRules: try set.risk.variables.compactMap { variable in
                try values.first { $0.0 == variable.name }.map {
                    RuleVariable.Reading(try #require(RuleVariable(name: $0.0)), $0.1)
                }
            })
        change(&features)
        let factors = RiskEvaluator(set.risk).assess(features).factors
        let factor = try #require(factors.first { $0.key == "mine" })
        #expect(factor.failure == nil && factor.isAutomatic)
        return factor.isTrue
    }

    @Test(arguments: [
        ("usage.shop.today > duration(\"30m\")", "usage.shop.today", 1801, 1800),
        ("budgets.shop.used >= duration(\"1h\")", "budgets.shop.used", 3600, 3599),
        ("budgets.shop.left < duration(\"5m\")", "budgets.shop.left", 299, 300),
        ("usage.`social-media`.today > duration(\"0s\")", "usage.social-media.today", 1, 0),
        ("usage.`9gag`.today.getMinutes() == 2", "usage.9gag.today", 120, 119),
        ("budgets.`long-day`.left == duration(\"1s\")", "budgets.long-day.left", 1, 2),
        (".usage.shop.today > duration(\"0s\")", "usage.shop.today", 1, 0),
        ("[usage.shop.today].exists(x, x > duration(\"0s\"))", "usage.shop.today", 1, 0),
    ])
    func spans(condition: String, name: String, yes: Int64, no: Int64) throws {
        #expect(try holds(condition, [(name, .span(.seconds(yes)))]))
        #expect(try !holds(condition, [(name, .span(.seconds(no)))]))
    }

    @Test(arguments: [
        ("check_ins.morning.answered", "check_ins.morning.answered"),
        ("check_ins.morning.yes", "check_ins.morning.yes"),
        ("check_ins.`in`.yes", "check_ins.in.yes"),
    ])
    func truths(condition: String, name: String) throws {
        #expect(try holds(condition, [(name, .truth(true))]))
        #expect(try !holds(condition, [(name, .truth(false))]))
    }

    @Test func whatNobodySaysIsNeutral() throws {
        #expect(try holds("usage.shop.today == duration(\"0s\")"))
        #expect(try holds("budgets.shop.used == duration(\"0s\")"))
        #expect(try holds("budgets.shop.left == duration(\"87600h\")"))
        #expect(try holds("!check_ins.morning.answered && !check_ins.morning.yes"))
        // A value of the wrong kind is none.
        #expect(
            try holds(
                "usage.shop.today == duration(\"0s\")", [("usage.shop.today", .truth(true))]))
    }

    @Test func fixedOnesOfThisKind() throws {
        #expect(try !holds("session.idle || session.locked"))
        #expect(try holds("session.idle") { $0.isIdle = true })
        #expect(try holds("session.locked && !session.idle") { $0.isLocked = true })
        let reported = try ruleSet(rules("regret.mean_30_days >= 2.5"))
        let factor = try #require(reported.risk.factors.first { $0.key == "mine" })
        #expect(Vocabulary.reported(in: factor.condition) == ["regret.mean_30_days"])
    }

    @Test func onlyWhatIsReadIsDeclared() throws {
        func names(_ text: String) throws -> [String] {
            try ruleSet(text).risk.variables.map(\.name)
        }
        #expect(try names("plan: premium") == [])
        #expect(try names(rules("local.hour > 3")) == [])
        #expect(
            try names(rules("budgets.shop.left < usage.shop.today || check_ins.`in`.yes")) == [
                "budgets.shop.left", "check_ins.in.yes", "usage.shop.today",
            ])
        // Through features and auto-protections, too; the layout is the same for all of them.
        let set = try ruleSet(
            rules("used")
                + """
                features: {used: usage.shop.today > duration("1h")}
                auto_protection:
                  mine: {when: used && !check_ins.morning.yes && risk.automatic >= 0.5}
                """)
        #expect(
            set.risk.variables.map(\.name) == ["check_ins.morning.yes", "usage.shop.today"])
        #expect(
            set.risk.environment.variables.map(\.name)
                == Vocabulary.entries.map(\.name) + set.risk.variables.map(\.name))
        #expect(set.features["used"] == "usage.shop.today > duration(\"1h\")")
        let now = Instant(seconds: 0)
        let features = Features(
            now: now, local: LocalTime(now, in: .utc), quietHoursActive: false,
            quietHoursSwitchedOff: false,
            ofRules: [
                .init(RuleVariable(.usageToday, of: "shop"), .span(.hours(2))),
                .init(RuleVariable(.checkInYes, of: "morning"), .truth(false)),
            ])
        let assessment = RiskEvaluator(set.risk, set.autoProtections).assess(features)
        #expect(assessment.automatic == Score(thousandths: 900))
        let rule = try #require(set.autoProtections.first { $0.key == "mine" })
        #expect(assessment.holds(rule.condition))
        #expect(
            assessment.factors.first { $0.key == "mine" }?.values.map {
                "\($0.name)=\($0.value)"
            } == ["usage.shop.today=duration(\"7200s\")"])
    }

    @Test func everyVariableOfASet() throws {
        let set = try ruleSet(rules("local.hour > 3"))
        let entries = Vocabulary.entries(of: set).dropFirst(Vocabulary.entries.count)
        #expect(
            entries.map { "\($0.name): \($0.type)" } == [
                "usage.`9gag`.today: duration", "usage.shop.today: duration",
                "usage.`social-media`.today: duration", "budgets.`long-day`.used: duration",
                "budgets.`long-day`.left: duration", "budgets.shop.used: duration",
                "budgets.shop.left: duration", "check_ins.`in`.answered: bool",
                "check_ins.`in`.yes: bool", "check_ins.morning.answered: bool",
                "check_ins.morning.yes: bool",
            ])
        // Each can be read as it is written there.
        for entry in entries {
            let condition =
                entry.type == .bool ? entry.name : "\(entry.name) > duration(\"1h\")"
            #expect(try ruleSet(rules(condition)).risk.variables.count == 1)
        }
    }

    @Test func theyMayProtectByThemselves() throws {
        let set = try ruleSet(
            rules("local.hour > 3")
                + "auto_protection: {a: {when: \"budgets.shop.left < duration('5m')\"}}")
        let rule = try #require(set.autoProtections.first)
        #expect(Vocabulary.isAutomatic(rule.condition))
    }

    @Test func noFeatureTakesTheirNames() {
        for root in ["usage", "budgets", "check_ins", "session", "regret"] {
            #expect(
                lines(load("features: {\(root): \"true\"}")) == [
                    "a.yaml:1:12: error: the name \"\(root)\" already has a meaning in conditions; "
                        + "choose another name"
                ])
        }
    }
}
