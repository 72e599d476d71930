import Foundation
import RuleFiles
import RuleTests
import Testing

/// Which files are tests, which rules they are about, and what was seen of the conditions.
@Suite struct TestFilesAndTheirRules {
    private static let night = """
        targets: {shop: {sites: [shop.example]}}
        quiet_hours: {nights: {block: [shop], ranges: [{time: "22:00-06:00"}]}}

        """
    private static func test(_ rules: String, blocked: Bool = true) -> String {
        """
        \(rules)
        cases:
          - name: The night
            now: 2026-11-18 22:30
            expect: {\(blocked ? "blocked" : "open"): [shop]}
        """
    }

    @Test func aFileNamesItsRules() throws {
        let scratch = try Scratch()
        try scratch.write(Self.night, to: "rules/night.yaml")
        try scratch.write("targets: {shop: {sites: [shop.example]}}", to: "rules/other/plain.yaml")
        for (rules, blocked) in [
            ("rules: rules/night.yaml", true), ("rules: [rules/night.yaml]", true),
            ("rules: rules", true), ("rules: [rules, rules/other]", true),
            ("rules: rules/other/plain.yaml", false), ("rules: \(scratch.path)/rules/other", false),
        ] {
            let path = try scratch.write(Self.test(rules, blocked: blocked), to: "a.test.yaml")
            let report = Trial.tester.test([path])
            #expect(report.hasPassed && report.passed == 1, "\(rules)")
        }
    }

    @Test func withoutANameItIsAboutItsDirectory() throws {
        let trial = try Trial(Self.test(""), rules: Self.night, files: ["b.test.yaml": "["])
        #expect(trial.report.files.count == 2 && trial.report.passed == 1)
        #expect(trial.report.faulty == 1)
    }

    @Test func besideTheRulesInUseItIsAboutThose() throws {
        let scratch = try Scratch()
        let own = "\(scratch.path)/config/soteria/rules.d"
        try scratch.write(
            "targets: {shop: {sites: [a.example]}}", to: "prefix/share/soteria/rules.d/a.yaml")
        try scratch.write(
            "quiet_hours: {n: {block: [shop], ranges: [{time: \"22:00-06:00\"}]}}",
            to: "config/soteria/rules.d/night.yaml")
        try scratch.write(Self.test(""), to: "config/soteria/rules.d/night.test.yaml")
        let tester = RuleTester(
            zones: zones, prefix: "\(scratch.path)/prefix",
            environment: ["XDG_CONFIG_HOME": "\(scratch.path)/config"])
        for paths in [[], [own], ["\(own)/night.test.yaml"]] {
            let report = tester.test(paths)
            #expect(report.hasPassed && report.passed == 1, "\(paths)")
            #expect(report.files.map(\.path) == ["\(own)/night.test.yaml"])
        }
        let none = RuleTester(zones: zones, prefix: nil, environment: ["HOME": scratch.path])
        #expect(none.test([]).files.isEmpty && none.test([]).faults.isEmpty)
    }

    @Test func rulesAreNamedProperly() throws {
        func failure(_ rules: String) throws -> [String] {
            try Trial(Self.test(rules), files: ["other/a.yaml": "plan: premium"]).lines
        }
        #expect(try failure("rules: []").first?.hasPrefix("1:8: error: name either ") == true)
        #expect(
            try failure("rules: [rules.yaml, other]") == [
                "1:8: error: name either rule files or directories, but not both"
            ])
        #expect(
            try failure("rules: {a: b}") == [
                "1:8: error: expected a rule file or a directory, found a map"
            ])
        #expect(
            try failure("rules: nothing.yaml") == [
                "nothing.yaml: error: the file cannot be read: No such file or directory"
            ])
    }

    @Test func brokenRulesAreToldAsACheckDoes() throws {
        let trial = try Trial(Self.test(""), rules: "tagets: {}\nrisk: {factors: {a: {weight: 2}}}")
        #expect(
            trial.text == """
                rules.yaml:1:1: error: unknown key "tagets"; did you mean "targets"?
                tagets: {}
                ^
                rules.yaml:2:18: error: factor "a" needs "when:", the condition of the factor
                risk: {factors: {a: {weight: 2}}}
                                 ^
                rules.yaml:2:30: error: expected a number from 0 to 1 with at most three \
                decimal places, found "2"
                risk: {factors: {a: {weight: 2}}}
                                             ^
                """)
        #expect(trial.report.faulty == 1 && trial.report.passed + trial.report.failed == 0)
    }

    @Test func aTestBringsRulesAlong() throws {
        try Trial(
            """
            # Ümläute above take more bytes than columns: ä ö ü
            with:
              targets: {shop: {sites: [shop.example]}}
              quiet_hours:
                nights: {block: [shop], ranges: [{time: "22:00-06:00"}]}
              risk: {factors: {weekend: null}}
            cases:
              - name: The night
                now: sat 2026-11-21 22:30
                expect: {blocked: [shop], factors: [late_night]}
            """, rules: "plan: premium"
        ).expectPassed()
        let faulty = try Trial(
            """
            cases: [{name: A, now: 2026-11-18 22:30, expect: {score: 0}}]
            # Flow, and last in the file.
            "with": {features: {x: "local.hour >="}, targts: {}}
            """)
        #expect(
            faulty.text == """
                a.test.yaml:3:38: error: expected an expression, found the end
                "with": {features: {x: "local.hour >="}, targts: {}}
                                                     ^
                a.test.yaml:3:42: error: unknown key "targts"; did you mean "targets"?
                "with": {features: {x: "local.hour >="}, targts: {}}
                                                         ^
                """)
        #expect(try Trial("with: [a]\ncases: [a]").lines.first?.hasPrefix("1:7: error") == true)
    }

    @Test func whatCannotBeRead() throws {
        let scratch = try Scratch()
        try scratch.write([0xff, 0xfe, 0x00], to: "a.test.yaml")
        try scratch.write("", to: "empty/rules.yaml")
        #expect(mkfifo("\(scratch.path)/b.test.yaml", 0o600) == 0)
        let report = Trial.tester.test([
            scratch.path, "\(scratch.path)/empty", "\(scratch.path)/c.test.yaml",
        ])
        let text = (report.faults + report.files.flatMap(\.diagnostics)).map(\.description)
            .map { $0.replacing("\(scratch.path)/", with: "") }
        #expect(
            text == [
                "empty: error: this directory has no *.test.yaml files",
                "a.test.yaml: error: the file cannot be read: it is not UTF-8 text",
                "b.test.yaml: error: the file cannot be read: not a regular file",
                "c.test.yaml: error: the file cannot be read: No such file or directory",
            ])
        #expect(report.faulty == 4 && !report.hasPassed)
    }

    @Test func namesAreFiltered() throws {
        let two = """
            cases:
              - {name: Nights in spring, now: 2026-03-18 22:30, expect: {score: 0.4}}
              - {name: Nights in autumn, now: 2026-11-18 22:30, expect: {score: 0.5}}
            """
        let spring = try Trial(two, filter: "SPRING").report
        #expect(spring.passed == 1 && spring.failed == 0)
        let autumn = try Trial(two, filter: "autumn").report
        #expect(autumn.passed == 0 && autumn.failed == 1)
        #expect(autumn.files[0].cases.map(\.line) == [3])
        #expect(try Trial(two, filter: "winter").report.passed == 0)
        #expect(try Trial(two, filter: "A.TEST").report.passed == 1)
    }

    // MARK: - Coverage

    @Test func conditionsAreCountedOverAllFiles() throws {
        let rules = """
            features: {noon: local.hour == 12, unused: local.day == 31}
            risk: {factors: {lunch: {weight: 0.1, when: noon}, late_night: {weight: 0.2}}}
            auto_protection: {own: {when: risk.automatic >= 0.3}}
            """
        let morning = "cases: [{name: A, now: 2026-11-18 11:59, expect: {features: {noon: false}}}]"
        let noon = "cases: [{name: B, now: 2026-11-18 12:00, expect: {features: {noon: true}}}]"
        let trial = try Trial(morning, rules: rules, files: ["b.test.yaml": noon])
        let report = trial.report
        #expect(report.hasPassed && report.passed == 2)
        // The shipped rules lie below; their conditions do not matter to these tests.
        #expect(
            report.conditions.map(\.path) == [
                "features.noon", "features.unused", "risk.factors.lunch", "auto_protection.own",
            ])
        #expect(report.conditions.map(\.isCovered) == [true, false, true, false])
        #expect(report.covered == 2)
        #expect(report.conditions.allSatisfy { $0.seenFalse > 0 })
        let missing = report.missing.map { $0.rendered(color: false) }
        #expect(missing.count == 2)
        #expect(
            missing[0].hasSuffix(
                """
                rules.yaml:1:44: error: no case made features.unused true
                features: {noon: local.hour == 12, unused: local.day == 31}
                                                           ^
                """))
        #expect(
            missing[1].contains("rules.yaml:3:31: error: no case made auto_protection.own true"))
    }

    @Test func conditionsThatATestBringsAlongAreNotCounted() throws {
        let report = try Trial(
            """
            with: {features: {mine: local.hour == 3}, risk: {factors: {weekend: {when: mine}}}}
            cases: [{name: A, now: 2026-11-18 12:00, expect: {features: {mine: false}}}]
            """, rules: "features: {late: local.hour == 4}"
        ).report
        #expect(report.hasPassed && report.conditions.map(\.path) == ["features.late"])
    }

    @Test func conditionsAreSeenBetweenTheLooksToo() throws {
        let report = try Trial(
            """
            cases:
              - name: Over the night
                now: 2026-11-18 12:00
                then: [{after: 20h, expect: {features: {deep: false}}}]
            """,
            rules: """
                features: {deep: local.hour == 3}
                risk: {factors: {deep: {weight: 0.1, when: deep}}}
                """
        ).report
        #expect(report.hasPassed && report.covered == 2)
    }
}
