import API
import Testing

@Suite struct ClientBackoffTests {
    @Test func theWaitsDoubleToHalfAMinute() {
        var backoff = Backoff()
        let waits = (0..<12).map { _ in backoff.next() }
        #expect(
            waits.map { $0 / .milliseconds(1) } == [
                100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000,
            ])
    }

    @Test func aSuccessBeginsAnew() {
        var backoff = Backoff()
        for _ in 0..<20 { _ = backoff.next() }
        backoff.reset()
        #expect(backoff == Backoff())
        #expect(backoff.next() == Backoff.shortest)
        #expect(backoff.next() == .milliseconds(200))
    }

    @Test func noWaitIsEverBeyondTheLongest() {
        var backoff = Backoff()
        for _ in 0..<10_000 { #expect(backoff.next() <= Backoff.longest) }
    }

    @Test func ofOtherWaitsTheShortestComesFirstAndTheLongestStays() {
        var backoff = Backoff(from: .seconds(1), to: .seconds(3))
        #expect(backoff.isFresh)
        #expect((0..<4).map { _ in backoff.next() } == [1, 2, 3, 3].map(Duration.seconds))
        #expect(!backoff.isFresh)
        backoff.reset()
        #expect(backoff.isFresh)
    }
}
