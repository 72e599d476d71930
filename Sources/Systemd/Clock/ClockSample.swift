import CSystemd
import Glibc

/// The values of the machine's clocks at one moment.
package struct ClockSample: Sendable, Equatable {
    /// CLOCK_REALTIME: milliseconds since 1970-01-01T00:00:00Z. A user with the right to set the
    /// clock can change it.
    package let wallMilliseconds: Int64
    /// CLOCK_BOOTTIME: milliseconds since boot, including suspend. It cannot be changed.
    package let elapsedMilliseconds: Int64
    /// The time spent in suspend since boot, in milliseconds: CLOCK_BOOTTIME minus CLOCK_MONOTONIC.
    /// The two are read one after the other, so the value may be off by a few.
    package var asleepMilliseconds: Int64 = 0
    /// The id of this boot, 32 hexadecimal digits (/proc/sys/kernel/random/boot_id by
    /// sd_id128_get_boot(3)); all zeros if /proc cannot be read. Elapsed times of different boots
    /// cannot be compared.
    package let bootID: String

    /// Reads the clocks, one directly after the other.
    package static func now() -> ClockSample { now(of: milliseconds(of:)) }

    /// Samples clocks that `clock` reads in milliseconds.
    static func now(of clock: (clockid_t) -> Int64) -> ClockSample {
        var awake: Int64
        var elapsed: Int64
        var wall: Int64
        var tries = 0
        // If the thread waits between two reads, or the machine suspends there, the difference
        // would look like sleep, or like a change of the wall clock.
        repeat {
            awake = clock(CLOCK_MONOTONIC)
            elapsed = clock(CLOCK_BOOTTIME)
            wall = clock(CLOCK_REALTIME)
            tries += 1
        } while tries < 10
            && (clock(CLOCK_BOOTTIME) - elapsed > 5 || clock(CLOCK_MONOTONIC) - awake > 5)
        return ClockSample(
            wallMilliseconds: wall, elapsedMilliseconds: elapsed,
            asleepMilliseconds: max(0, elapsed - awake), bootID: currentBootID)
    }

    /// Reads one clock by clock_gettime(2), in milliseconds rounded down.
    static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static let currentBootID: String = {
        var id = sd_id128_t()
        guard sd_id128_get_boot(&id) >= 0 else { return String(repeating: "0", count: 32) }
        return withUnsafeBytes(of: id) { bytes in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }()
}
