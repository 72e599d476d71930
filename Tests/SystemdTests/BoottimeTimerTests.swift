import TestBus
import Dispatch
import Systemd
import Testing

@Suite(.timeLimit(.minutes(30))) struct BoottimeTimerTests {
    private let queue = DispatchQueue(label: "deadline")
    private let deadlines = Mailbox<Int64>()

    private func timer() throws -> BoottimeTimer {
        let deadlines = deadlines
        return try BoottimeTimer(queue: queue) {
            deadlines.post(ClockSample.now().elapsedMilliseconds)
        }
    }

    private var now: Int64 { ClockSample.now().elapsedMilliseconds }

    @Test func firesNotBeforeItsDeadline() async throws {
        let timer = try timer()
        let deadline = now + 50
        timer.arm(atElapsedMilliseconds: deadline)
        #expect(try await deadlines.next() >= deadline)
    }

    @Test(arguments: [Int64.min, -1, 0, 1])
    func firesAtOnceForThePast(deadline: Int64) async throws {
        let timer = try timer()
        timer.arm(atElapsedMilliseconds: deadline)
        #expect(try await deadlines.next() > 0)
    }

    @Test func firesOnceForEachArming() async throws {
        let timer = try timer()
        for _ in 0..<3 {
            timer.arm(atElapsedMilliseconds: now)
            _ = try await deadlines.next()
        }
        queue.sync {}
        #expect(await deadlines.rest() == [])
        timer.cancel()
    }

    @Test func aNewDeadlineReplacesTheOldOne() async throws {
        let timer = try timer()
        let deadline = now + 40
        timer.arm(atElapsedMilliseconds: .max)
        timer.arm(atElapsedMilliseconds: deadline)
        #expect(try await deadlines.next() >= deadline)
    }

    @Test func aDeadlineThatWasDroppedOrMovedOnItsQueueNeverFires() async throws {
        let timer = try timer()
        let other = Mailbox<Int64>()
        let later = try BoottimeTimer(queue: queue) { other.post(0) }
        queue.sync {
            // Both have expired before their queue gets to them.
            timer.arm(atElapsedMilliseconds: 1)
            later.arm(atElapsedMilliseconds: 1)
            timer.disarm()
        }
        _ = try await other.next()
        queue.sync {}
        #expect(await deadlines.rest() == [])
    }

    @Test func armingAfterTheEndDoesNothing() async throws {
        let timer = try timer()
        timer.cancel()
        timer.arm(atElapsedMilliseconds: 1)
        timer.disarm()
        timer.cancel()
        queue.sync {}
        #expect(await deadlines.rest() == [])
    }
}
