import Engine
import RuleModel
import Testing

/// The busiest part of the week: nights belong to the day on which they begin.
struct PartOfWeekTests {
    private func busiest(_ tally: Tally) -> Insight? {
        tally.insights(days: monday..<monday + 14).first { $0.kind == .busiestPart }
    }

    /// Day from Monday, hour; the weekday and part that they belong to.
    static let hours = Table(
        """
        # day | hour | weekday | part
        0 | 5 | 1 | morning
        0 | 11 | 1 | morning
        0 | 12 | 1 | afternoon
        0 | 16 | 1 | afternoon
        0 | 17 | 1 | evening
        0 | 21 | 1 | evening
        0 | 22 | 1 | night
        0 | 23 | 1 | night
        1 | 0 | 1 | night
        1 | 4 | 1 | night
        1 | 5 | 2 | morning
        4 | 22 | 5 | night
        5 | 3 | 5 | night
        6 | 23 | 7 | night
        # Monday before dawn is still Sunday's night, also where the Sunday lies outside.
        0 | 0 | 7 | night
        7 | 4 | 7 | night
        """)

    @Test(arguments: hours.rows)
    func partOfAnHour(row: String) throws {
        let cells = Table.cells(row)
        let numbers = cells.prefix(3).compactMap { Int($0) }
        var tally = Tally()
        tally.unblocks(5, day: monday + numbers[0], hour: numbers[1])
        let part = try #require(PartOfDay(rawValue: cells[3]))
        let share = try #require(Share(5, of: 5))
        let busiest = try #require(self.busiest(tally))
        #expect(busiest == .busiestPart(weekday: numbers[2], part: part, share))
        #expect(busiest.weekday == numbers[2])
        #expect(busiest.part == part)
    }

    /// Friday's late evening and Saturday's small hours are one night.
    @Test func aNightIsOne() {
        var tally = Tally()
        tally.unblocks(2, day: monday + 4, hour: 23)
        tally.unblocks(2, day: monday + 5, hour: 1)
        tally.unblocks(3, day: monday + 5, hour: 15)
        #expect(
            busiest(tally)?.text
                == "Busiest: Friday nights (22:00 to 05:00), 4 of 7 unblocks (57%).")
    }

    /// Unblocks on Monday's, Tuesday's and Wednesday's mornings, and the weekday that leads.
    @Test(
        arguments: [
            (2, 1, 1, nil), (3, 1, 1, 1), (3, 1, 0, nil), (3, 3, 2, nil), (1, 3, 2, 2),
            (2, 2, 3, 3), (2, 2, 1, nil), (0, 0, 5, 3),
        ] as [(Int, Int, Int, Int?)])
    func clearLeadOnly(first: Int, second: Int, third: Int, leader: Int?) {
        var tally = Tally()
        for (offset, count) in [first, second, third].enumerated() {
            tally.unblocks(count, day: monday + offset, hour: 9)
        }
        #expect(busiest(tally)?.weekday == leader)
    }

    /// Kept blocks and requests do not make it busy.
    @Test func onlyUnblocksCount() {
        var tally = Tally()
        tally.unblocks(5, day: monday, hour: 9)
        for _ in 0..<9 {
            tally.count(Deed(day: monday + 1, hour: 9, what: .keep(nil)))
            tally.request(day: monday + 1, hour: 9, isQuiet: false, isPause: false)
        }
        #expect(busiest(tally)?.weekday == 1)
    }
}
