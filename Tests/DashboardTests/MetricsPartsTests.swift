import API
import SeededRandom
import Testing

@testable import Dashboard

/// A range of days in at most 31 parts.
@Suite struct MetricsPartsTests {
    private func parts(_ from: String, _ to: String) throws -> DayParts {
        DayParts(from: try #require(CalendarDay(from)), to: try #require(CalendarDay(to)))
    }

    @Test(arguments: [
        ("2026-11-22", "2026-11-22", DayParts.Unit.days, 1),
        ("2026-10-01", "2026-10-31", .days, 31), ("2026-10-01", "2026-11-01", .weeks, 5),
        // 31 weeks, of which the first has one day and the last has one.
        ("2026-01-04", "2026-07-27", .weeks, 31), ("2026-01-04", "2026-08-03", .months(1), 8),
        ("2025-11-23", "2026-11-22", .months(1), 13),
        ("2024-01-01", "2026-07-31", .months(1), 31), ("2024-01-01", "2026-08-01", .months(3), 11),
        ("2000-01-01", "2026-11-22", .months(12), 27),
        ("0001-01-01", "9999-12-31", .months(6000), 20),
    ])
    func theLengthSuitsTheRange(
        from: String, to: String, unit: DayParts.Unit, count: Int
    ) throws {
        let parts = try parts(from, to)
        #expect(parts.unit == unit)
        #expect(parts.parts.count == count)
    }

    @Test func weeksBeginOnMondayAndMonthsWithTheFirst() throws {
        let weeks = try parts("2026-10-01", "2026-11-22").parts
        #expect(weeks.first?.first.description == "2026-10-01")
        #expect(weeks.dropFirst().allSatisfy { $0.first.weekday == 1 })
        #expect(weeks.dropLast().allSatisfy { $0.last.weekday == 7 })
        let months = try parts("2025-11-23", "2026-11-22").parts
        #expect(
            months.map(\.first.description).prefix(3) == ["2025-11-23", "2025-12-01", "2026-01-01"])
        #expect(months.last?.last.description == "2026-11-22")
        let quarters = try parts("2024-02-10", "2026-11-22").parts
        #expect(quarters.dropFirst().allSatisfy { [1, 4, 7, 10].contains($0.first.month) })
    }

    @Test func noDayIsCountedTwiceOrLeftOut() throws {
        let first = 18_000
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let start = first + Int(random.next() % 20_000)
            let end = start + Int(random.next() % Self.pick([40, 300, 3000, 100_000], &random))
            let parts = DayParts(from: CalendarDay(number: start), to: CalendarDay(number: end))
                .parts
            #expect((1...DayParts.most).contains(parts.count), "seed \(seed)")
            #expect(parts.first?.first.number == start, "seed \(seed)")
            #expect(parts.last?.last.number == end, "seed \(seed)")
            for (one, next) in zip(parts, parts.dropFirst()) {
                #expect(one.last.number + 1 == next.first.number, "seed \(seed)")
                #expect(one.first.number <= one.last.number, "seed \(seed)")
            }
        }
    }

    @Test func anEndBeforeTheBeginningHasNoParts() throws {
        #expect(try parts("2026-11-22", "2026-11-21").parts.isEmpty)
    }

    private static func pick(_ choices: [UInt64], _ random: inout SeededGenerator) -> UInt64 {
        choices[Int.random(in: choices.indices, using: &random)]
    }
}
