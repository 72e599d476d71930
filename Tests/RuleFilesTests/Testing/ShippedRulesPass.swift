import Foundation
import RuleFiles
import Testing

/// The shipped rules do what their own tests say, and every condition in them is seen true and
/// seen false.
@Suite struct ShippedRulesPass {
    private static func names(_ directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: repository(directory))) ?? [])
            .sorted()
    }

    private static let report = Trial.tester.test([
        repository("rules/defaults"), repository("rules/examples"),
    ])

    @Test func everyCasePasses() {
        let report = Self.report
        for file in report.files {
            #expect(file.diagnostics == [], "\(file.path)")
            for testCase in file.cases {
                let failures = testCase.failures.map { $0.rendered(color: false) }
                #expect(failures == [], "\(testCase.name)")
            }
        }
        #expect(report.hasPassed && report.passed >= 58)
    }

    @Test func everyConditionIsSeenTrueAndFalse() {
        #expect(Self.report.missing.map { $0.rendered(color: false) } == [])
        #expect(Self.report.conditions.count >= 25)
        let shipped = Self.report.conditions.filter { $0.file.contains("/defaults/") }
        #expect(
            shipped.map(\.path) == [
                "features.late", "features.weekend", "risk.factors.high_frequency",
                "risk.factors.high_impulse_ratio", "risk.factors.late_night",
                "risk.factors.quiet_hours_off", "risk.factors.rapid_unblocks",
                "risk.factors.weekend", "auto_protection.high_risk",
            ])
    }

    @Test func everyExampleHasATest() {
        let names = Set(Self.names("rules/examples").filter { $0.hasSuffix(".yaml") })
        for name in names where !name.hasSuffix(".test.yaml") {
            #expect(names.contains(name.replacing(".yaml", with: ".test.yaml")), "\(name)")
        }
    }

    @Test func oneExampleHoldsEveryKeyOfATestFile() throws {
        let text = try String(
            contentsOfFile: repository("rules/examples/everything.test.yaml"), encoding: .utf8)
        let keys = [
            "version", "rules", "with", "time_zone", "cases", "name", "now", "given", "expect",
            "then", "ago", "at", "after", "times", "every", "unblock", "request", "confirm", "keep",
            "attempt", "use", "check_in", "protect", "switch_off", "switch_on", "session", "travel",
            "purpose", "category", "mood", "amount", "minutes", "emergency", "regret", "answer",
            "for", "strict", "score", "automatic", "level", "factors", "features",
            "auto_protection", "holds",
            "blocked", "open", "decisions", "check_ins", "prompts", "wait", "refused",
            "refused_until", "by", "until", "block",
        ]
        for key in keys {
            let isThere = ["\n", " ", "{"].contains { text.contains("\($0)\(key): ") }
            #expect(isThere || text.contains("\(key):\n"), "\(key)")
        }
    }

    @Test func theLoaderLeavesTestsOut() {
        for directory in ["rules/defaults", "rules/examples"] {
            let loading = RuleLoader(zones: zones).load(
                RuleDirectories(overriding: [repository(directory)]))
            let paths = loading.sources.map(\.path)
            #expect(!paths.contains { $0.hasSuffix(".test.yaml") }, "\(directory)")
        }
    }

    /// A test that cannot fail says nothing: each of these changes must be noticed.
    @Test(arguments: [
        ("local.hour >= 22", "local.hour >= 23"), ("local.hour < 2", "local.hour <= 2"),
        ("local.hour >= 18", "local.hour > 18"),
        ("unblocks.last_hour >= 3", "unblocks.last_hour > 3"),
        ("duration(\"30m\")", "duration(\"31m\")"), ("duration(\"1h\")", "duration(\"59m\")"),
        ("unblocks.last_30_days >= 5", "unblocks.last_30_days >= 6"),
        ("unblocks.impulse_ratio >= 0.6", "unblocks.impulse_ratio >= 0.4"),
        ("weight: 0.10, when: weekend", "weight: 0.11, when: weekend"),
        ("when: quiet_hours.switched_off", "when: quiet_hours.active"),
        ("critical: 0.8", "critical: 0.81"), ("moderate: 0.4", "moderate: 0.401"),
    ])
    func aChangeOfTheScoreIsNoticed(from: String, to: String) throws {
        try expectNoticed(in: "risk.yaml", from: from, to: to)
    }

    @Test(arguments: [
        ("risk.automatic >= 0.8", "risk.automatic > 0.8"), ("for: 2h", "for: 119m"),
        ("again_after: 30m", "again_after: 25m"), ("again_after: 30m", "again_after: 31m"),
    ])
    func aChangeOfAutoProtectionIsNoticed(from: String, to: String) throws {
        try expectNoticed(in: "auto-protection.yaml", from: from, to: to)
    }

    @Test(arguments: [
        ("grant: 15m", "grant: 16m"), ("planned: 20s", "planned: 21s"),
        ("impulse: 20s", "impulse: 19s"),
    ])
    func aChangeOfTheConversationIsNoticed(from: String, to: String) throws {
        try expectNoticed(in: "unblock.yaml", from: from, to: to)
    }

    private func expectNoticed(in file: String, from: String, to: String) throws {
        let scratch = try Scratch()
        for name in Self.names("rules/defaults") {
            var text = try String(
                contentsOfFile: repository("rules/defaults/\(name)"), encoding: .utf8)
            if name == file {
                try #require(text.contains(from))
                text = text.replacing(from, with: to)
            }
            try scratch.write(text, to: name)
        }
        let report = Trial.tester.test([scratch.path])
        #expect(report.faulty == 0 && report.failed > 0)
    }
}
