/// The exact decimal digits of a finite double, rounded as a format asks: half to even.
struct DecimalExpansion {
    private let isNegative: Bool
    /// The digits from the most significant on, at least one before the point.
    private let digits: [UInt8]
    /// The number of digits after the point.
    private let scale: Int

    init(_ value: Double) {
        isNegative = value.sign == .minus
        let isSubnormal = value.exponentBitPattern == 0
        var mantissa = value.significandBitPattern | (isSubnormal ? 0 : 1 << 52)
        var exponent = isSubnormal ? -1074 : Int(value.exponentBitPattern) - 1075
        while exponent < 0, mantissa != 0, mantissa & 1 == 0 {
            mantissa >>= 1
            exponent += 1
        }
        if mantissa == 0 { exponent = 0 }
        // A power of two below one is the same power of five with the point moved.
        var number = DigitAccumulator(mantissa)
        for _ in 0..<abs(exponent) { number.multiply(by: exponent < 0 ? 5 : 2) }
        scale = max(-exponent, 0)
        let significant = number.digits
        let padding = max(scale + 1 - significant.count, 0)
        digits = Array(repeating: 0, count: padding) + significant
    }

    /// `-123.500`, with this many digits after the point; without the point if there are none.
    func fixed(_ precision: Int) -> String {
        let whole = digits.count - scale
        var (rounded, carried) = Self.rounded(digits, keeping: whole + precision)
        if carried { rounded.insert(1, at: 0) }
        return text(rounded, pointAfter: rounded.count - precision)
    }

    /// `-1.235e+02`, with this many digits after the point and at least two of the exponent.
    func scientific(_ precision: Int) -> String {
        let leading = digits.firstIndex { $0 != 0 } ?? digits.count - 1
        var exponent = digits.count - scale - 1 - leading
        if digits.allSatisfy({ $0 == 0 }) { exponent = 0 }
        var (rounded, carried) = Self.rounded(Array(digits[leading...]), keeping: 1 + precision)
        if carried {
            rounded = [1] + rounded.dropLast()
            exponent += 1
        }
        let power = abs(exponent)
        return text(rounded, pointAfter: 1) + (exponent < 0 ? "e-" : "e+")
            + (power < 10 ? "0\(power)" : "\(power)")
    }

    private func text(_ digits: [UInt8], pointAfter whole: Int) -> String {
        var result = isNegative ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index == whole { result += "." }
            result.unicodeScalars.append(Unicode.Scalar(0x30 + digit))
        }
        return result
    }

    /// The first digits rounded to a count, padded with zeros; `carried` if a 1 belongs before
    /// them.
    private static func rounded(
        _ digits: [UInt8], keeping count: Int
    ) -> (digits: [UInt8], carried: Bool) {
        guard count < digits.count else {
            return (digits + Array(repeating: 0, count: count - digits.count), false)
        }
        var kept = Array(digits[..<count])
        let rest = digits[count...]
        let isOdd = (kept.last ?? 0) % 2 == 1
        let isAboveHalf = digits[count] > 5 || rest.dropFirst().contains { $0 != 0 }
        guard digits[count] >= 5, isAboveHalf || isOdd else { return (kept, false) }
        for index in kept.indices.reversed() {
            if kept[index] < 9 {
                kept[index] += 1
                return (kept, false)
            }
            kept[index] = 0
        }
        return (kept, true)
    }
}

/// A whole number of any size, as far as writing down a double needs it.
private struct DigitAccumulator {
    /// Words of nine decimal digits, the least significant first.
    private var words: [UInt64] = []
    private static let base: UInt64 = 1_000_000_000

    init(_ value: UInt64) {
        var rest = value
        while rest > 0 {
            words.append(rest % Self.base)
            rest /= Self.base
        }
    }

    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in words.indices {
            let product = words[index] * factor + carry
            words[index] = product % Self.base
            carry = product / Self.base
        }
        if carry > 0 { words.append(carry) }
    }

    /// The decimal digits from the most significant on, without zeros before; none for zero.
    var digits: [UInt8] {
        var digits: [UInt8] = []
        for word in words {
            var rest = word
            for _ in 0..<9 {
                digits.append(UInt8(rest % 10))
                rest /= 10
            }
        }
        while digits.last == 0 { digits.removeLast() }
        return digits.reversed()
    }
}
