/// The relations of the language over values of any type.
enum Comparison {
    typealias Test = @Sendable (Value, Value) throws(EvaluationError) -> Bool

    /// The relations by their operators' names.
    static let tests: [String: Test] = [
        Operator.equal: { $0 == $1 },
        Operator.notEqual: { $0 != $1 },
        Operator.less: { (a, b) throws(EvaluationError) in try order(a, b) == .less },
        Operator.lessOrEqual: { (a, b) throws(EvaluationError) in
            let order = try order(a, b)
            return order == .less || order == .equal
        },
        Operator.greater: { (a, b) throws(EvaluationError) in try order(a, b) == .greater },
        Operator.greaterOrEqual: { (a, b) throws(EvaluationError) in
            let order = try order(a, b)
            return order == .greater || order == .equal
        },
    ]

    /// The order of two values; an error for types without a common order.
    static func order(_ left: Value, _ right: Value) throws(EvaluationError) -> Ordering {
        switch (left, right) {
        case (.bool(let a), .bool(let b)): return Numeric.order(a ? 1 : 0, b ? 1 : 0)
        case (.timestamp(let a), .timestamp(let b)): return Numeric.order(a, b)
        case (.duration(let a), .duration(let b)): return Numeric.order(a, b)
        case (.string(let a), .string(let b)):
            if a.hasSameCodePoints(as: b) { return .equal }
            return a.precedesByCodePoints(b) ? .less : .greater
        case (.bytes(let a), .bytes(let b)):
            if a == b { return .equal }
            return a.lexicographicallyPrecedes(b) ? .less : .greater
        default:
            guard let order = Numeric.compare(left, right) else {
                throw EvaluationError(
                    .noSuchOverload, "comparison of \(left.type.name) and \(right.type.name)")
            }
            return order
        }
    }
}
