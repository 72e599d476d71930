import TestBus
import Dispatch
import Synchronization
import Systemd
import Testing

@Suite(.timeLimit(.minutes(30))) struct WallClockTickerTests {
    /// A wall clock that a test sets.
    private final class FakeClock: Sendable {
        private let time: Mutex<Int64>

        init(_ milliseconds: Int64) {
            time = Mutex(milliseconds)
        }

        var milliseconds: Int64 {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    private let queue = DispatchQueue(label: "ticker")
    private let ticks = Mailbox<[Int]>()
    /// A mark of all cadences, so far ahead that the real clock does not get there.
    private static let day: Int64 = 4_000_000_500_000

    private func ticker(_ cadences: [Duration], clock: FakeClock) -> WallClockTicker {
        let ticks = ticks
        return WallClockTicker(
            cadences: cadences, queue: queue, wallMilliseconds: { clock.milliseconds }
        ) { ticks.post($0) }
    }

    @Test func ticksOnTheRealClock() async throws {
        let wall = Mailbox<Int64>()
        let ticks = ticks
        let ticker = WallClockTicker(
            cadences: [.milliseconds(100), .milliseconds(300)], leeway: .milliseconds(1),
            queue: queue
        ) { due in
            wall.post(ClockSample.now().wallMilliseconds)
            ticks.post(due)
        }
        var seen: Set<[Int]> = []
        while !seen.contains([0, 1]) || !seen.contains([0]) {
            seen.insert(try await ticks.next())
            _ = try await wall.next()
        }
        ticker.cancel()
        #expect(seen.isSubset(of: [[0], [1], [0, 1]]))
    }

    @Test func tellsAllThatIsDueInOneCall() async throws {
        let clock = FakeClock(Self.day)
        let ticker = ticker([.seconds(60), .seconds(300), .seconds(900)], clock: clock)
        clock.milliseconds = Self.day + 60_000
        ticker.rearm()
        #expect(try await ticks.next() == [0])
        clock.milliseconds = Self.day + 900_000
        ticker.rearm()
        #expect(try await ticks.next() == [0, 1, 2])
        ticker.cancel()
    }

    @Test func isSilentWhenNothingIsDue() async throws {
        let clock = FakeClock(Self.day)
        let ticker = ticker([.seconds(60)], clock: clock)
        ticker.rearm()
        clock.milliseconds = Self.day + 59_999
        ticker.rearm()
        queue.sync {}
        #expect(await ticks.rest() == [])
        ticker.cancel()
    }

    @Test func goesOnAfterTheClockWentBack() async throws {
        let clock = FakeClock(Self.day)
        let ticker = ticker([.seconds(60), .seconds(300)], clock: clock)
        clock.milliseconds = Self.day - 86_400_000
        ticker.rearm()
        queue.sync {}
        clock.milliseconds += 60_000
        ticker.rearm()
        #expect(try await ticks.next() == [0])
        ticker.cancel()
    }

    @Test func isSilentAfterItsEnd() async {
        let clock = FakeClock(Self.day)
        let ticker = ticker([.seconds(60)], clock: clock)
        ticker.cancel()
        clock.milliseconds = Self.day + 600_000
        ticker.rearm()
        queue.sync {}
        #expect(await ticks.rest() == [])
    }

    @Test func survivesHavingNoCadence() async {
        let ticker = ticker([], clock: FakeClock(Self.day))
        ticker.rearm()
        queue.sync {}
        #expect(await ticks.rest() == [])
        ticker.cancel()
    }

    @Test func survivesAnyLength() async throws {
        let clock = FakeClock(Self.day)
        let ticker = ticker([.zero, .seconds(-5), .seconds(Int64.max), .seconds(60)], clock: clock)
        ticker.cancel()
        let other = self.ticker([.seconds(Int64.max), .seconds(60)], clock: clock)
        clock.milliseconds = Self.day + 60_000
        other.rearm()
        #expect(try await ticks.next() == [1])
        other.cancel()
    }

    @Test func endsWithItsOwner() async {
        let clock = FakeClock(Self.day)
        var ticker: WallClockTicker? = ticker([.seconds(60)], clock: clock)
        weak let observed = ticker
        clock.milliseconds = Self.day + 60_000
        ticker = nil
        queue.sync {}
        #expect(observed == nil)
        #expect(await ticks.rest() == [])
        #expect(ticker == nil)
    }
}
