import API

/// A number that a chart can draw: never NaN, never infinite, at most 10^15 in size, so that no
/// arithmetic of a chart overflows and a tick's value always fits an `Int`.
struct FiniteNumber: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
    static let limit = 1e15

    let value: Double

    /// A whole number; beyond ±10^15 it is drawn as ±10^15.
    init(_ value: Int) {
        self.value = min(max(Double(value), -Self.limit), Self.limit)
    }

    /// A number, or nil if it is NaN or infinite; beyond ±10^15 it is drawn as ±10^15.
    init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.value = min(max(value, -Self.limit), Self.limit)
    }

    init(_ number: FixedPoint) {
        value = min(max(Double(number.thousandths) / 1000, -Self.limit), Self.limit)
    }

    init(integerLiteral value: Int) { self.init(value) }

    static func < (one: FiniteNumber, other: FiniteNumber) -> Bool { one.value < other.value }
}
