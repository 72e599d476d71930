/// The steps of operators and functions whose overloads have no estimate, because the values
/// themselves choose the overload. Finding a key in a map costs the key's weight.
enum CallCost {
    /// Equality and order, which end with the smaller operand.
    case comparison
    /// `range[place]`.
    case index
    /// `element in range`.
    case membership
    /// `text.matches(pattern)`.
    case matching

    init?(_ name: String, count: Int) {
        guard count == 2 else { return nil }
        switch name {
        case Operator.equal, Operator.notEqual, Operator.less, Operator.lessOrEqual,
            Operator.greater, Operator.greaterOrEqual:
            self = .comparison
        case Operator.index: self = .index
        case Operator.in: self = .membership
        case "matches": self = .matching
        default: return nil
        }
    }

    /// Estimates a call. `type` is that of the second operand; `instructions` are those of a
    /// regular expression, if known.
    func estimate(_ sizes: [SizeBound], _ type: CELType, instructions: Int?) -> CallEstimate {
        let (left, right) = (sizes[0], sizes[1])
        switch self {
        case .comparison: return CallEstimate(steps: min(left.weight, right.weight))
        case .index: return CallEstimate(steps: right.weight, size: left.element)
        case .membership:
            let search = right.count.multipliedSaturated(
                min(left.weight, right.element.weight)
            ).addingSaturated(1)
            switch type {
            case .list: return CallEstimate(steps: search)
            case .map: return CallEstimate(steps: left.weight)
            default: return CallEstimate(steps: max(search, left.weight))
            }
        case .matching:
            return CallEstimate(
                steps: Self.matching(
                    bytes: left.bytes, pattern: right.bytes,
                    instructions: instructions ?? RegularExpression.maxSize))
        }
    }

    /// The steps to read a pattern and to follow all its instructions through a text; `bytes` and
    /// `pattern` are the sizes of both.
    static func matching(bytes: Int, pattern: Int, instructions: Int) -> Int {
        bytes.addingSaturated(1).multipliedSaturated(instructions.addingSaturated(1))
            .addingSaturated(pattern)
    }
}
