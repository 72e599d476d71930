import Foundation
import Glibc
import Testing

@testable import Systemd

@Suite struct ClockSampleTests {
    @Test func readsTheWallClock() {
        let before = Int64(Date().timeIntervalSince1970 * 1000) - 1
        let wall = ClockSample.now().wallMilliseconds
        // Anybody may set the clock between two readings, and a year is what no test run takes.
        #expect(abs(wall - before) < 365 * 24 * 3600 * 1000)
    }

    @Test func elapsedTimeGoesForward() {
        var last = ClockSample.now().elapsedMilliseconds
        #expect(last > 0)
        for _ in 0..<1000 {
            let next = ClockSample.now().elapsedMilliseconds
            #expect(next >= last)
            last = next
        }
    }

    @Test func timeAsleepIsPartOfElapsedTimeAndOnlySleepMovesIt() {
        let first = ClockSample.now()
        #expect((0...first.elapsedMilliseconds).contains(first.asleepMilliseconds))
        for _ in 0..<1000 {
            let next = ClockSample.now()
            let slept = next.asleepMilliseconds - first.asleepMilliseconds
            // Where the machine falls asleep meanwhile, elapsed time goes on as far.
            let passed = next.elapsedMilliseconds - first.elapsedMilliseconds
            #expect(slept >= -10 && slept <= passed + 10)
        }
    }

    /// The thread waits, or the machine sleeps, before one of the clocks is read: all are read
    /// again, and no wall clock passes for one that was set.
    @Test(arguments: 0..<5, [true, false])
    func clocksThatAreReadApartAreReadAgain(place: Int, isAsleep: Bool) {
        let pause: Int64 = 36_000_000
        var reads = 0
        var passed: Int64 = 0
        let reading = ClockSample.now { clock in
            if reads == place { passed = pause }
            reads += 1
            switch clock {
            case CLOCK_REALTIME: return 1_800_000_000_000 + passed
            case CLOCK_BOOTTIME: return 60_000 + passed
            default: return 50_000 + (isAsleep ? 0 : passed)
            }
        }
        #expect(
            reading.wallMilliseconds - reading.elapsedMilliseconds == 1_800_000_000_000 - 60_000)
        let slept = isAsleep && reading.elapsedMilliseconds > 60_000 ? pause : 0
        #expect(reading.asleepMilliseconds == 10_000 + slept)
    }

    /// A thread that never gets to read them together has a reading all the same.
    @Test func readingEnds() {
        var time: Int64 = 0
        let reading = ClockSample.now { _ in
            time += 100
            return time
        }
        #expect(reading.elapsedMilliseconds > 0)
    }

    @Test(
        .enabled(
            if: FileManager.default.isReadableFile(atPath: "/proc/sys/kernel/random/boot_id"),
            "/proc shows no boot id here"))
    func theBootIDIsTheKernels() throws {
        let kernels = try String(
            contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let digits = kernels.filter { $0 != "-" && $0 != "\n" }
        #expect(ClockSample.now().bootID == digits)
        #expect(MessageID(digits) != nil)
    }

    @Test func readingsAreValues() {
        let reading = ClockSample(wallMilliseconds: 1, elapsedMilliseconds: 2, bootID: "b")
        #expect(
            reading == ClockSample(wallMilliseconds: 1, elapsedMilliseconds: 2, bootID: "b"))
        #expect(
            reading != ClockSample(wallMilliseconds: 1, elapsedMilliseconds: 3, bootID: "b"))
        #expect(reading.asleepMilliseconds == 0)
        let slept = ClockSample(
            wallMilliseconds: 1, elapsedMilliseconds: 2, asleepMilliseconds: 1, bootID: "b")
        #expect(reading != slept && slept.asleepMilliseconds == 1)
    }
}
