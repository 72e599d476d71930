import TestBus
import CSystemd
import Dispatch
import Foundation
import Glibc
import Testing

@testable import Systemd

@Suite(.serialized, .timeLimit(.minutes(30))) struct ClockWatchTests {
    @Test(arguments: [
        (8, Int32(0), TimerDescriptor.Event.expired), (8, ECANCELED, .expired),
        (-1, ECANCELED, .clockChanged), (-1, EAGAIN, .none), (-1, EINTR, .none), (0, 0, .none),
        (4, 0, .none), (0, ECANCELED, .none),
    ])
    func readsTellExpiryFromChange(count: Int, code: Int32, expected: TimerDescriptor.Event) {
        #expect(TimerDescriptor.Event(readCount: count, code: code) == expected)
    }

    @Test func isSilentWhileNobodySetsTheClock() async throws {
        let queue = DispatchQueue(label: "clock")
        let changes = Mailbox<Bool>()
        let watch = try ClockWatch(queue: queue) { changes.post(true) }
        let timers = Mailbox<Bool>()
        let timer = try BoottimeTimer(queue: queue) { timers.post(true) }
        timer.arm(atElapsedMilliseconds: 1)
        _ = try await timers.next()
        watch.cancel()
        queue.sync {}
        #expect(await changes.rest() == [])
    }

    @Test func theTimerIsArmedFarAhead() throws {
        let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK))
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let soon = ClockSample.now().wallMilliseconds + 3_600_000
        TimerDescriptor.arm(descriptor, atMilliseconds: soon, cancelledOnSet: true)
        var rest = itimerspec()
        #expect(timerfd_gettime(descriptor, &rest) == 0)
        #expect((3500...3600).contains(rest.it_value.tv_sec))
        TimerDescriptor.arm(descriptor, atMilliseconds: nil)
        #expect(timerfd_gettime(descriptor, &rest) == 0)
        #expect(rest.it_value.tv_sec == 0 && rest.it_value.tv_nsec == 0)
    }

    /// Two steps that add up to none: one nanosecond forward, one back. Still, the clock is
    /// everybody's.
    @Test(
        .enabled(
            if: getuid() == 0
                && ProcessInfo.processInfo.environment["TESTS_MAY_STEP_CLOCK"] == "1",
            "steps the machine's clock by 1 ns: needs root and TESTS_MAY_STEP_CLOCK=1"))
    func tellsEachChangeOfTheClock() async throws {
        let queue = DispatchQueue(label: "clock")
        let changes = Mailbox<Bool>()
        let watch = try ClockWatch(queue: queue) { changes.post(true) }
        try step(nanoseconds: 1)
        #expect(try await changes.next())
        try step(nanoseconds: -1)
        #expect(try await changes.next(), "the watch was not armed again")
        watch.cancel()
    }

    private func step(nanoseconds: Int) throws {
        var change = timex()
        change.modes = UInt32(ADJ_SETOFFSET | ADJ_NANO)
        // The fraction must not be negative: -1 ns is -1 s and 999,999,999 ns.
        change.time.tv_sec = nanoseconds < 0 ? -1 : 0
        change.time.tv_usec = nanoseconds < 0 ? 1_000_000_000 + nanoseconds : nanoseconds
        try #require(adjtimex(&change) >= 0)
    }
}
