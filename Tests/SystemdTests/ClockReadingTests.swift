import Foundation
import Systemd
import Testing

@Suite struct ClockReadingTests {
    @Test func readsTheWallClock() {
        let before = Int64(Date().timeIntervalSince1970 * 1000) - 1
        let wall = ClockReading.now().wallMilliseconds
        // Anybody may set the clock between two readings, and a year is what no test run takes.
        #expect(abs(wall - before) < 365 * 24 * 3600 * 1000)
    }

    @Test func elapsedTimeGoesForward() {
        var last = ClockReading.now().elapsedMilliseconds
        #expect(last > 0)
        for _ in 0..<1000 {
            let next = ClockReading.now().elapsedMilliseconds
            #expect(next >= last)
            last = next
        }
    }

    @Test func timeAsleepIsPartOfElapsedTimeAndOnlySleepMovesIt() {
        let first = ClockReading.now()
        #expect((0...first.elapsedMilliseconds).contains(first.asleepMilliseconds))
        for _ in 0..<1000 {
            let next = ClockReading.now()
            let slept = next.asleepMilliseconds - first.asleepMilliseconds
            // Where the machine falls asleep meanwhile, elapsed time goes on as far.
            let passed = next.elapsedMilliseconds - first.elapsedMilliseconds
            #expect(slept >= -10 && slept <= passed + 10)
        }
    }

    @Test(
        .enabled(
            if: FileManager.default.isReadableFile(atPath: "/proc/sys/kernel/random/boot_id"),
            "/proc shows no boot id here"))
    func theBootIDIsTheKernels() throws {
        let kernels = try String(
            contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let digits = kernels.filter { $0 != "-" && $0 != "\n" }
        #expect(ClockReading.now().bootID == digits)
        #expect(MessageID(digits) != nil)
    }

    @Test func readingsAreValues() {
        let reading = ClockReading(wallMilliseconds: 1, elapsedMilliseconds: 2, bootID: "b")
        #expect(
            reading == ClockReading(wallMilliseconds: 1, elapsedMilliseconds: 2, bootID: "b"))
        #expect(
            reading != ClockReading(wallMilliseconds: 1, elapsedMilliseconds: 3, bootID: "b"))
        #expect(reading.asleepMilliseconds == 0)
        let slept = ClockReading(
            wallMilliseconds: 1, elapsedMilliseconds: 2, asleepMilliseconds: 1, bootID: "b")
        #expect(reading != slept && slept.asleepMilliseconds == 1)
    }
}
