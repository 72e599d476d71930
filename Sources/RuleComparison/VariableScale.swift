import CEL
import RuleModel

/// The values that a variable can hold, as whole numbers in ascending order: its positions.
///
/// The ranges are what the vocabulary says of its variables: an hour is never 25.
struct VariableScale: Sendable {
    let unit: Unit
    /// Every position that there is.
    let range: ClosedRange<Int64>

    enum Unit: Sendable {
        /// 0 false, 1 true.
        case truth
        /// The number itself.
        case count
        /// Thousandths, exactly.
        case thousandths
        /// The bit pattern, which for numbers that are not negative ascends as they do.
        case number
        /// Milliseconds of a span.
        case span
        /// Milliseconds since 1970 of an instant.
        case moment
        /// 0 any other text, then the texts that conditions name, which have no order.
        case text([String])
    }

    /// More positions than this are never looked at one by one.
    static let mostSingly: Int64 = 60

    /// The scale of a variable by its name and type; nil if nothing is known of it.
    init?(name: String, type: CELType, texts: [String]) {
        switch type {
        case .bool: self.init(.truth, 0...1)
        case .int: self.init(.count, Self.counts[name] ?? 0...Self.beyond)
        case .double where Self.exact.contains(name):
            self.init(.thousandths, 0...(name == "amount.today" ? Self.beyond : 1000))
        case .double:
            let most = name == "regret.mean_30_days" ? 4.0 : 1.0
            self.init(.number, 0...Int64(bitPattern: most.bitPattern))
        case .duration: self.init(.span, 0...Self.beyond)
        case .timestamp: self.init(.moment, 0...Self.beyond)
        case .string: self.init(.text(texts), 0...Int64(texts.count))
        default: return nil
        }
    }

    private init(_ unit: Unit, _ range: ClosedRange<Int64>) {
        self.unit = unit
        self.range = range
    }

    private static let counts: [String: ClosedRange<Int64>] = [
        "local.hour": 0...23, "local.minute": 0...59, "local.weekday": 1...7, "local.day": 1...31,
    ]
    private static let exact: Set<String> = ["risk.score", "risk.automatic", "amount.today"]
    /// More than a person ever does, spends or waits for; in milliseconds 139 years.
    private static let beyond: Int64 = 1 << 42

    /// True if its values can be looked at one by one.
    var isShort: Bool { range.upperBound - range.lowerBound <= Self.mostSingly }

    func value(at position: Int64) -> Value {
        switch unit {
        case .truth: return .bool(position != 0)
        case .count: return .int(position)
        case .thousandths: return .double(Double(position) / 1000)
        case .number: return .double(Double(bitPattern: UInt64(bitPattern: position)))
        case .span: return .duration(TimeSpan(milliseconds: position).duration)
        case .moment: return .timestamp(Instant(milliseconds: position).timestamp)
        case .text(let texts):
            if position > 0 { return .string(texts[Int(position) - 1]) }
            // A text that no condition names; the empty one if possible.
            var other = ""
            while texts.contains(other) { other += "other" }
            return .string(other)
        }
    }

    /// The first position whose value is not below a constant, or is above it; one past the end
    /// if there is none, nil if the two cannot be compared.
    func first(_ side: Side, _ constant: Value) -> Int64? {
        guard isBelow(range.lowerBound, constant, or: false) != nil else { return nil }
        var low = range.lowerBound
        var high = range.upperBound + 1
        while low < high {
            let middle = low + (high - low) / 2
            if isBelow(middle, constant, or: side == .above) ?? false {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    enum Side: Hashable { case notBelow, above }

    /// True if the value at a position is below a constant, or equal to it if that is asked for,
    /// too; by the language's comparison of numbers.
    private func isBelow(_ position: Int64, _ constant: Value, or equals: Bool) -> Bool? {
        func order<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
            equals ? left <= right : left < right
        }
        switch (value(at: position), constant) {
        case (.int(let left), .int(let right)): return order(left, right)
        case (.int(let left), .uint(let right)):
            return order(UInt64(clamping: left), right)
        case (.int(let left), .double(let right)):
            return right.isNaN ? nil : order(Double(left), right)
        case (.double(let left), .double(let right)):
            return right.isNaN ? nil : order(left, right)
        case (.double(let left), .int(let right)): return order(left, Double(right))
        case (.double(let left), .uint(let right)): return order(left, Double(right))
        case (.duration(let left), .duration(let right)): return order(left, right)
        case (.timestamp(let left), .timestamp(let right)): return order(left, right)
        default: return nil
        }
    }
}
