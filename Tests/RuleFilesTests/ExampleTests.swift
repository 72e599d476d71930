import Foundation
import RuleModel
import Testing

@testable import RuleFiles

/// The examples with check-ins and budgets.
@Suite struct ExampleTests {
    /// An example where it lies: it may name lists beside it.
    private func loading(_ example: String) throws -> RuleLoadResult {
        let path = repository("rules/examples/\(example)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return RuleLoader(zones: zones).load(
            sources: defaults + [RuleText(path: path, layer: 2, text: text)])
    }

    private func set(_ example: String) throws -> RuleSet {
        try #require(try loading(example).ruleSet)
    }

    @Test func theMorningCheckIn() throws {
        let set = try set("morning-check-in.yaml")
        let checkIn = try #require(set.checkIns.first)
        #expect(set.checkIns.count == 1 && checkIn.key == "morning")
        #expect(checkIn.question == "Have you spent time with God today?")
        #expect(checkIn.welcome?.split(separator: "\n").count == 2)
        #expect(checkIn.opens == 240 && checkIn.reminder == 540 && checkIn.isStrict)
        #expect(checkIn.blocks == ["distractions"] && checkIn.onNo.block == ["distractions"])
        #expect(checkIn.onNo.heading == "Take Time with God First")
        #expect(checkIn.onNo.suggestions.count == 3 && checkIn.onNo.texts.count == 3)
        #expect(!set.isDebug)
    }

    @Test func theScreenBudget() throws {
        let set = try set("screen-budget.yaml")
        #expect(set.budgets.map(\.key) == ["feeds", "video"])
        #expect(set.budgets.map(\.target) == ["feeds", "video"])
        #expect(set.budgets.map(\.limit) == [.minutes(45), .hours(3)])
        #expect(set.budgets.map(\.per) == [.day, .week])
        #expect(set.budgets.map(\.resets) == [240, 0])
        #expect(set.budgets.map(\.isStrict) == [false, true])
        #expect(
            set.risk.variables.map(\.name) == [
                "budgets.feeds.left", "usage.feeds.today", "usage.video.today",
            ])
    }

    @Test func whatIsDoneWithApps() throws {
        let set = try set("apps.yaml")
        #expect(set.targets.map(\.key) == ["arcade", "chat", "shop_app"])
        #expect(set.targets.map(\.enforcement) == [.freeze, .stop, .notify])
        #expect(set.targets.allSatisfy { !$0.kill && $0.hasPrograms })
        #expect(set.targets[1].apps.first == "org.telegram.desktop")
        #expect(set.targets[0].executables == ["/usr/games/supertux2"])
        #expect(set.quietHours.map(\.targets) == [["arcade", "chat", "shop_app"]])
    }

    /// True if a part of a file has a key; the entries and items on the way may be any.
    private static func holds(_ path: ArraySlice<String>, _ part: Any) -> Bool {
        guard let key = path.first else { return true }
        let rest = path.dropFirst()
        let isItem = key == "0"
        if let list = part as? [Any] {
            return list.contains { holds(isItem ? rest : path, $0) }
        }
        guard let map = part as? [String: Any] else { return false }
        if isItem { return holds(rest, map) }
        if let inner = map[key], holds(rest, inner) { return true }
        return !rest.isEmpty && map.values.contains { holds(rest, $0) }
    }

    @Test func everythingHoldsEveryKey() throws {
        let example = try loading("everything.yaml")
        let path = repository("rules/examples/everything.yaml")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let alone = RuleLoader(zones: zones).load(
            sources: [RuleText(path: path, layer: 2, text: text)])
        let json = Data(alone.merged.json().utf8)
        let merged = try #require(
            try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let rules = try #require(merged["rules"])
        for key in DescribedKey.all where key.field.key != RuleFile.version.key {
            #expect(Self.holds(key.path[...], rules), "\(key)")
        }
        let set = try #require(example.ruleSet)
        #expect(set.checkIns.count == 1 && set.budgets.count == 1)
        #expect(set.targets.map(\.enforcement) == [.stop, .freeze])
        #expect(set.targets.map(\.kill) == [true, false])
        #expect(set.targets.map(\.siteCount) == [2, 5] && set.targets[1].lists.count == 1)
        #expect(set.targets[1].names(site: "www.likee.video"))
        #expect(set.targets[0].names(site: "www.amazon.com"))
        #expect(!set.targets[0].names(site: "www.business.amazon.com"))
        #expect(set.retention == .days(730) && !set.isDebug)
        #expect(set.plan.key == "mine" && set.plan.entries == 100)
        #expect(set.plan.metrics == Set(Plan.MetricsRange.allCases))
        #expect(
            set.risk.variables.map(\.spelling) == [
                "budgets.social.left", "check_ins.morning.answered", "check_ins.morning.yes",
                "usage.`social-media`.today",
            ])
        // Most of it is what holds where it is left out.
        var unblock = UnblockRules.standard
        unblock.emergency = EmergencyRules(count: 1, per: .month, wait: .minutes(15))
        #expect(set.unblock == unblock && set.risk.levels == .standard)
        #expect(set.checkIns[0].opens == 240 && set.checkIns[0].isStrict)
        #expect(set.budgets[0].per == .day && set.budgets[0].resets == 0)
        #expect(set.budgets[0].days == .daily)
    }

    @Test(arguments: [
        "apps.yaml", "morning-check-in.yaml", "screen-budget.yaml", "everything.yaml",
    ])
    func whatCatPrintsIsTheSameSet(example: String) throws {
        let first = try loading(example)
        let printed = first.merged.rendered()
        let beside = repository("rules/examples/printed.yaml")
        let again = RuleLoader(zones: zones).load(
            sources: [RuleText(path: beside, layer: 2, text: printed)])
        #expect(again.rendered(color: false) == "")
        let (set, same) = (try #require(first.ruleSet), try #require(again.ruleSet))
        #expect(same.checkIns == set.checkIns && same.budgets == set.budgets)
        #expect(same.retention == set.retention && same.isDebug == set.isDebug)
        #expect(same.plan == set.plan && same.features == set.features)
        #expect(same.quietHours == set.quietHours && same.targets == set.targets)
        #expect(same.weakenings(replacing: set) == [] && set.weakenings(replacing: same) == [])
        #expect(again.merged.rendered().count > 500)
    }

    @Test func catSaysWhereEachPartCameFrom() {
        let loading = load(
            """
            targets: {a: {sites: [a.com]}}
            check_ins: {one: {question: "Ready: yes?", blocks: [a], on_no: {texts: ["A", "B c"]}}}
            budgets: {a: {target: a, limit: 45m}}
            keep: {events: 2y}
            """, "check_ins: {one: {opens: \"05:00\"}}\ndebug: true", defaults: [])
        #expect(
            loading.merged.rendered() == """
                version: 1

                targets:
                  a:  # from a.yaml:1
                    sites: [a.com]

                check_ins:
                  one:  # from a.yaml:2
                    question: "Ready: yes?"
                    blocks: [a]
                    on_no:
                      texts: ["A", "B c"]
                    opens: "05:00"  # from b.yaml:1

                budgets:
                  a:  # from a.yaml:3
                    target: a
                    limit: 45m

                keep:
                  events: 2y  # from a.yaml:4

                debug: true  # from b.yaml:2

                """)
        #expect(loading.merged.origin(of: "keep.events") == "a.yaml:4")
        #expect(loading.merged.origin(of: "debug") == "b.yaml:2")
        #expect(loading.merged.json().contains("\"debug\": true"))
    }
}
