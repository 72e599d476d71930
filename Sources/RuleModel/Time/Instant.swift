import CEL

// The type and its storage are usable from inline so that other modules inline the arithmetic: the
// engine does little else, and of a `package` declaration alone they see no body.

/// A point on the UTC time line, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Leap seconds are not counted, as in POSIX. All of history that a `CEL` timestamp can hold fits.
@usableFromInline
package struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z, negative before it.
    @usableFromInline package var milliseconds: Int64

    @inlinable package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    @inlinable package init(seconds: Int64) { self.milliseconds = seconds * 1000 }

    /// Whole seconds since the epoch, rounded down.
    @inlinable package var seconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    }

    /// The nearest multiple of a span, for people and clients: an end in elapsed time is computed
    /// from two clocks that tick a millisecond apart.
    package func rounded(to span: TimeSpan) -> Instant {
        let step = span.milliseconds
        let over = ((milliseconds + step / 2) % step + step) % step
        return Instant(milliseconds: milliseconds + step / 2 - over)
    }

    @inlinable package static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }
    @inlinable package static func + (left: Instant, right: TimeSpan) -> Instant {
        Instant(milliseconds: left.milliseconds + right.milliseconds)
    }
    @inlinable package static func - (left: Instant, right: TimeSpan) -> Instant {
        Instant(milliseconds: left.milliseconds - right.milliseconds)
    }
    @inlinable package static func - (left: Instant, right: Instant) -> TimeSpan {
        TimeSpan(milliseconds: left.milliseconds - right.milliseconds)
    }

    /// Years 1 to 9999, the range of `CEL` and RFC 3339. A record with anything else is damaged;
    /// within these years no sum overflows.
    @inlinable package static var recordable: ClosedRange<Int64> {
        -62_135_596_800_000...253_402_300_799_999
    }

    /// The instant, or the nearest that can be recorded.
    package var nearestRecordable: Instant {
        let range = Self.recordable
        return Instant(milliseconds: min(max(milliseconds, range.lowerBound), range.upperBound))
    }

    @usableFromInline package init(from decoder: any Decoder) throws {
        milliseconds = try decoder.decode(within: Self.recordable)
    }
    @usableFromInline package func encode(to encoder: any Encoder) throws {
        try milliseconds.encode(to: encoder)
    }
}

/// A length of time in whole milliseconds; negative if a clock went back.
///
/// Not `Swift.Duration`, because the store and the socket cannot represent its attoseconds.
@usableFromInline
package struct TimeSpan: Hashable, Comparable, Sendable, Codable {
    @usableFromInline package var milliseconds: Int64

    @inlinable package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    @inlinable package static var zero: TimeSpan { TimeSpan(milliseconds: 0) }
    @inlinable package static func seconds(_ count: Int64) -> TimeSpan {
        TimeSpan(milliseconds: count * 1000)
    }
    @inlinable package static func minutes(_ count: Int64) -> TimeSpan { .seconds(count * 60) }
    @inlinable package static func hours(_ count: Int64) -> TimeSpan { .seconds(count * 3600) }
    /// A span of days of 24 hours.
    @inlinable package static func days(_ count: Int64) -> TimeSpan { .seconds(count * 86400) }

    /// Whole seconds, rounded towards zero.
    @inlinable package var seconds: Int64 { milliseconds / 1000 }
    /// Whole minutes, rounded towards zero.
    @inlinable package var minutes: Int64 { seconds / 60 }
    @inlinable package var magnitude: TimeSpan { TimeSpan(milliseconds: abs(milliseconds)) }

    @inlinable package static func < (left: TimeSpan, right: TimeSpan) -> Bool {
        left.milliseconds < right.milliseconds
    }
    @inlinable package static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: left.milliseconds + right.milliseconds)
    }
    @inlinable package static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: left.milliseconds - right.milliseconds)
    }
    @inlinable package static prefix func - (span: TimeSpan) -> TimeSpan {
        TimeSpan(milliseconds: -span.milliseconds)
    }

    /// Ten thousand years either way; see `Instant.recordable`.
    @inlinable package static var recordable: ClosedRange<Int64> {
        -315_569_520_000_000...315_569_520_000_000
    }

    @usableFromInline package init(from decoder: any Decoder) throws {
        milliseconds = try decoder.decode(within: Self.recordable)
    }
    @usableFromInline package func encode(to encoder: any Encoder) throws {
        try milliseconds.encode(to: encoder)
    }
}

extension Decoder {
    /// A single whole number that must lie in a range.
    fileprivate func decode(within range: ClosedRange<Int64>) throws -> Int64 {
        let container = try singleValueContainer()
        let number = try container.decode(Int64.self)
        guard range.contains(number) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(number) is not a time that can be recorded")
        }
        return number
    }
}

extension TimeSpan? {
    /// Lowers the span to another one, or sets it if there was none.
    @inlinable package mutating func lower(to other: TimeSpan?) {
        guard let other else { return }
        self = map { Swift.min($0, other) } ?? other
    }
}
