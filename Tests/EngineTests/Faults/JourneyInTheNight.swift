import Engine
import RuleModel
import Testing

/// The same night on a journey east or west, and asleep for ten hours; the table is read as in
/// `ClockSetInTheNight`, until 18:00.
///
/// A running range keeps its end through a change of zone, and the new zone's ranges hold beside
/// it: Tokyo's night is 14:30 to 22:30 in Berlin, New York's 04:30 to 12:30.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct JourneyInTheNight {
    private static let table = Table(
        """
        # at  | Tokyo             | New_York    | sleep
        22:15 | 22:15 22:30 14:30 | 04:30 12:30 | -
        22:30 | 06:30 14:30       | 12:30       | 08:30
        22:45 | 06:30 14:30       | 12:30       | 08:45
        23:00 | 06:30 14:30       | 12:30       | 09:00
        23:15 | 06:30 14:30       | 12:30       | 09:15
        23:30 | 06:30 14:30       | 12:30       | 09:30
        23:45 | 06:30 14:30       | 12:30       | 09:45
        00:00 | 06:30 14:30       | 12:30       | 10:00
        00:15 | 06:30 14:30       | 12:30       | 10:15
        00:30 | 06:30 14:30       | 12:30       | 10:30
        00:45 | 06:30 14:30       | 12:30       | 10:45
        01:00 | 06:30 14:30       | 12:30       | 11:00
        01:15 | 06:30 14:30       | 12:30       | 11:15
        01:30 | 06:30 14:30       | 12:30       | 11:30
        01:45 | 06:30 14:30       | 12:30       | 11:45
        02:00 | 06:30 14:30       | 12:30       | 12:00
        02:15 | 06:30 14:30       | 12:30       | 12:15
        02:30 | 06:30 14:30       | 12:30       | 12:30
        02:45 | 06:30 14:30       | 12:30       | 12:45
        03:00 | 06:30 14:30       | 12:30       | 13:00
        03:15 | 06:30 14:30       | 12:30       | 13:15
        03:30 | 06:30 14:30       | 12:30       | 13:30
        03:45 | 06:30 14:30       | 12:30       | 13:45
        04:00 | 06:30 14:30       | 12:30       | 14:00
        04:15 | 06:30 14:30       | 12:30       | 14:15
        04:30 | 06:30 14:30       | 12:30       | 14:30
        04:45 | 06:30 14:30       | 12:30       | 14:45
        05:00 | 06:30 14:30       | 12:30       | 15:00
        05:15 | 06:30 14:30       | 12:30       | 15:15
        05:30 | 06:30 14:30       | 12:30       | 15:30
        05:45 | 06:30 14:30       | 12:30       | 15:45
        06:00 | 06:30 14:30       | 12:30       | 16:00
        06:15 | 06:30 14:30       | 12:30       | 16:15
        06:30 | 14:30             | 06:30 12:30 | -
        """)

    @Test(arguments: table.rows)
    func travelsOrSleeps(row: String) throws {
        try NightTable.check(row, in: Self.table, until: "18:00") { machine, fault in
            switch fault {
            case "Tokyo": try machine.travel(to: "Asia/Tokyo")
            case "New_York": try machine.travel(to: "America/New_York")
            default: machine.sleep(.hours(10))
            }
            #expect(machine.engine.state.jump == nil)
        }
    }
}
