import RuleModel
import SeededRandom
import Testing

@testable import Engine

/// Random histories against a naive ranking of all hours.
struct RiskyHourHistories {
    /// Compares each hour of the week with all others, one by one as the sentence says.
    private func riskyHours(_ unblocks: [(day: Int, hour: Int)], today: Int) -> [RiskyHour] {
        let recent = unblocks.filter { today - $0.day >= 1 && today - $0.day <= 56 }
        let counts = Dictionary(
            recent.map { ((($0.day - monday + 7000) % 7 + 1) * 100 + $0.hour, 1) },
            uniquingKeysWith: +)
        return (1...7).flatMap { weekday in
            (0...23).compactMap { hour in
                let mine = counts[weekday * 100 + hour] ?? 0
                let above = counts.values.count { $0 > mine }
                // Among the riskiest tenth: what stands above it leaves room in 16.8 places.
                guard recent.count >= 20, mine >= 3, Double(above) < 16.8 else { return nil }
                return RiskyHour(weekday: weekday, hour: hour, count: mine, total: recent.count)
            }
        }
    }

    @Test func likeANaiveRanking() {
        var random = SeededGenerator()
        var found = 0
        for life in 0..<30 {
            // From few hours with many unblocks to many with few.
            let hours = Int.random(in: 1...24, using: &random)
            let count = [15, 25, 100, 400, 900][life % 5]
            let unblocks = (0..<count).map { _ in
                (
                    day: monday + Int.random(in: -3...62, using: &random),
                    hour: Int.random(in: 0..<hours, using: &random)
                )
            }
            var tally = Tally()
            for unblock in unblocks { tally.unblocks(1, day: unblock.day, hour: unblock.hour) }
            let today = monday + 56 + Int.random(in: 0...6, using: &random)
            let expected = riskyHours(unblocks, today: today)
            #expect(tally.riskyHours(today: today) == expected)
            let weekday = Int.random(in: 1...7, using: &random)
            let hour = Int.random(in: 0...23, using: &random)
            #expect(
                tally.riskyHour(weekday: weekday, hour: hour, today: today)
                    == expected.first { $0.weekday == weekday && $0.hour == hour })
            found += expected.count
        }
        #expect(found > 0)
    }
}
