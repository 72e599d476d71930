import RuleModel

/// A small fact that one of a person's devices tells the others.
package struct SharedFact: Hashable, Sendable, Codable {
    package var id: SharedFactID
    /// The trusted time of the device that told it.
    package var at: Instant
    package var content: Content

    package init(id: SharedFactID, at: Instant, content: Content) {
        self.id = id
        self.at = at
        self.content = content
    }

    /// The kinds of shared facts, under the names of their wire form. Targets and check-ins are
    /// keys of the rules.
    package enum Content: Hashable, Sendable, Codable {
        /// A grant began, or a manual protection was ended early.
        case unblocked(targets: [String], purpose: Purpose)
        /// A request was kept.
        case kept(targets: [String])
        /// Attempts in a bucket.
        case attempts(bucket: Bucket, count: Int64)
        /// A manual or automatic protection began.
        case protected(targets: [String], length: TimeSpan, isAutomatic: Bool)
        /// A check-in was answered; its day since 1970-01-01.
        case answered(checkIn: String, day: Int64, isYes: Bool)
        /// The use of a target in a bucket so far.
        case used(target: String, bucket: Bucket, seconds: Int64, isSynchronised: Bool)
        /// A stretch of what is switched off began, or an edit weakened the rules.
        case weakened(what: String, until: Instant)
        case episode(SharedEpisode)
        /// A name, a goal or a setting.
        case said(key: String, counter: Int64, value: SharedValue)
        /// An entry of the tools' rule file.
        case rules(key: String, counter: Int64, entry: String)
        /// An experiment began or ended.
        case experiment(run: SharedFactID, hasEnded: Bool)
        /// A kind, members or values that this version does not know: the bytes as they came.
        case other(kind: String, bytes: HexBytes)

        private enum EpisodeCodingKeys: String, CodingKey { case _0 = "members" }
    }
}

/// The id of a shared fact: 8 bytes as a number, the first byte highest.
package struct SharedFactID: Hashable, Comparable, Sendable {
    package var bits: UInt64

    package init(bits: UInt64) { self.bits = bits }

    package static func < (left: SharedFactID, right: SharedFactID) -> Bool {
        left.bits < right.bits
    }
}

/// Written as 16 hexadecimal digits.
extension SharedFactID: Codable, CustomStringConvertible {
    package var description: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not 16 hexadecimal digits")
        }
        self.bits = bits
    }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// Five minutes of UTC.
package struct Bucket: Hashable, Comparable, Sendable, Codable {
    /// Counted from 1970-01-01; 0 to `last`.
    package let number: Int64

    package static let length = TimeSpan.minutes(5)
    /// The last bucket of the year 9999.
    private static let last = Instant.recordable.upperBound / length.milliseconds

    /// The nearest bucket that can be recorded.
    package init(_ number: Int64) { self.number = min(max(0, number), Self.last) }

    package init(holding instant: Instant) {
        self.init(max(0, instant.milliseconds) / Self.length.milliseconds)
    }

    package var start: Instant { Instant(milliseconds: number * Self.length.milliseconds) }
    package var end: Instant { start + Self.length }

    package static func < (left: Bucket, right: Bucket) -> Bool { left.number < right.number }

    package init(from decoder: any Decoder) throws {
        self.init(try Int64(from: decoder))
    }
    package func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

/// Bytes, written as hexadecimal digits.
package struct HexBytes: Hashable, Sendable, Codable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let digits = Array(try container.decode(String.self).utf8).map(Self.value)
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 != nil }) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not pairs of hexadecimal digits")
        }
        bytes = stride(from: 0, to: digits.count, by: 2).map {
            (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        try String(decoding: text, as: UTF8.self).encode(to: encoder)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
