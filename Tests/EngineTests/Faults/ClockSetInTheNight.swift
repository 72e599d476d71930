import Engine
import RuleModel
import Testing

/// A quiet night in Berlin, 22:30 to 06:30, in which the clock is set, believed or not.
///
/// Each row is a quarter of an hour at which it happens, each column what happens; a cell holds the
/// moments at which shopping opens or closes afterwards, by an honest watch in Berlin, until noon.
/// Before 22:30 it is open at first, from then on closed.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct ClockSetInTheNight {
    /// A clock that nothing proves is not believed: the night ends when it would have ended.
    static let unsynchronised = Table(
        """
        # at  | +1h         | -1h         | +10h        | -10h        | +10d        | -10d
        22:15 | 22:30 06:30 | 22:30 06:30 | 22:30 06:30 | 22:30 06:30 | 22:30 06:30 | 22:30 06:30
        22:30 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        22:45 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        23:00 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        23:15 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        23:30 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        23:45 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        00:00 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        00:15 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        00:30 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        00:45 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        01:00 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        01:15 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        01:30 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        01:45 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        02:00 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        02:15 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        02:30 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        02:45 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        03:00 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        03:15 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        03:30 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        03:45 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        04:00 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        04:15 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        04:30 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        04:45 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        05:00 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        05:15 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        05:30 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        05:45 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        06:00 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        06:15 | 06:30       | 06:30       | 06:30       | 06:30       | 06:30       | 06:30
        06:30 | -           | -           | -           | -           | -           | -
        """)

    @Test(arguments: unsynchronised.rows)
    func notBelieved(row: String) throws {
        try NightTable.check(row, in: Self.unsynchronised, until: "12:00") { machine, change in
            let events = machine.history.count
            machine.setClock(by: try span(change))
            #expect(
                machine.history.dropFirst(events).map(\.fact) == [
                    .clockJumped(size: try span(change))
                ])
            #expect(!machine.kinds().contains("clockAdopted"))
        }
    }

    /// The same with the daemon woken only at the moments that it asked for.
    @Test(arguments: unsynchronised.rows)
    func notBelievedWithoutTicks(row: String) throws {
        try NightTable.check(row, in: Self.unsynchronised, until: "12:00") { machine, change in
            machine.hasTicks = false
            machine.setClock(by: try span(change))
        }
    }

    /// A clock that is known to be right is believed at once: the night is where it says.
    static let synchronised = Table(
        """
        # at  | +1h         | -1h               | +10h  | -10h        | +10d        | -10d
        22:15 | 22:15 05:30 | 23:30 07:30       | -     | 08:30       | 22:30 06:30 | 22:30 06:30
        22:30 | 05:30       | 22:30 23:30 07:30 | 22:30 | 22:30 08:30 | 06:30       | 06:30
        22:45 | 05:30       | 22:45 23:30 07:30 | 22:45 | 22:45 08:30 | 06:30       | 06:30
        23:00 | 05:30       | 23:00 23:30 07:30 | 23:00 | 23:00 08:30 | 06:30       | 06:30
        23:15 | 05:30       | 23:15 23:30 07:30 | 23:15 | 23:15 08:30 | 06:30       | 06:30
        23:30 | 05:30       | 07:30             | 23:30 | 23:30 08:30 | 06:30       | 06:30
        23:45 | 05:30       | 07:30             | 23:45 | 23:45 08:30 | 06:30       | 06:30
        00:00 | 05:30       | 07:30             | 00:00 | 00:00 08:30 | 06:30       | 06:30
        00:15 | 05:30       | 07:30             | 00:15 | 00:15 08:30 | 06:30       | 06:30
        00:30 | 05:30       | 07:30             | 00:30 | 00:30 08:30 | 06:30       | 06:30
        00:45 | 05:30       | 07:30             | 00:45 | 00:45 08:30 | 06:30       | 06:30
        01:00 | 05:30       | 07:30             | 01:00 | 01:00 08:30 | 06:30       | 06:30
        01:15 | 05:30       | 07:30             | 01:15 | 01:15 08:30 | 06:30       | 06:30
        01:30 | 05:30       | 07:30             | 01:30 | 01:30 08:30 | 06:30       | 06:30
        01:45 | 05:30       | 07:30             | 01:45 | 01:45 08:30 | 06:30       | 06:30
        02:00 | 05:30       | 07:30             | 02:00 | 02:00 08:30 | 06:30       | 06:30
        02:15 | 05:30       | 07:30             | 02:15 | 02:15 08:30 | 06:30       | 06:30
        02:30 | 05:30       | 07:30             | 02:30 | 02:30 08:30 | 06:30       | 06:30
        02:45 | 05:30       | 07:30             | 02:45 | 02:45 08:30 | 06:30       | 06:30
        03:00 | 05:30       | 07:30             | 03:00 | 03:00 08:30 | 06:30       | 06:30
        03:15 | 05:30       | 07:30             | 03:15 | 03:15 08:30 | 06:30       | 06:30
        03:30 | 05:30       | 07:30             | 03:30 | 03:30 08:30 | 06:30       | 06:30
        03:45 | 05:30       | 07:30             | 03:45 | 03:45 08:30 | 06:30       | 06:30
        04:00 | 05:30       | 07:30             | 04:00 | 04:00 08:30 | 06:30       | 06:30
        04:15 | 05:30       | 07:30             | 04:15 | 04:15 08:30 | 06:30       | 06:30
        04:30 | 05:30       | 07:30             | 04:30 | 04:30 08:30 | 06:30       | 06:30
        04:45 | 05:30       | 07:30             | 04:45 | 04:45 08:30 | 06:30       | 06:30
        05:00 | 05:30       | 07:30             | 05:00 | 05:00 08:30 | 06:30       | 06:30
        05:15 | 05:30       | 07:30             | 05:15 | 05:15 08:30 | 06:30       | 06:30
        05:30 | 05:30       | 07:30             | 05:30 | 05:30 08:30 | 06:30       | 06:30
        05:45 | 05:45       | 07:30             | 05:45 | 05:45 08:30 | 06:30       | 06:30
        06:00 | 06:00       | 07:30             | 06:00 | 06:00 08:30 | 06:30       | 06:30
        06:15 | 06:15       | 07:30             | 06:15 | 06:15 08:30 | 06:30       | 06:30
        06:30 | -           | 06:30 07:30       | -     | 08:30       | -           | -
        """)

    @Test(arguments: synchronised.rows)
    func believed(row: String) throws {
        try NightTable.check(row, in: Self.synchronised, until: "12:00") { machine, change in
            let events = machine.history.count
            machine.isSynchronised = true
            machine.setClock(by: try span(change))
            #expect(
                machine.history.dropFirst(events).prefix(2).map(\.fact) == [
                    .clockJumped(size: try span(change)),
                    .clockAdopted(size: try span(change), reason: .synchronised),
                ])
            #expect(machine.engine.now == machine.wall)
        }
    }

    /// The same where the answer about synchronisation comes a while after the jump was seen, and
    /// only with that one reading.
    @Test(arguments: synchronised.rows)
    func believedOnceAsked(row: String) throws {
        try NightTable.check(row, in: Self.synchronised, until: "12:00") { machine, change in
            machine.hasTicks = false
            machine.setClock(by: try span(change))
            machine.isSynchronised = true
            machine.send(.clockChecked)
            machine.isSynchronised = false
            #expect(machine.engine.now == machine.wall)
        }
    }

    /// Hours that are written otherwise while they run begin when they say, not when the ones
    /// before them did: a clock that goes back behind that opens (quiet seed 9901 of the simulated
    /// years).
    @Test func hoursThatWereEditedMeanwhile() throws {
        for (hours, isBlocked) in [("daily 22:30-06:30", true), ("daily 23:00-06:30", false)] {
            var machine = try Machine(
                at: "2026-11-18T20:00:00+01:00", rules: everyNight(), isSynchronised: true)
            try machine.advance(to: "2026-11-18T23:10:00+01:00")
            machine.edit(try rules([schedule("nights", [hours])]))
            #expect(machine.isBlocked("shopping"))
            machine.setClock(by: .minutes(-20))
            #expect(machine.engine.now == machine.wall)
            #expect(machine.isBlocked("shopping") == isBlocked, "\(hours)")
            try machine.advance(to: "2026-11-18T23:25:00+01:00")
            #expect(machine.isBlocked("shopping"))
        }
    }
}
