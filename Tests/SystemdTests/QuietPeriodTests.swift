import Testing

@testable import Systemd

@Suite struct QuietPeriodTests {
    @Test func endsOnePeriodAfterTheLastEvent() {
        var quiet = QuietPeriod(length: 300)
        #expect(quiet.end(afterEventAt: 1000) == 1300)
        #expect(quiet.end(afterEventAt: 1001) == 1301)
        #expect(quiet.end(afterEventAt: 1299) == 1599)
    }

    @Test func endsAfterTenPeriodsAtTheLatest() {
        var quiet = QuietPeriod(length: 300)
        var end: UInt64 = 0
        for now in stride(from: UInt64(1000), through: 4000, by: 100) {
            end = quiet.end(afterEventAt: now)
            #expect(end <= 4000)
        }
        #expect(end == 4000)
    }

    @Test func theNextBurstCountsFromItsOwnBeginning() {
        var quiet = QuietPeriod(length: 300)
        _ = quiet.end(afterEventAt: 1000)
        quiet.finish()
        #expect(quiet.end(afterEventAt: 9000) == 9300)
        #expect(quiet.end(afterEventAt: 11_900) == 12_000)
    }

    @Test func noPeriodEndsAtOnce() {
        var quiet = QuietPeriod(length: 0)
        #expect(quiet.end(afterEventAt: 5) == 5)
        #expect(quiet.end(afterEventAt: 6) == 5)
    }
}
