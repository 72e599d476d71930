import Engine
import RuleModel
import SeededRandom
import Testing

/// Ranges where the offset changes: a repeated hour starts at its first and ends at its last
/// occurrence, a missing time is the first instant after the gap.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RangesAtClockChanges {
    /// Zone, range, an instant, and the stretch that holds it, or `open`; in UTC.
    private static let table = Table(
        """
        # Berlin's gap: 2026-03-29, 02:00 to 03:00, at 01:00Z.
        Europe/Berlin | daily 22:30-06:30 | 2026-03-29T00:00 | 2026-03-28T21:30 2026-03-29T04:30
        Europe/Berlin | sun 02:30-04:00 | 2026-03-29T01:30 | 2026-03-29T01:00 2026-03-29T02:00
        Europe/Berlin | sun 02:00-03:30 | 2026-03-29T01:10 | 2026-03-29T01:00 2026-03-29T01:30
        Europe/Berlin | sun 01:00-02:30 | 2026-03-29T00:30 | 2026-03-29T00:00 2026-03-29T01:00
        Europe/Berlin | sun 01:00-03:00 | 2026-03-29T00:30 | 2026-03-29T00:00 2026-03-29T01:00
        Europe/Berlin | sun 02:15-02:45 | 2026-03-29T01:00 | open
        Europe/Berlin | sun 02:00-03:00 | 2026-03-29T01:00 | open
        Europe/Berlin | sun 02:30-03:00 | 2026-03-29T01:00 | open
        # Berlin's repeated hour: 2026-10-25, 02:00 to 03:00, from 00:00Z and again from 01:00Z.
        Europe/Berlin | daily 22:30-06:30 | 2026-10-25T00:00 | 2026-10-24T20:30 2026-10-25T05:30
        Europe/Berlin | sun 01:00-02:30 | 2026-10-25T01:29 | 2026-10-24T23:00 2026-10-25T01:30
        Europe/Berlin | sun 02:30-04:00 | 2026-10-25T00:30 | 2026-10-25T00:30 2026-10-25T03:00
        Europe/Berlin | sun 02:15-02:45 | 2026-10-25T01:00 | 2026-10-25T00:15 2026-10-25T01:45
        Europe/Berlin | sun 02:00-03:00 | 2026-10-25T01:59 | 2026-10-25T00:00 2026-10-25T02:00
        Europe/Berlin | sun 01:30-02:00 | 2026-10-25T00:59 | 2026-10-24T23:30 2026-10-25T01:00
        Europe/Berlin | sun 03:00-04:00 | 2026-10-25T02:00 | 2026-10-25T02:00 2026-10-25T03:00
        # New York: 2026-03-08 at 07:00Z, 2026-11-01 at 06:00Z.
        America/New_York | sat 22:30-06:30 | 2026-03-08T07:00 | 2026-03-08T03:30 2026-03-08T10:30
        America/New_York | sun 02:30-02:45 | 2026-03-08T07:00 | open
        America/New_York | sat 23:00-02:30 | 2026-03-08T06:59 | 2026-03-08T04:00 2026-03-08T07:00
        America/New_York | sat 22:30-06:30 | 2026-11-01T06:00 | 2026-11-01T02:30 2026-11-01T11:30
        America/New_York | sun 01:30-01:45 | 2026-11-01T06:00 | 2026-11-01T05:30 2026-11-01T06:45
        # Lord Howe moves by half an hour: 2026-04-05 at 15:00Z, 2026-10-04 at 15:30Z.
        Australia/Lord_Howe | sat 22:30-06:30 | 2026-04-04T15:00 | 2026-04-04T11:30 2026-04-04T20:00
        Australia/Lord_Howe | sun 01:45-01:50 | 2026-04-04T15:00 | 2026-04-04T14:45 2026-04-04T15:20
        Australia/Lord_Howe | sun 01:00-02:00 | 2026-04-04T15:29 | 2026-04-04T14:00 2026-04-04T15:30
        Australia/Lord_Howe | sat 22:30-06:30 | 2026-10-03T15:30 | 2026-10-03T12:00 2026-10-03T19:30
        Australia/Lord_Howe | sun 02:10-02:20 | 2026-10-03T15:30 | open
        Australia/Lord_Howe | sun 02:10-02:40 | 2026-10-03T15:30 | 2026-10-03T15:30 2026-10-03T15:40
        # Apia had no 2011-12-30 (a Friday): 29th 23:59:59-10:00, then 31st 00:00+14:00 at 10:00Z.
        Pacific/Apia | thu 22:30-06:30 | 2011-12-30T09:59 | 2011-12-30T08:30 2011-12-30T10:00
        Pacific/Apia | thu 22:30-06:30 | 2011-12-30T10:00 | open
        Pacific/Apia | fri 12:00-13:00 | 2011-12-30T10:00 | open
        Pacific/Apia | fri 00:00-24:00 | 2011-12-30T10:00 | open
        Pacific/Apia | fri 22:30-06:30 | 2011-12-30T10:00 | 2011-12-30T10:00 2011-12-30T16:30
        Pacific/Apia | sat 00:00-01:00 | 2011-12-30T10:00 | 2011-12-30T10:00 2011-12-30T11:00
        # Midnight itself is missing: Cairo 2026-04-24, 00:00 to 01:00, at 22:00Z the day before.
        Africa/Cairo | thu 18:00-24:00 | 2026-04-23T21:59 | 2026-04-23T16:00 2026-04-23T22:00
        Africa/Cairo | fri 00:00-02:00 | 2026-04-23T22:00 | 2026-04-23T22:00 2026-04-23T23:00
        Africa/Cairo | fri 00:00-01:00 | 2026-04-23T22:00 | open
        # Midnight's hour comes twice: Cairo 2026-10-29, 23:00 to 24:00, from 20:00Z and 21:00Z.
        Africa/Cairo | thu 23:30-00:30 | 2026-10-29T21:00 | 2026-10-29T20:30 2026-10-29T22:30
        # Morocco goes back for Ramadan on 2026-02-15: 02:00 to 03:00 twice, from 01:00Z.
        Africa/Casablanca | sun 02:30-04:00 | 2026-02-15T02:00 | 2026-02-15T01:30 2026-02-15T04:00
        """)

    @Test(arguments: table.rows)
    func runs(row: String) throws {
        let cells = Table.cells(row)
        let calendar = try calendar([cells[1]], in: cells[0])
        let probe = try at(cells[2] + ":00Z")
        guard cells[3] != "open" else {
            #expect(calendar.stretch(holding: probe) == nil)
            return
        }
        let ends = try cells[3].split(separator: " ").map {
            try at($0 + ":00Z")
        }
        let stretch = try #require(calendar.stretch(holding: probe))
        #expect(stretch.start == ends[0], "start \(text(stretch.start, in: .utc))")
        #expect(stretch.end == ends[1], "end \(text(stretch.end, in: .utc))")
        #expect(calendar.nextStart(after: ends[0] - .seconds(1)) == ends[0])
        #expect(calendar.stretch(holding: ends[0] - .seconds(1)) == nil)
        #expect(calendar.stretch(holding: ends[1]) == nil)
    }

    /// A range that a gap swallows is left out, and the week after it is there again.
    @Test func swallowedRangeComesBack() throws {
        let calendar = try calendar(["sun 02:15-02:45"], in: "Europe/Berlin")
        let before = try at("2026-03-22T12:00:00+01:00")
        #expect(calendar.nextStart(after: before) == (try at("2026-04-05T02:15:00+02:00")))
    }

    /// Whatever the range, at a change of the clock: the instants in it are exactly those of which
    /// the definition says so.
    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29T01:00:00Z"), ("Europe/Berlin", "2026-10-25T01:00:00Z"),
        ("America/New_York", "2026-03-08T07:00:00Z"), ("America/New_York", "2026-11-01T06:00:00Z"),
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"), ("Africa/Cairo", "2026-04-23T22:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
    ])
    func definitionHoldsAtTheEdge(name: String, change: String) throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let zone = try zone(name)
        let change = try at(change)
        let today = LocalTime(change, in: zone).date.daysSince1970
        for _ in 0..<40 {
            let start = Int.random(in: 0..<1440, using: &random)
            let end = Int.random(in: 0...1440, using: &random)
            guard start != end else { continue }
            let range = DailyRange(days: .daily, start: start, end: end)
            let calendar = RangeCalendar([range], in: zone)
            let runs = (today - 4...today + 2).map { day in
                let midnight = Int64(day) * 86_400
                let first = zone.instants(ofLocal: midnight + Int64(start) * 60).first
                let stop = midnight + Int64(end + (end < start ? 1440 : 0)) * 60
                return (first, zone.instants(ofLocal: stop).last)
            }
            for minute in stride(from: Int64(-1500), to: 1500, by: 13) {
                let instant = change + .minutes(minute)
                let expected = runs.contains { $0.0 <= instant && instant < $0.1 }
                let found = calendar.stretch(holding: instant) != nil
                guard found != expected else { continue }
                Issue.record("\(name) \(start)-\(end) at \(text(instant, in: zone)) seed \(seed)")
                return
            }
        }
    }
}
