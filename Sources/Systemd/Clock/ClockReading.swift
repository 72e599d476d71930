import CSystemd
import Glibc

/// What the machine's clocks say at one moment.
package struct ClockReading: Sendable, Equatable {
    /// CLOCK_REALTIME: milliseconds since 1970-01-01T00:00:00Z. Anybody who may set the clock moves
    /// it.
    package let wallMilliseconds: Int64
    /// CLOCK_BOOTTIME: milliseconds since the boot, suspend included. Nothing moves it.
    package let elapsedMilliseconds: Int64
    /// The id of this boot, 32 hexadecimal digits (/proc/sys/kernel/random/boot_id by
    /// sd_id128_get_boot(3)); all zeros where /proc cannot be read. Elapsed times compare only
    /// within one.
    package let bootID: String

    /// A reading of given figures.
    package init(wallMilliseconds: Int64, elapsedMilliseconds: Int64, bootID: String) {
        self.wallMilliseconds = wallMilliseconds
        self.elapsedMilliseconds = elapsedMilliseconds
        self.bootID = bootID
    }

    /// Reads both clocks, one directly after the other.
    package static func now() -> ClockReading {
        ClockReading(
            wallMilliseconds: milliseconds(of: CLOCK_REALTIME),
            elapsedMilliseconds: milliseconds(of: CLOCK_BOOTTIME), bootID: currentBootID)
    }

    /// One clock of clock_gettime(2), in milliseconds rounded down.
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
