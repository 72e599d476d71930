import CEL
import RuleComparison
import RuleModel
import Testing

/// Rules that nobody writes by hand: nothing of it takes long, and nothing is decided wrongly.
struct LargeComparisons {
    private func rules(
        _ factors: [(key: String, weight: String, condition: String)],
        auto: [AutoProtection] = [], features: [(String, String)] = []
    ) throws -> RuleSet {
        var environment = Vocabulary.environment()
        for (name, text) in features {
            environment.define(name, as: try environment.compile(text).get())
        }
        let made = try factors.map { factor in
            RiskFactor(
                key: factor.key, weight: try #require(Score(decimal: factor.weight)),
                condition: try environment.compile(factor.condition, expecting: .bool).get(),
                text: factor.condition)
        }
        return RuleSet(
            targets: [target("shopping")], quietHours: [],
            features: Dictionary(uniqueKeysWithValues: features),
            risk: RiskRules(levels: .standard, factors: made, environment: environment),
            autoProtections: auto, unblock: .tested, plan: .premium, timeZone: nil, sources: [])
    }

    /// More weight than a score can hold: what is lost of one factor the others make up for.
    @Test func aScoreHasAnEnd() throws {
        let full = ("full", "1", "true")
        let before = try rules([full, ("late", "0.4", "local.hour >= 22")])
        #expect(try rules([full]).weakenings(replacing: before) == [])
        // Where it does not, the witness says when.
        let part = ("full", "1", "local.weekday < 6")
        let weekdays = try rules([part, ("late", "0.4", "local.hour >= 22")])
        let differences = try rules([part]).differences(from: weekdays)
        #expect(differences.map(\.path) == ["risk.factors.late"])
        #expect(differences.map(\.kind) == [.weaker])
    }

    /// Three cells of each of twelve variables: more combinations than are looked at.
    private func wide(_ hour: Int) -> String {
        [
            "local.minute", "local.weekday", "local.day", "unblocks.last_hour", "unblocks.today",
            "unblocks.this_week", "unblocks.last_30_days", "kept.today", "kept.this_week",
            "attempts.last_hour", "unblocks.impulse_ratio",
        ].map { "\($0) > 2 && \($0) < 5 && " }.joined() + "local.hour == \(hour)"
    }

    @Test func moreCombinationsThanAreLookedAt() throws {
        let before = try rules([("wide", "0.5", wide(20))])
        #expect(try before.weakenings(replacing: rules([("wide", "0.4", wide(20))])) == [])
        let other = try rules([("wide", "0.5", wide(20) + " && true")])
        let difference = try #require(other.differences(from: before).first)
        #expect(difference.kind == .undecided && difference.path == "risk.factors.wide")
        #expect(
            difference.words.hasPrefix("cannot be compared: the conditions have more than 100000"))
        // A heavier factor weighs at least as much, whichever condition it has.
        #expect(try rules([("wide", "0.6", wide(20))]).weakenings(replacing: before) == [])
    }

    @Test func aThousandFactors() throws {
        let texts = (0..<1000).map { "unblocks.today >= \($0)" }
        func all(_ weight: String, _ change: (Int) -> String?) throws -> RuleSet {
            try rules(
                texts.indices.map { ("f\($0)", weight, change($0) ?? texts[$0]) },
                auto: [auto(when: "risk.automatic >= 0.8")])
        }
        let before = try all("0.001") { _ in nil }
        #expect(try all("0.001") { _ in nil }.weakenings(replacing: before) == [])
        #expect(try all("0.002") { _ in nil }.weakenings(replacing: before) == [])
        // One of them: found without looking at the others.
        let one = try all("0.001") { $0 == 7 ? "unblocks.today >= 8" : nil }
        #expect(one.weakenings(replacing: before) == ["risk.factors.f7"])
        #expect(before.weakenings(replacing: one) == [])
        // Many of them: weaker, each by itself.
        let many = try all("0.001") { $0 < 50 ? "unblocks.today > \($0)" : nil }
        let weaker = many.weakenings(replacing: before)
        #expect(weaker.count == 50 && weaker.contains("risk.factors.f49"))
    }

    @Test func manyProtectionsOfOneKind() throws {
        func all(_ count: Int, from first: Int = 0) throws -> RuleSet {
            try rules(
                [],
                auto: (first..<first + count).map {
                    try auto("p\($0)", when: "unblocks.today > \($0)")
                })
        }
        let before = try all(300)
        #expect(try all(300).weakenings(replacing: before) == [])
        #expect(try all(301).weakenings(replacing: before) == [])
        // The first one begins wherever all others do, but is one of many.
        #expect(try all(10).weakenings(replacing: before) == [])
        let later = try all(300, from: 1).differences(from: before).filter(\.isWeaker)
        #expect(later.map(\.path) == ["auto_protection.p0"])
    }

    /// Features that stand for one another, each twice: looked at once each.
    @Test func featuresOfFeatures() throws {
        var features = [("f0", "local.hour >= 22")]
        for index in 1...12 {
            features.append(("f\(index)", "f\(index - 1) || f\(index - 1) && true"))
        }
        let before = try rules([("late", "0.5", "f12")], features: Array(features.prefix(13)))
        var edited = Array(features.prefix(13))
        edited[0].1 = "local.hour >= 23"
        let after = try rules([("late", "0.5", "f12")], features: edited)
        #expect(after.weakenings(replacing: before) == ["features.f0"])
        #expect(before.weakenings(replacing: after) == [])
        // As far as they are read, they are numbered, not written out.
        let deep = try rules([("late", "0.5", "local.hour >= 22")], features: [features[0]])
        #expect(deep.weakenings(replacing: deep) == [])
    }

    /// A feature that leads back to itself comes from no file, and ends nevertheless.
    @Test func featuresInACircle() throws {
        let circle = ["a": "b && local.hour > 3", "b": "a || local.hour > 4"]
        let environment = Vocabulary.environment()
        let condition = try environment.compile("local.hour > 5", expecting: .bool).get()
        let setting = ConditionSpace.Setting(features: circle, environment: environment)
        #expect(ConditionSpace([condition], in: setting).isAlwaysFalse(0) != .holds)
        func set(_ features: [String: String], _ text: String) throws -> RuleSet {
            RuleSet(
                targets: [], quietHours: [], features: features,
                risk: RiskRules(
                    levels: .standard,
                    factors: [
                        RiskFactor(
                            key: "f", weight: .one,
                            condition: try environment.compile(text, expecting: .bool).get(),
                            text: "a")
                    ], environment: environment),
                unblock: .tested, plan: .premium, timeZone: nil, sources: [])
        }
        let before = try set(circle, "local.hour > 5")
        var other = circle
        other["a"] = "b || local.hour > 3"
        #expect(try set(other, "local.hour > 6").weakenings(replacing: before) == ["features.a"])
        #expect(before.weakenings(replacing: before) == [])
    }
}
