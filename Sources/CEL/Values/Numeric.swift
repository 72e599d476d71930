/// The order of two values; NaN is unordered with everything.
enum Ordering: Sendable {
    case less, equal, greater, unordered
}

/// Comparison of int, uint and double by mathematical value, across their types.
enum Numeric {
    /// The order of two numbers; nil if one of them is not a number.
    static func compare(_ left: Value, _ right: Value) -> Ordering? {
        switch (left, right) {
        case (.int(let a), .int(let b)): order(a, b)
        case (.uint(let a), .uint(let b)): order(a, b)
        case (.double(let a), .double(let b)): compare(a, b)
        case (.int(let a), .uint(let b)): compare(a, b)
        case (.uint(let a), .int(let b)): compare(b, a).reversed
        case (.int(let a), .double(let b)): compare(a, b)
        case (.double(let a), .int(let b)): compare(b, a).reversed
        case (.uint(let a), .double(let b)): compare(a, b)
        case (.double(let a), .uint(let b)): compare(b, a).reversed
        default: nil
        }
    }

    static func compare(_ left: Double, _ right: Double) -> Ordering {
        if left < right { return .less }
        if left > right { return .greater }
        return left == right ? .equal : .unordered
    }

    static func compare(_ left: Int64, _ right: UInt64) -> Ordering {
        left < 0 ? .less : order(UInt64(left), right)
    }

    /// Outside the integer's range the double decides; inside, the integer as a double does.
    static func compare(_ left: Int64, _ right: Double) -> Ordering {
        if right.isNaN { return .unordered }
        if right < -0x1p63 { return .greater }
        if right > 0x1p63 { return .less }
        return compare(Double(left), right)
    }

    static func compare(_ left: UInt64, _ right: Double) -> Ordering {
        if right.isNaN { return .unordered }
        if right < 0 { return .greater }
        if right > 0x1p64 { return .less }
        return compare(Double(left), right)
    }

    static func order<T: Comparable>(_ left: T, _ right: T) -> Ordering {
        if left < right { return .less }
        return left == right ? .equal : .greater
    }
}

extension Ordering {
    /// With the operands exchanged.
    var reversed: Ordering {
        switch self {
        case .less: .greater
        case .greater: .less
        case .equal, .unordered: self
        }
    }
}

// `Int64(exactly:)` and `rounded()` would call into the C library's mathematics, which a target
// that imports nothing is not linked with.
extension Double {
    /// The same number as a signed integer; nil if it is not a whole number or out of range.
    var wholeInt64: Int64? {
        guard self >= -0x1p63, self < 0x1p63 else { return nil }
        let whole = Int64(self)
        return Double(whole) == self ? whole : nil
    }

    /// The same number as an unsigned integer; nil if it is not a whole number or out of range.
    var wholeUInt64: UInt64? {
        guard self >= 0, self < 0x1p64 else { return nil }
        let whole = UInt64(self)
        return Double(whole) == self ? whole : nil
    }
}
