import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria rules test`, which works without a daemon.
@Suite struct RuleTestCommandTests {
    private static let rules = """
        targets: {shops: {name: Shops, sites: [amazon.com]}}
        quiet_hours: {nights: {block: [shops], ranges: [{time: "22:30-06:30"}]}}
        risk: {factors: {payday: {weight: 0.15, when: local.day == 15}}}

        """
    private static func test(until: String) -> String {
        """
        cases:
          - name: A night
            now: wed 2026-11-18 22:00
            expect: {open: [shops]}
            then: [{at: "22:30", expect: {blocked: {shops: {until: "\(until)"}}}}]
          - {name: A morning, now: 2026-11-18 09:00, expect: {score: 0}}

        """
    }

    @Test func casesThatPassEndIn0() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.rules, "a.test.yaml": Self.test(until: "06:30")]) {
            directory in
            for path in [directory, directory + "/a.test.yaml"] {
                let run = CommandRun("rules", "test", path)
                #expect(run.status == 0 && run.error.isEmpty)
                #expect(
                    run.output == """
                        ok     \(directory)/a.test.yaml  2 cases
                        2 cases passed; 0 of 1 condition seen both true and false.

                        """)
            }
        }
    }

    @Test func casesThatFailEndIn1() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.rules, "a.test.yaml": Self.test(until: "07:00")]) {
            directory in
            let run = CommandRun("rules", "test", directory)
            #expect(run.status == 1)
            let file = "\(directory)/a.test.yaml"
            #expect(
                run.output == """
                    FAIL   \(file)  1 of 2 cases

                    FAIL   A night
                    \(file):5:60: error: expected "shops" to be blocked until Thu 2026-11-19 07:00, \
                    got Thu 2026-11-19 06:30
                        then: [{at: "22:30", expect: {blocked: {shops: {until: "07:00"}}}}]
                                                                               ^
                    \(file):2:11: note: in the case "A night", at Wed 2026-11-18 22:30

                    1 case passed, 1 failed; 0 of 1 condition seen both true and false.

                    """)
            let colored = CommandRun("rules", "test", directory, style: Style(color: true))
            #expect(colored.output.contains("\u{1b}[31mFAIL"))
            let morning = CommandRun("rules", "test", directory, "--filter", "morning")
            #expect(morning.status == 0 && morning.output.contains("1 case passed;"))
            let none = CommandRun("rules", "test", directory, "--filter", "noon")
            #expect(none.status == 1)
            #expect(none.error == "soteria: no case or file has \"noon\" in its name\n")
        }
    }

    @Test func coverageIsShownAndCanBeDemanded() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.rules, "a.test.yaml": Self.test(until: "06:30")]) {
            directory in
            let shown = CommandRun("rules", "test", directory, "--coverage")
            #expect(shown.status == 0)
            let table = shown.output.split(separator: "\n").map(String.init)
            #expect(table[1] == "TRUE   FALSE  CONDITION")
            #expect(table[2].hasPrefix("never  "))
            #expect(table[2].hasSuffix("  risk.factors.payday  local.day == 15"))
            let demanded = CommandRun("rules", "test", directory, "--require-coverage")
            #expect(demanded.status == 1)
            #expect(
                demanded.output.contains(
                    """
                    \(directory)/a.yaml:3:47: error: no case made risk.factors.payday true
                    risk: {factors: {payday: {weight: 0.15, when: local.day == 15}}}
                                                                  ^

                    """))
            let both = CommandRun(
                "rules", "test", directory, "--require-coverage", "--filter", "night")
            #expect(both.status == 64 && both.error.contains("leave out --filter"))
        }
    }

    @Test func faultyFilesAreToldAndEndIn1() throws {
        let files = ["a.yaml": "tagets: {}", "a.test.yaml": Self.test(until: "06:30")]
        try RuleFilesOnDisk.with(files) { directory in
            let run = CommandRun("rules", "test", directory)
            #expect(run.status == 1)
            #expect(
                run.output == """
                    error  \(directory)/a.test.yaml
                    \(directory)/a.yaml:1:1: error: unknown key "tagets"; did you mean "targets"?
                    tagets: {}
                    ^
                    0 cases passed, 1 file not tested.

                    """)
        }
        try RuleFilesOnDisk.with([:]) { directory in
            let run = CommandRun("rules", "test", directory)
            #expect(run.status == 1)
            #expect(run.output.contains("this directory has no *.test.yaml files"))
        }
    }

    @Test func theAnswerAsJSON() throws {
        try RuleFilesOnDisk.with(["a.yaml": Self.rules, "a.test.yaml": Self.test(until: "07:00")]) {
            directory in
            let run = CommandRun("rules", "test", directory, "--require-coverage", "--json")
            #expect(run.status == 1)
            let json = try JSON(parsing: run.output)
            #expect(json["valid"]?.boolValue == false && json["passed"]?.intValue == 1)
            #expect(json["failed"]?.intValue == 1 && json["faulty"]?.intValue == 0)
            let file = try #require(json["files"]?.arrayValue?.first)
            #expect(file["path"]?.stringValue == "\(directory)/a.test.yaml")
            let cases = try #require(file["cases"]?.arrayValue)
            #expect(cases.map { $0["name"]?.stringValue } == ["A night", "A morning"])
            #expect(cases.map { $0["failures"]?.arrayValue?.count } == [1, 0])
            let condition = try #require(json["conditions"]?.arrayValue?.first)
            #expect(condition["path"]?.stringValue == "risk.factors.payday")
            #expect(condition["seenTrue"]?.intValue == 0 && condition["line"]?.intValue == 3)
            let diagnostics = try #require(json["diagnostics"]?.arrayValue)
            #expect(diagnostics.map { $0["line"]?.intValue } == [5, 3])
            #expect(diagnostics.allSatisfy { $0["severity"]?.stringValue == "error" })
        }
    }
}
