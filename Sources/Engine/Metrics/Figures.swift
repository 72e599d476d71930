import RuleModel

/// A share as an exact fraction: `count` of `of`. Without a whole there is no share: 0/0 is nil,
/// never a number.
package struct Share: Hashable, Sendable {
    /// The part, 0 to `of`.
    package let count: Int
    /// The whole, at least 1.
    package let of: Int

    /// A share; nil if `of` is not above zero. The part is clamped to the whole: an outcome may be
    /// counted in a range that lacks its unblock.
    package init?(_ count: Int, of whole: Int) {
        guard whole > 0 else { return nil }
        self.count = min(max(count, 0), whole)
        of = whole
    }

    /// Whole percent, a half rounded up; 0 only for none and 100 only for all.
    package var percent: Int {
        let rounded = Self.percent(count, of: of)
        return count == 0 || count == of ? rounded : min(max(rounded, 1), 99)
    }

    /// A ratio in whole percent, which may be over 100; `whole` is above zero.
    static func percent(_ part: Int, of whole: Int) -> Int {
        let doubled = Int128(part) * 200 + Int128(whole)
        return Int(clamping: doubled / (Int128(whole) * 2))
    }
}

/// A mean as an exact fraction: a sum and the number of its terms.
package struct Mean: Hashable, Sendable {
    /// The sum, not negative, in the unit that the figure names.
    package let total: Int64
    /// The number of terms, at least 1.
    package let of: Int

    /// A mean; nil if there are no numbers.
    package init?(_ total: Int64, of count: Int) {
        guard count > 0 else { return nil }
        self.total = max(total, 0)
        of = count
    }

    /// The mean in a unit that is `unit` times the figure's, rounded, a half up: `rounded(per:
    /// 60_000)` is minutes if the figure is in milliseconds.
    package func rounded(per unit: Int64 = 1) -> Int64 { tenths(per: unit, fineness: 1) }

    /// The mean with one decimal, a half rounded up, in a unit as for `rounded`: `2.4`.
    package func decimal(per unit: Int64 = 1) -> String {
        let tenths = tenths(per: unit, fineness: 10)
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func tenths(per unit: Int64, fineness: Int128) -> Int64 {
        let whole = Int128(of) * Int128(max(unit, 1))
        return Int64(clamping: (Int128(total) * fineness * 2 + whole) / (whole * 2))
    }
}

/// Requests, unblocks and kept blocks of one hour, one weekday or one range.
package struct Cell: Hashable, Sendable {
    /// Unblock requests, pauses included.
    package var requests = 0
    package var unblocks = 0
    /// Kept blocks: protection moments.
    package var kept = 0
}

/// The number of times that a category or a mood was named with the end of a request. Requests are
/// not counted by name, because one can continue with other words.
package struct NameCount: Hashable, Sendable {
    /// The category or mood.
    package var name: String
    package var unblocks = 0
    package var kept = 0

    var count: Int { unblocks.addingSaturated(kept) }
}

/// A sum of money in one currency, exact.
package struct Amount: Hashable, Sendable {
    /// Three capital letters; nil for amounts without a currency.
    package var currency: String?
    /// Thousandths of the currency's unit, not below zero.
    package var thousandths: Int64

    package init(currency: String?, thousandths: Int64) {
        self.currency = currency
        self.thousandths = thousandths
    }

    /// The sum with two decimals, or with three if needed: `49.90`.
    package var decimal: String {
        let fraction = Money(thousandths: thousandths % 1000)?.decimal.dropFirst() ?? ""
        return "\(thousandths / 1000)\(fraction)"
    }
}

package struct TargetUse: Hashable, Sendable {
    /// The target's key; its rule may be gone.
    package var target: String
    /// The time of use without idle time.
    package var time: TimeSpan
}

extension FixedWidthInteger {
    /// The sum, clamped to the greatest and the least number.
    func addingSaturated(_ other: Self) -> Self {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }
}

extension Collection where Element: Comparable & ExpressibleByIntegerLiteral {
    /// The index of the one number greater than all others and zero; nil on a tie.
    var leader: Index? {
        guard let most = indices.max(by: { self[$0] < self[$1] }), self[most] > 0 else {
            return nil
        }
        return indices.contains { $0 != most && self[$0] == self[most] } ? nil : most
    }
}
