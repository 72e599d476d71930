import CEL
import RuleModel
import SeededRandom
import Testing

/// Local times to instants: a skipped time is the first instant after the gap, a repeated one has a
/// first and a last occurrence.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct LocalToInstant {
    /// Zone, local time, its first and, where it differs, its last occurrence.
    private static let table = Table(
        """
        # Spring in Berlin: 02:00 to 03:00 are missing.
        Europe/Berlin | 2026-03-29T01:59 | 2026-03-29T00:59:00Z
        Europe/Berlin | 2026-03-29T02:00 | 2026-03-29T01:00:00Z
        Europe/Berlin | 2026-03-29T02:30 | 2026-03-29T01:00:00Z
        Europe/Berlin | 2026-03-29T02:59 | 2026-03-29T01:00:00Z
        Europe/Berlin | 2026-03-29T03:00 | 2026-03-29T01:00:00Z
        Europe/Berlin | 2026-03-29T03:01 | 2026-03-29T01:01:00Z
        # Autumn: 02:00 to 03:00 come twice.
        Europe/Berlin | 2026-10-25T01:59 | 2026-10-24T23:59:00Z
        Europe/Berlin | 2026-10-25T02:00 | 2026-10-25T00:00:00Z | 2026-10-25T01:00:00Z
        Europe/Berlin | 2026-10-25T02:59 | 2026-10-25T00:59:00Z | 2026-10-25T01:59:00Z
        Europe/Berlin | 2026-10-25T03:00 | 2026-10-25T02:00:00Z
        America/New_York | 2026-03-08T02:30 | 2026-03-08T07:00:00Z
        America/New_York | 2026-11-01T01:30 | 2026-11-01T05:30:00Z | 2026-11-01T06:30:00Z
        America/New_York | 2026-11-01T02:00 | 2026-11-01T07:00:00Z
        # Half an hour: repeated in April, skipped in October.
        Australia/Lord_Howe | 2026-04-05T01:29 | 2026-04-04T14:29:00Z
        Australia/Lord_Howe | 2026-04-05T01:30 | 2026-04-04T14:30:00Z | 2026-04-04T15:00:00Z
        Australia/Lord_Howe | 2026-04-05T01:59 | 2026-04-04T14:59:00Z | 2026-04-04T15:29:00Z
        Australia/Lord_Howe | 2026-04-05T02:00 | 2026-04-04T15:30:00Z
        Australia/Lord_Howe | 2026-10-04T01:59 | 2026-10-03T15:29:00Z
        Australia/Lord_Howe | 2026-10-04T02:00 | 2026-10-03T15:30:00Z
        Australia/Lord_Howe | 2026-10-04T02:29 | 2026-10-03T15:30:00Z
        Australia/Lord_Howe | 2026-10-04T02:30 | 2026-10-03T15:30:00Z
        # A whole day is missing: 2011-12-30.
        Pacific/Apia | 2011-12-29T23:59 | 2011-12-30T09:59:00Z
        Pacific/Apia | 2011-12-30T00:00 | 2011-12-30T10:00:00Z
        Pacific/Apia | 2011-12-30T12:00 | 2011-12-30T10:00:00Z
        Pacific/Apia | 2011-12-30T23:59 | 2011-12-30T10:00:00Z
        Pacific/Apia | 2011-12-31T00:00 | 2011-12-30T10:00:00Z
        Pacific/Apia | 2011-12-31T06:30 | 2011-12-30T16:30:00Z
        # Kwajalein had skipped 1993-08-21 in the same way.
        Pacific/Kwajalein | 1993-08-21T12:00 | 1993-08-21T12:00:00Z
        # Ramadan in Morocco: the "summer" time is the lower one.
        Africa/Casablanca | 2026-02-15T02:30 | 2026-02-15T01:30:00Z | 2026-02-15T02:30:00Z
        Africa/Casablanca | 2026-03-22T02:30 | 2026-03-22T02:00:00Z
        Europe/Dublin | 2026-03-29T01:30 | 2026-03-29T01:00:00Z
        Europe/Dublin | 2026-10-25T01:30 | 2026-10-25T00:30:00Z | 2026-10-25T01:30:00Z
        America/St_Johns | 2026-03-08T02:30 | 2026-03-08T05:30:00Z
        America/St_Johns | 2026-11-01T01:30 | 2026-11-01T04:00:00Z | 2026-11-01T05:00:00Z
        # By the footer.
        Europe/Berlin | 2400-03-26T02:30 | 2400-03-26T01:00:00Z
        Europe/Berlin | 2800-10-29T02:30 | 2800-10-29T00:30:00Z | 2800-10-29T01:30:00Z
        Europe/Berlin | 2800-07-01T12:00 | 2800-07-01T10:00:00Z
        """)

    @Test(arguments: table.rows)
    func gapsAndRepeatedTimes(row: String) throws {
        let cells = Table.cells(row)
        let found = try zone(cells[0]).instants(ofLocal: local(cells[1]))
        #expect(text(found.first, in: .utc) == cells[2])
        #expect(text(found.last, in: .utc) == cells[cells.count - 1])
    }

    /// Wherever a local time exists, every answer shows it; first is never after last.
    @Test func answersShowTheTimeAsked() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let names = [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
            "Africa/Casablanca", "America/St_Johns", "Asia/Kathmandu", "America/Santiago",
        ]
        for name in names {
            let zone = try zone(name)
            for _ in 0..<2000 {
                let instant = Instant(seconds: .random(in: 0...40_000_000_000, using: &random))
                let shown = instant.seconds + Int64(zone.offset(at: instant))
                let found = zone.instants(ofLocal: shown)
                #expect(found.first <= instant && instant <= found.last, "\(name) seed \(seed)")
                for answer in [found.first, found.last] {
                    let again = answer.seconds + Int64(zone.offset(at: answer))
                    #expect(again == shown, "\(name) \(shown) seed \(seed)")
                }
            }
        }
    }

    /// Local days follow each other without a hole or an overlap, day by day through a century.
    @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "America/Santiago"])
    func daysAreOrdered(name: String) throws {
        let zone = try zone(name)
        var midnight = try local("2000-01-01T00:00")
        var before = zone.instants(ofLocal: midnight)
        for _ in 0..<36_525 {
            midnight += 86_400
            let next = zone.instants(ofLocal: midnight)
            #expect(before.last < next.first)
            let hours = (next.first - before.first).seconds / 1800
            #expect((46...50).contains(hours), "\(name) \(midnight)")
            before = next
        }
    }
}
