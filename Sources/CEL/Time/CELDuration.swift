/// A signed span of time in nanoseconds, ± 292 years: the language's `duration`.
///
/// The prefix keeps it apart from the standard library's `Duration`.
public struct CELDuration: Hashable, Sendable {
    /// The whole span in nanoseconds.
    public let nanoseconds: Int64

    /// No time at all.
    public static let zero = CELDuration(nanoseconds: 0)

    /// A span of this many nanoseconds.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// A span of seconds and nanoseconds together; nil if it is out of range.
    public init?(seconds: Int64, nanoseconds: Int32 = 0) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return nil }
        let (sum, sumOverflow) = product.addingReportingOverflow(Int64(nanoseconds))
        guard !sumOverflow else { return nil }
        self.nanoseconds = sum
    }

    /// Whole seconds, rounded towards zero.
    public var seconds: Int64 { nanoseconds / 1_000_000_000 }
}

extension CELDuration: Comparable {
    /// Orders by length, negative spans first.
    public static func < (left: CELDuration, right: CELDuration) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension CELDuration: CustomStringConvertible {
    /// The span of a text: a sign, then numbers with the units `h`, `m`, `s`, `ms`, `us`, `ns`,
    /// each with a fraction if wanted, such as `1h30m` or `-1.5s`. Nil for another form or out of
    /// range; a number needs its unit, `0` alone excepted.
    public init?(_ text: String) {
        var scanner = DigitScanner(text)
        let isNegative = scanner.skip("-")
        if !isNegative { _ = scanner.skip("+") }
        guard !scanner.isAtEnd else { return nil }
        if text == "0" || text == "-0" || text == "+0" {
            self = .zero
            return
        }
        // The sum is kept negative, as the range reaches one further there.
        var total: Int64 = 0
        while !scanner.isAtEnd {
            guard let part = scanner.component() else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(part)
            guard !overflow else { return nil }
            total = sum
        }
        guard isNegative || total != .min else { return nil }
        nanoseconds = isNegative ? total : -total
    }

    /// The span in seconds, with as many decimals as it needs: `5400s`, `-0.5s`.
    public var description: String {
        let fraction = fractionText(abs(Int(nanoseconds % 1_000_000_000)))
        let sign = nanoseconds < 0 && seconds == 0 ? "-" : ""
        return "\(sign)\(seconds)\(fraction)s"
    }
}

extension DigitScanner {
    /// A number and its unit, in nanoseconds below zero; digits below a nanosecond are dropped.
    fileprivate mutating func component() -> Int64? {
        var whole: Int64 = 0
        var digits = 0
        while let digit = digit() {
            let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) = product.addingReportingOverflow(Int64(digit))
            guard !overflow, !sumOverflow else { return nil }
            whole = sum
            digits += 1
        }
        var fraction: UInt64 = 0
        var scale: UInt64 = 1
        if skip(".") {
            while let digit = digit() {
                digits += 1
                guard scale < 1_000_000_000_000_000 else { continue }
                fraction = fraction * 10 + UInt64(digit)
                scale *= 10
            }
        }
        guard digits > 0, let unit = unit() else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: -unit)
        guard !overflow else { return nil }
        let wide = fraction.multipliedFullWidth(by: UInt64(unit))
        let rest = Int64(scale.dividingFullWidth(wide).quotient)
        let (sum, sumOverflow) = product.subtractingReportingOverflow(rest)
        return sumOverflow ? nil : sum
    }

    /// A unit's length in nanoseconds.
    private mutating func unit() -> Int64? {
        if skip("h") { return 3_600_000_000_000 }
        if skip("m") { return skip("s") ? 1_000_000 : 60_000_000_000 }
        if skip("s") { return 1_000_000_000 }
        if skip("n") { return skip("s") ? 1 : nil }
        // "us", and the micro sign or the Greek letter in UTF-8.
        if skip("u") || skipBytes(0xC2, 0xB5) || skipBytes(0xCE, 0xBC) {
            return skip("s") ? 1000 : nil
        }
        return nil
    }
}
