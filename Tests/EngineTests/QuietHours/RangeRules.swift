import RuleModel
import Testing

/// The meaning of ranges on ordinary days, in Berlin's winter time (+01:00, which the tables leave
/// out); 2026-11-20 is a Friday.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RangeRules {
    /// A row: ranges, an instant, and the stretch around it, or `open` and the next start.
    private func check(_ row: String) throws {
        let cells = Table.cells(row)
        let zone = try zone("Europe/Berlin")
        let ranges = cells[0].split(separator: ",").map(String.init)
        let calendar = try calendar(ranges, in: "Europe/Berlin")
        let seconds = cells[1].count > 16 ? "" : ":00"
        let instant = try at(cells[1] + seconds + "+01:00")
        let found: String
        if let stretch = calendar.stretch(holding: instant) {
            found = "\(text(stretch.start, in: zone)) to \(text(stretch.end, in: zone))"
        } else {
            found = "open, next \(text(calendar.nextStart(after: instant), in: zone))"
        }
        #expect(found.replacing(":00+01:00", with: "") == cells[2])
    }

    @Test(arguments: halfOpenTable.rows)
    func halfOpen(row: String) throws { try check(row) }

    private static let halfOpenTable = Table(
        """
        fri 22:30-06:30 | 2026-11-20T22:29:59 | open, next 2026-11-20T22:30
        fri 22:30-06:30 | 2026-11-20T22:30 | 2026-11-20T22:30 to 2026-11-21T06:30
        fri 22:30-06:30 | 2026-11-20T23:59:59 | 2026-11-20T22:30 to 2026-11-21T06:30
        fri 22:30-06:30 | 2026-11-21T00:00 | 2026-11-20T22:30 to 2026-11-21T06:30
        fri 22:30-06:30 | 2026-11-21T06:29:59.999 | 2026-11-20T22:30 to 2026-11-21T06:30
        fri 22:30-06:30 | 2026-11-21T06:30 | open, next 2026-11-27T22:30
        fri 12:00-13:00 | 2026-11-20T12:59:59 | 2026-11-20T12:00 to 2026-11-20T13:00
        fri 12:00-13:00 | 2026-11-20T13:00 | open, next 2026-11-27T12:00
        fri 12:00-13:00 | 2026-11-20T11:59:59 | open, next 2026-11-20T12:00
        # One minute.
        fri 12:00-12:01 | 2026-11-20T12:00:59 | 2026-11-20T12:00 to 2026-11-20T12:01
        # All but one minute.
        fri 12:01-12:00 | 2026-11-21T11:59 | 2026-11-20T12:01 to 2026-11-21T12:00
        """)

    @Test(arguments: midnightAsAnEndTable.rows)
    func midnightAsAnEnd(row: String) throws { try check(row) }

    private static let midnightAsAnEndTable = Table(
        """
        fri 18:00-24:00 | 2026-11-20T23:59:59 | 2026-11-20T18:00 to 2026-11-21T00:00
        fri 18:00-24:00 | 2026-11-21T00:00 | open, next 2026-11-27T18:00
        fri 00:00-24:00 | 2026-11-20T00:00 | 2026-11-20T00:00 to 2026-11-21T00:00
        fri 00:00-24:00 | 2026-11-19T23:59:59 | open, next 2026-11-20T00:00
        # 00:00 as an end below the start is the next day's midnight as well.
        fri 18:00-00:00 | 2026-11-20T23:59:59 | 2026-11-20T18:00 to 2026-11-21T00:00
        """)

    @Test(arguments: weekdaysTable.rows)
    func weekdays(row: String) throws { try check(row) }

    private static let weekdaysTable = Table(
        """
        # `fri-mon` wraps: Friday, Saturday, Sunday, Monday.
        fri-mon 20:00-21:00 | 2026-11-20T20:00 | 2026-11-20T20:00 to 2026-11-20T21:00
        fri-mon 20:00-21:00 | 2026-11-21T20:00 | 2026-11-21T20:00 to 2026-11-21T21:00
        fri-mon 20:00-21:00 | 2026-11-22T20:00 | 2026-11-22T20:00 to 2026-11-22T21:00
        fri-mon 20:00-21:00 | 2026-11-23T20:00 | 2026-11-23T20:00 to 2026-11-23T21:00
        fri-mon 20:00-21:00 | 2026-11-24T20:00 | open, next 2026-11-27T20:00
        sun-thu 20:00-21:00 | 2026-11-20T20:00 | open, next 2026-11-22T20:00
        weekdays 20:00-21:00 | 2026-11-20T20:59 | 2026-11-20T20:00 to 2026-11-20T21:00
        weekdays 20:00-21:00 | 2026-11-20T21:00 | open, next 2026-11-23T20:00
        weekends 20:00-21:00 | 2026-11-20T20:30 | open, next 2026-11-21T20:00
        weekends 20:00-21:00 | 2026-11-22T21:00 | open, next 2026-11-28T20:00
        daily 20:00-21:00 | 2026-11-20T21:00 | open, next 2026-11-21T20:00
        # A wrapped night: Monday's ends on Tuesday, Tuesday has none.
        fri-mon 22:00-06:00 | 2026-11-24T05:59 | 2026-11-23T22:00 to 2026-11-24T06:00
        fri-mon 22:00-06:00 | 2026-11-24T22:00 | open, next 2026-11-27T22:00
        """)

    @Test(arguments: exceptionsTable.rows)
    func exceptions(row: String) throws { try check(row) }

    private static let exceptionsTable = Table(
        """
        # The exception is the date of the start: the night of the 24th, its morning included.
        daily 22:30-06:30 except 2026-12-24 | 2026-12-24T05:00 \
            | 2026-12-23T22:30 to 2026-12-24T06:30
        daily 22:30-06:30 except 2026-12-24 | 2026-12-24T23:00 | open, next 2026-12-25T22:30
        daily 22:30-06:30 except 2026-12-24 | 2026-12-25T05:00 | open, next 2026-12-25T22:30
        daily 22:30-06:30 except 2026-12-24 | 2026-12-25T22:30 \
            | 2026-12-25T22:30 to 2026-12-26T06:30
        daily 22:30-06:30 except 2026-12-24 2026-12-25 2026-12-26 | 2026-12-24T12:00 \
            | open, next 2026-12-27T22:30
        thu 22:30-06:30 except 2026-12-24 2026-12-31 2027-01-07 | 2026-12-20T12:00 \
            | open, next 2027-01-14T22:30
        # The exception of one range does not touch another.
        daily 22:30-06:30 except 2026-12-24, thu 23:00-01:00 | 2026-12-24T23:30 \
            | 2026-12-24T23:00 to 2026-12-25T01:00
        # A day on which the range would not run anyway.
        fri 22:30-06:30 except 2026-11-21 | 2026-11-21T05:00 | 2026-11-20T22:30 to 2026-11-21T06:30
        """)

    @Test(arguments: adjoiningRangesTable.rows)
    func adjoiningRanges(row: String) throws { try check(row) }

    private static let adjoiningRangesTable = Table(
        """
        daily 20:00-22:00, daily 22:00-23:00 | 2026-11-20T20:30 \
            | 2026-11-20T20:00 to 2026-11-20T23:00
        daily 20:00-22:00, daily 21:00-23:00 | 2026-11-20T20:30 \
            | 2026-11-20T20:00 to 2026-11-20T23:00
        daily 20:00-23:00, daily 21:00-22:00 | 2026-11-20T21:30 \
            | 2026-11-20T20:00 to 2026-11-20T23:00
        daily 20:00-22:00, daily 22:01-23:00 | 2026-11-20T20:30 \
            | 2026-11-20T20:00 to 2026-11-20T22:00
        # Whole days that follow each other: Saturday and Sunday are one stretch.
        weekends 00:00-24:00 | 2026-11-21T10:00 | 2026-11-21T00:00 to 2026-11-23T00:00
        # A night and the day after it.
        fri 22:30-06:30, sat 06:30-12:00 | 2026-11-20T23:00 | 2026-11-20T22:30 to 2026-11-21T12:00
        # Always on: no end in sight.
        daily 00:00-24:00 | 2026-11-20T10:00 | 2026-11-20T00:00 to none
        daily 06:00-18:00, daily 18:00-06:00 | 2026-11-20T10:00 | 2026-11-20T06:00 to none
        # On for six days and open on the seventh.
        mon-sat 00:00-24:00 | 2026-11-16T10:00 | 2026-11-16T00:00 to 2026-11-22T00:00
        """)

    /// Mistakes of other programs, each of which opened or closed the wrong hours.
    @Test(arguments: trapsThatWereSeenTable.rows)
    func trapsThatWereSeen(row: String) throws { try check(row) }

    private static let trapsThatWereSeenTable = Table(
        """
        # systemd's OnCalendar takes `22:00..06:00` for six minutes.
        daily 22:00-06:00 | 2026-11-20T22:07 | 2026-11-20T22:00 to 2026-11-21T06:00
        # Alertmanager refuses a range over midnight.
        mon 23:00-01:00 | 2026-11-24T00:30 | 2026-11-23T23:00 to 2026-11-24T01:00
        # LeechBlock drops it to nothing.
        mon 23:00-01:00 | 2026-11-23T23:30 | 2026-11-23T23:00 to 2026-11-24T01:00
        # Home Assistant asks for the weekday of now: Friday's night is over at midnight, and
        # Friday's small hours belong to it.
        fri 22:00-06:00 | 2026-11-21T03:00 | 2026-11-20T22:00 to 2026-11-21T06:00
        fri 22:00-06:00 | 2026-11-20T03:00 | open, next 2026-11-20T22:00
        """)

    @Test func noRangeNeverRuns() throws {
        let calendar = try calendar([], in: "Europe/Berlin")
        #expect(calendar.stretch(holding: try at("2026-11-20T23:00:00+01:00")) == nil)
        #expect(calendar.nextStart(after: try at("2026-11-20T23:00:00+01:00")) == nil)
    }

    @Test func nextStartIsAfterTheInstantItself() throws {
        let calendar = try calendar(["daily 22:30-06:30"], in: "Europe/Berlin")
        let start = try at("2026-11-20T22:30:00+01:00")
        #expect(calendar.nextStart(after: start - TimeSpan(milliseconds: 1)) == start)
        #expect(calendar.nextStart(after: start) == (try at("2026-11-21T22:30:00+01:00")))
    }
}
