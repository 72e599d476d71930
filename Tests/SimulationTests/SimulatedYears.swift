import Foundation
import RuleFiles
import SimulatedWorld
import Testing

/// The engine, the rule loader and the coding of facts in made-up lives, held to an oracle after
/// every input. docs/testing/simulation.md says what is simulated and what must hold.
@Suite("Simulated years", .enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SimulatedYears {
    /// Fifty years in ten parts, so that they run beside each other; lives in which somebody is
    /// there every ten days, and in one of five every few days. Three are lived twice: the same
    /// seed is the same life, byte for byte.
    @Test(arguments: 0..<10)
    func fiftyYears(part: Int) throws {
        let first = Seeds.first &+ UInt64(part * 5)
        for number in 0..<5 {
            let pace = number == 0 ? Pace.quiet : .still
            let life = Seeds.Life(first &+ UInt64(number), pace, days: 365, .third)
            try live(life, isTwice: number == 0 && part % 4 == 0)
        }
    }

    /// Lives that failed once, up to some days after that.
    @Test(arguments: Seeds.foundBefore + (Seeds.isLong ? Seeds.foundLate : []))
    func foundBefore(life: Seeds.Life) throws { try live(life) }

    private func live(_ found: Seeds.Life, isTwice: Bool = false) throws {
        let life = try Life(
            seed: found.seed, zones: ZoneFiles.source, pace: found.pace, edition: found.edition,
            isTraced: isTwice)
        do {
            try life.live(days: found.days)
            if isTwice { try life.liveAgain(days: found.days) }
        } catch {
            Issue.record("\(error)\n\(life.place)")
        }
    }
}

/// Which lives are lived.
enum Seeds {
    struct Life: CustomTestStringConvertible {
        var seed: UInt64
        var pace: Pace
        var days: Int
        var edition: Edition

        init(_ seed: UInt64, _ pace: Pace, days: Int, _ edition: Edition = .second) {
            self.seed = seed
            self.pace = pace
            self.days = days
            self.edition = edition
        }

        var testDescription: String { "seed \(seed), \(pace), \(days) days, \(edition)" }
    }

    /// The same in every run, unless `SOTERIA_TEST_SEED` gives another one: a test that fails by
    /// chance tells nothing of the change that it was run for.
    static let first =
        ProcessInfo.processInfo.environment["SOTERIA_TEST_SEED"]
        .flatMap { UInt64($0) } ?? 1
    static let isLong = ProcessInfo.processInfo.environment["SOTERIA_LONG"] == "1"

    /// The seeds that found a bug; see docs/testing/simulation.md, "Seeds that are tests".
    static let foundBefore = [
        Life(138, .quiet, days: 350, .first), Life(149, .quiet, days: 320, .first),
        Life(3006, .quiet, days: 235, .first), Life(3180, .busy, days: 60, .first),
        Life(6580, .busy, days: 50, .first), Life(8164, .quiet, days: 115, .first),
        Life(9901, .quiet, days: 155, .first), Life(10138, .quiet, days: 190, .first),
        Life(2, .quiet, days: 230), Life(13, .quiet, days: 62), Life(240, .busy, days: 92),
        Life(1378, .quiet, days: 170), Life(7371, .quiet, days: 20), Life(7720, .busy, days: 101),
        Life(164, .quiet, days: 240, .third), Life(41, .quiet, days: 25, .third),
        Life(300_374, .quiet, days: 365, .fourth), Life(301_149, .quiet, days: 365, .fourth),
        Life(510_087, .quiet, days: 365, .fourth),
    ]

    /// Busy lives whose mistake comes after 15,000 inputs: with `Tests/run --long` alone.
    static let foundLate = [
        Life(6860, .busy, days: 310, .first), Life(8100, .busy, days: 225, .first),
        Life(9740, .busy, days: 260),
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
