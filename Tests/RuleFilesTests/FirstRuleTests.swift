import Foundation
import RuleFiles
import RuleModel
import Testing

/// A newcomer's first rules and first mistakes.
@Suite struct FirstRuleTests {
    @Test func theShortestRuleThatBlocks() throws {
        let set = try ruleSet(
            """
            targets: {shopping: {sites: [amazon.com]}}
            quiet_hours: {nights: {block: [shopping], ranges: [{time: 22:30-06:30}]}}
            """)
        #expect(set.targets.map(\.name) == ["shopping"])
        #expect(set.targets[0].sites == ["amazon.com"] && set.targets[0].apps.isEmpty)
        let nights = set.quietHours[0]
        #expect(nights.name == "nights" && nights.isEnabled && !nights.isStrict)
        #expect(nights.ranges == [DailyRange(days: .daily, start: 1350, end: 390)])
        #expect(nights.timeZone == nil && set.timeZone == nil)
    }

    @Test func theSameInBlockStyle() throws {
        let set = try ruleSet(
            """
            targets:
              shopping:
                sites:
                - amazon.com    # indented or not, a list is a list
                - ebay.com
                apps:
                  - com.valvesoftware.Steam
            quiet_hours:
              nights:
                block:
                  - shopping
                ranges:
                  - days:
                      - mon
                      - wed-thu
                    time: 22:30-06:30
                    except:
                      - 2026-12-24
            """)
        #expect(set.targets[0].sites == ["amazon.com", "ebay.com"])
        #expect(set.targets[0].apps == ["com.valvesoftware.Steam"])
        #expect(set.quietHours[0].ranges[0].days.rawValue == 0b000_1101)
        #expect(set.quietHours[0].ranges[0].except.count == 1)
    }

    @Test func targetsAloneAreASet() throws {
        let set = try ruleSet("targets: {shopping: {apps: [steam]}}")
        #expect(set.quietHours.isEmpty && set.targets.count == 1)
    }

    @Test func withoutAnyFileTheDefaultsAreASet() throws {
        let set = try #require(RuleLoader(zones: zones).load(sources: defaults).ruleSet)
        #expect(set.targets.isEmpty && set.quietHours.isEmpty)
        #expect(set.plan.key == "premium" && set.unblock == .standard)
        #expect(set.risk.factors.count == 6 && set.autoProtections.count == 1)
    }

    @Test func withoutAnythingAtAllThereIsAnEmptySet() throws {
        let loading = RuleLoader(zones: zones).load(sources: [])
        let set = try #require(loading.ruleSet)
        #expect(set.targets.isEmpty && set.risk.factors.isEmpty && set.plan == .premium)
        #expect(set.autoProtections.isEmpty)
        #expect(loading.diagnostics.isEmpty && loading.sources.isEmpty)
        #expect(loading.merged.rendered() == "version: 1\n")
        #expect(loading.merged.json() == "{\"rules\": {}, \"from\": {}}")
    }

    @Test func aScheduleIsSwitchedOffInAFileOfItsOwn() throws {
        let loading = RuleLoader(zones: zones).load(
            sources: defaults + [
                RuleText(
                    path: "/etc/soteria/rules.d/a.yaml", layer: 1,
                    text: schedule("[{time: 22:00-06:00}]")),
                RuleText(
                    path: "90-tools.yaml", layer: 2,
                    text: "quiet_hours: {nights: {enabled: false}}"),
            ])
        #expect(loading.rendered(color: false) == "")
        let nights = try #require(loading.ruleSet).quietHours[0]
        #expect(!nights.isEnabled && nights.targets == ["shopping"])
        #expect(loading.merged.origin(of: "quiet_hours.nights.enabled") == "90-tools.yaml:1")
        #expect(
            loading.merged.origin(of: "quiet_hours.nights.block")
                == "/etc/soteria/rules.d/a.yaml:4")
    }

    @Test func aRuleForSomethingThatIsGonePointsAtItself() {
        let loading = RuleLoader(zones: zones).load(
            sources: [
                RuleText(path: "low.yaml", layer: 0, text: schedule("[{time: 22:00-06:00}]")),
                RuleText(path: "high.yaml", layer: 1, text: "targets: {shopping: null}"),
            ])
        #expect(
            loading.rendered(color: false) == """
                low.yaml:4:13: error: there is no target "shopping"; declare it under "targets:"
                    block: [shopping]
                            ^
                1 error

                """)
    }

    @Test func aFileOfExactlyTheLimitIsRead() throws {
        let scratch = try Scratch()
        let rule = "plan: free\n"
        let comment = "#" + String(repeating: "x", count: (8 << 20) - rule.utf8.count - 2) + "\n"
        try scratch.write(rule + comment, to: "a.yaml")
        let loader = RuleLoader(zones: zones)
        #expect(
            loader.load(RuleDirectories(overriding: [scratch.path])).ruleSet?.plan.key == "free")
        try scratch.write(rule + comment + "#", to: "a.yaml")
        #expect(loader.load(RuleDirectories(overriding: [scratch.path])).ruleSet == nil)
    }

    @Test func aFileThatIsSavedInStepsNeverWeakens() throws {
        // Steps of an editor that truncates the file first and writes later.
        let text = "# My rules\nversion: 1\nplan: premium\n"
        #expect(load("").ruleSet == nil)
        #expect(load("# My ru").ruleSet == nil)
        #expect(load("# My rules\nversion: 1\nplan:").ruleSet == nil)
        #expect(load("# My rules\nversion: 1\nplan: prem").ruleSet == nil)
        #expect(load(text).ruleSet != nil)
    }

    @Test func manyLoadsAtOnceGiveTheSame() async throws {
        let loader = RuleLoader(zones: ZoneSource(environment: [:]))
        let text = RuleText(
            path: "a.yaml", layer: 1,
            text: "time_zone: Europe/Berlin\n" + schedule("[{time: 22:00-06:00}]")
                + factor("now.getHours('Asia/Tokyo') == 3"))
        let fingerprints = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let loading = loader.load(sources: defaults + [text])
                    return loading.ruleSet.map { "\(loading.fingerprint) \($0.quietHours.count)" }
                }
            }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(fingerprints.count == 1 && fingerprints.first != .some(nil))
    }
}
