import Foundation
import RuleFiles
import SimulatedWorld
import Testing

/// The engine, the rule loader and the coding of facts in made-up lives, held to an oracle after
/// every input. docs/testing/simulation.md says what is simulated and what must hold.
@Suite("Simulated years", .enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SimulatedYears {
    /// Fifty years in ten parts, so that they run beside each other; lives in which somebody is
    /// there every ten days, and in one of five every few days.
    @Test(arguments: 0..<10)
    func fiftyYears(part: Int) throws {
        let first = Seeds.first &+ UInt64(part * 5)
        for number in 0..<5 {
            try live(seed: first &+ UInt64(number), number == 0 ? .quiet : .still)
        }
    }

    /// Lives that failed once, up to some days after that.
    @Test(arguments: Seeds.foundBefore)
    func foundBefore(seed: UInt64, pace: Pace, days: Int) throws {
        try live(seed: seed, pace, days: days)
    }

    private func live(seed: UInt64, _ pace: Pace, days: Int = 365) throws {
        let life = try Life(seed: seed, zones: ZoneFiles.source, pace: pace)
        do {
            try life.live(days: days)
        } catch {
            Issue.record("\(error)\n\(life.place)")
        }
    }
}

/// Which lives are lived.
enum Seeds {
    /// The same in every run, unless `SOTERIA_TEST_SEED` gives another one: a test that fails by
    /// chance tells nothing of the change that it was run for.
    static let first =
        ProcessInfo.processInfo.environment["SOTERIA_TEST_SEED"]
        .flatMap { UInt64($0) } ?? 1

    /// 138: a check-in's end was looked for by trusted time; 10138: one whose opening came twice;
    /// 8164: a refusal named a target that is blocked; 9901: hours that were edited while they ran
    /// began when those before them had. Of the others the oracle was wrong: 3006 about an edit
    /// that takes one back, 6580 about quiet hours that meet as the zone changes.
    static let foundBefore: [(seed: UInt64, pace: Pace, days: Int)] = [
        (138, .quiet, 365), (149, .quiet, 365), (3006, .quiet, 365), (6580, .busy, 70),
        (8164, .quiet, 365), (9901, .quiet, 365), (10138, .quiet, 365),
    ]
}

/// The system's own zone files.
enum ZoneFiles {
    static let source = ZoneSource(
        directory: "/usr/share/zoneinfo", localtime: "/etc/localtime")
    static let areInstalled = FileManager.default.fileExists(
        atPath: "/usr/share/zoneinfo/Europe/Berlin")
    static let missing = "no zone files in /usr/share/zoneinfo"
}
