import RuleModel

/// A share as the exact fraction that it is: `count` of `of`. Where nothing stands below the line
/// there is no share: 0/0 is nil, never a number.
package struct Share: Hashable, Sendable {
    /// How many, 0 to `of`.
    package let count: Int
    /// Of how many, at least 1.
    package let of: Int

    /// A share; nil if `of` is not above zero. A part is never more than its whole, also where what
    /// came of an unblock was counted, but the unblock was before the first figure.
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

/// A mean as the exact fraction that it is: a sum and how many numbers it is of.
package struct Mean: Hashable, Sendable {
    /// The sum, not negative, in the unit that the figure names.
    package let total: Int64
    /// Of how many numbers, at least 1.
    package let of: Int

    /// A mean; nil if there are no numbers.
    package init?(_ total: Int64, of count: Int) {
        guard count > 0 else { return nil }
        self.total = max(total, 0)
        of = count
    }

    /// The nearest whole number of a unit that is so many times the figure's, a half rounded up:
    /// `rounded(per: 60_000)` is minutes where the figure is in milliseconds.
    package func rounded(per unit: Int64 = 1) -> Int64 { tenths(per: unit, fineness: 1) }

    /// With one decimal, a half rounded up, in a unit as `rounded` takes it: `2.4`.
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

/// How often a category or a mood was said with what ended a request. With what a person said a
/// request may go on, so requests are not counted by name.
package struct Named: Hashable, Sendable {
    /// The category or mood.
    package var name: String
    package var unblocks = 0
    package var kept = 0

    var count: Int { unblocks.addingSaturated(kept) }
}

/// A sum of money in one currency, exact.
package struct Amount: Hashable, Sendable {
    /// Three capital letters; nil for what was said without a currency.
    package var currency: String?
    /// Thousandths of the currency's unit, not below zero.
    package var thousandths: Int64

    package init(currency: String?, thousandths: Int64) {
        self.currency = currency
        self.thousandths = thousandths
    }

    /// The sum with two decimals, or three where it has them: `49.90`.
    package var decimal: String {
        let fraction = Money(thousandths: thousandths % 1000)?.decimal.dropFirst() ?? ""
        return "\(thousandths / 1000)\(fraction)"
    }
}

package struct TargetUse: Hashable, Sendable {
    /// The target's key; its rule may be gone.
    package var target: String
    /// The use, idle time taken out.
    package var time: TimeSpan
}

extension FixedWidthInteger {
    /// The sum, or the greatest (least) number where it is too large (small).
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
