import RuleModel

/// A reading of the machine's clocks; the only way in which time enters the engine.
package struct Reading: Hashable, Sendable {
    /// The wall clock (`CLOCK_REALTIME`), which a person can set.
    package var wall: Instant
    /// Time since the machine started, suspend included (`CLOCK_BOOTTIME`), which cannot be set.
    package var elapsed: TimeSpan
    /// The kernel's boot id: `elapsed` can be compared only within one boot.
    package var boot: BootID
    /// Whether the wall clock is known to follow a time server now; unknown counts as no.
    package var isSynchronised: Bool
    /// The part of `elapsed` in which the machine slept (`CLOCK_BOOTTIME` less `CLOCK_MONOTONIC`).
    package var asleep: TimeSpan

    package init(
        wall: Instant, elapsed: TimeSpan, boot: BootID, isSynchronised: Bool,
        asleep: TimeSpan = .zero
    ) {
        self.asleep = asleep
        self.wall = wall
        self.elapsed = elapsed
        self.boot = boot
        self.isSynchronised = isSynchronised
    }
}

/// The kernel's id of one run of the machine (`/proc/sys/kernel/random/boot_id`): 32 lower-case
/// hexadecimal digits, or a text of at most 16 bytes.
///
/// Every event and every deadline has one, so it is a plain value that costs nothing to copy: two
/// halves, because a `UInt128` would be aligned to 16 bytes. Texts are compared by their bytes.
package struct BootID: Hashable, Sendable {
    /// The number of bytes of the text.
    private let length: UInt8
    /// The upper half of the number that the digits, or else the bytes, make.
    private let upper: UInt64
    private let lower: UInt64

    private static let digits: UInt8 = 32

    /// Any longer text, which no machine has, is replaced by its fingerprint.
    package init(_ text: String) {
        let bytes = Array(text.utf8)
        let number: UInt128
        if bytes.count <= 16 {
            length = UInt8(bytes.count)
            number = bytes.reduce(0) { $0 << 8 | UInt128($1) }
        } else {
            length = Self.digits
            let isID = bytes.count == length && bytes.allSatisfy(Self.isDigit)
            number = UInt128(isID ? text : Fingerprint.of([text]), radix: 16) ?? 0
        }
        upper = UInt64(truncatingIfNeeded: number >> 64)
        lower = UInt64(truncatingIfNeeded: number)
    }

    package var text: String {
        let number = UInt128(upper) << 64 | UInt128(lower)
        if length == Self.digits {
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: Int(length) - digits.utf8.count) + digits
        }
        let bytes = (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

extension BootID: Codable {
    package init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }
    package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

/// A moment of elapsed time, comparable only with moments of the same boot.
package struct Deadline: Hashable, Sendable, Codable {
    /// The boot in which `elapsed` counts.
    package var boot: BootID
    /// Elapsed time, suspend included, at which the deadline falls.
    package var elapsed: TimeSpan

    /// A deadline at the given elapsed time of a boot, or at the last one that can be recorded.
    package init(boot: BootID, elapsed: TimeSpan) {
        self.boot = boot
        self.elapsed = elapsed.held(
            within: TimeSpan(milliseconds: TimeSpan.recordable.upperBound))
    }
}
