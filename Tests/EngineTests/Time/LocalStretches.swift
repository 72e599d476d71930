import SeededRandom
import Testing

@testable import Engine
@testable import RuleModel

/// A cached stretch of local time gives the same results as the zone itself.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct LocalStretches {
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo",
        "Africa/Casablanca", "Pacific/Apia", "Asia/Kathmandu", "UTC",
    ])
    func saysWhatTheZoneSays(name: String) throws {
        let zone = try zone(name)
        var random = SeededGenerator()
        // Of any time, and of the hours around each change of the offset from 1985 to 2035.
        var instants = (0..<200).map { _ in
            Instant(milliseconds: .random(in: 473_385_600_000..<2_051_222_400_000, using: &random))
        }
        for second in zone.transitions where (473_385_600..<2_051_222_400).contains(second) {
            let near = Int64.random(in: -90_000_000...90_000_000, using: &random)
            instants += [near, -1, 0, 1].map { Instant(milliseconds: second * 1000 + $0) }
        }
        for instant in instants {
            let stretch = LocalStretch(instant, in: zone)
            let begun = LocalTime(instant, in: zone)
            #expect(stretch.holds(instant))
            #expect(!stretch.holds(instant - TimeSpan(milliseconds: 1)))
            #expect(!stretch.holds(stretch.until))
            #expect(stretch.offset == begun.offset)
            #expect(stretch.midnight == zone.instant(ofDay: begun.daysSince1970))
            #expect(stretch.monday == zone.instant(ofDay: begun.monday))
            let length = (stretch.until - instant).milliseconds
            for within in [0, length - 1, .random(in: 0..<length, using: &random)] {
                let local = LocalTime(instant + TimeSpan(milliseconds: within), in: zone)
                #expect(local.offset == begun.offset)
                #expect(local.daysSince1970 == begun.daysSince1970)
            }
            let next = LocalTime(stretch.until, in: zone)
            // Some changes of a zone are of its name alone.
            #expect(
                next.offset != begun.offset || next.daysSince1970 == begun.daysSince1970 + 1
                    || zone.transitions.contains(stretch.until.milliseconds / 1000))
        }
    }
}
