import Foundation
import RuleFiles
import RuleTests
import SeededRandom
import Testing

/// Test files that nobody writes on purpose: a result, never a crash, in bounded time.
@Suite struct TestsFromAnywhere {
    private static let text =
        (try? String(
            contentsOfFile: repository("rules/examples/everything.test.yaml"), encoding: .utf8))
        ?? ""

    /// The rules that everything.test.yaml is about, and a place for the files.
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        let rules = try String(
            contentsOfFile: repository("rules/examples/everything.yaml"), encoding: .utf8)
        try scratch.write(rules, to: "everything.yaml")
        try scratch.write("tiktok.com\n", to: "lists/short-videos.txt")
        return scratch
    }

    private func expectResult(_ report: RuleTestReport, _ what: String) {
        let isFaulty = report.faulty > 0
        #expect(isFaulty || report.passed + report.failed > 0, "\(what)")
        for file in report.files {
            for diagnostic in file.diagnostics + file.cases.flatMap(\.failures)
            where diagnostic.line > 0 {
                #expect(diagnostic.column > 0 && diagnostic.excerpt != nil, "\(what)")
            }
        }
    }

    @Test func everyNinthTruncationGivesAResult() throws {
        let scratch = try scratch()
        let bytes = Array(Self.text.utf8)
        #expect(bytes.count > 3000)
        for length in stride(from: 0, to: bytes.count, by: 9) {
            let path = try scratch.write(Array(bytes[..<length]), to: "a.test.yaml")
            expectResult(Trial.tester.test([path]), "cut after \(length) bytes")
        }
    }

    @Test func changedFilesGiveAResult() throws {
        var generator = SeededGenerator()
        print("changed test files from seed \(generator.seed)")
        let scratch = try scratch()
        let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
        let pieces = [
            "wed", "2026-11-18", "25:00", "null", "-1", "999999999d", "0s", "{}", "[]", "shopping",
            "[a, b]", "{a: b}", "\"\"", "02:30", "400d", "unknown", "24h", "true", "local.hour > 2",
        ]
        for round in 0..<200 {
            var changed = lines.map(String.init)
            for _ in 0...(generator.next() % 3) {
                let index = Int(generator.next() % UInt64(changed.count))
                let words = changed[index].split(separator: " ", omittingEmptySubsequences: false)
                let place = Int(generator.next() % UInt64(words.count))
                var new = words.map(String.init)
                switch generator.next() % 4 {
                case 0: changed.remove(at: index)
                case 1: changed.insert(changed[index], at: index)
                default:
                    new[place] = pieces[Int(generator.next() % UInt64(pieces.count))]
                    changed[index] = new.joined(separator: " ")
                }
            }
            let path = try scratch.write(changed.joined(separator: "\n"), to: "a.test.yaml")
            expectResult(
                Trial.tester.test([path]), "round \(round) of seed \(generator.seed)")
        }
    }

    /// Whatever is given and asked, in any order: the engine takes it or refuses it.
    @Test func randomStepsGiveAResult() throws {
        var generator = SeededGenerator()
        print("random steps from seed \(generator.seed)")
        let places = ["shopping", "social-media", "amazon.com", "com.valvesoftware.Steam"]
        func any(_ words: [String]) -> String {
            words[Int(generator.next() % UInt64(words.count))]
        }
        let scratch = try scratch()
        for round in 0..<60 {
            var text = "cases:\n  - name: Any\n    now: 2026-11-18 \(any(["08:00", "23:10"]))\n"
            text += "    expect: {holds: \"true\"}\n    then:\n"
            for _ in 0..<20 {
                let place = any(places)
                let action = any([
                    "unblock: \(place), purpose: \(any(["planned", "impulse"]))",
                    "request: \(place)", "request: \(place), mood: sad", "confirm: \(place)",
                    "keep: \(place)", "attempt: \(place), times: 6, every: 20s",
                    "use: \(place), for: \(any(["1s", "20m", "3h"]))",
                    "check_in: morning, answer: \(any(["yes", "no"]))",
                    "protect: all, for: 90m, strict: true", "protect: shopping, for: 20m",
                    "switch_off: quiet_hours.nights", "switch_on: quiet_hours.nights",
                    "switch_off: targets.shopping", "switch_on: targets.shopping",
                    "switch_off: auto_protection.high_risk", "session: \(any(["idle", "active"]))",
                    "travel: \(any(["Asia/Tokyo", "Pacific/Apia", "Europe/Berlin"]))",
                ])
                text += "      - {after: \(any(["0s", "30s", "10m", "5h", "26h"])), \(action)}\n"
            }
            let path = try scratch.write(text, to: "a.test.yaml")
            let report = Trial.tester.test([path])
            #expect(report.faulty == 0, "round \(round) of seed \(generator.seed)")
            // A refusal that is not expected is the only thing that can fail here.
            for failure in report.files.flatMap(\.cases).flatMap(\.failures) {
                #expect(
                    failure.message.hasPrefix("Soteria refused this step: "),
                    "round \(round) of seed \(generator.seed): \(failure.message)")
            }
        }
    }

    @Test func aYearIsGoneThroughInAnInstant() throws {
        try Trial.case(
            """
            now: 2026-01-02 00:00
            then: [{after: 366d, expect: {blocked: [shop], holds: local.day == 3}}]
            """
        ).expectPassed()
    }
}
