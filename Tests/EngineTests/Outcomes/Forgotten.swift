import RuleModel
import Testing

/// Unblocks are remembered for sixty days, and what is older takes up no room for long.
struct Forgotten {
    private func history(days: Int64, perDay: Int64) -> History {
        var history = History()
        let begin = Instant(seconds: 1_795_014_000)
        for day in 0..<days {
            for number in 0..<perDay {
                history.unblock(at: begin + .days(day) + .minutes(number))
            }
        }
        return history
    }

    @Test(arguments: [(1, 3), (59, 1), (200, 1), (200, 5), (90, 20)] as [(Int64, Int64)])
    func old(days: Int64, perDay: Int64) {
        let remembered = history(days: days, perDay: perDay).state.aftermaths
        let last = Instant(seconds: 1_795_014_000) + .days(days - 1) + .minutes(perDay - 1)
        let recent = remembered.filter { last - $0.at <= .days(60) }
        let made = min(days * perDay, min(days, 61) * perDay)
        // The first of the sixty-first day is as old as can be.
        #expect((made - perDay...made).contains(Int64(recent.count)) || recent.count == 1000)
        #expect(remembered.count <= 1000)
        #expect((remembered.count - recent.count) * 4 <= remembered.count)
        #expect(zip(remembered, remembered.dropFirst()).allSatisfy { $0.request < $1.request })
    }

    /// After a long time without any nothing is left but the new one.
    @Test func longAgo() {
        var history = history(days: 3, perDay: 4)
        #expect(history.state.aftermaths.count == 12)
        let later = Instant(seconds: 1_795_014_000) + .days(100)
        history.unblock(at: later)
        #expect(history.state.aftermaths.map(\.at) == [later])
    }
}
