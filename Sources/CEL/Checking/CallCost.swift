/// What those operators and functions take whose overloads do not say it, because they are told
/// apart by the values themselves.
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

    /// Steps of finding a key of a size in a map.
    static func lookup(_ key: SizeBound) -> Int { key.weight }

    /// Steps of putting all entries of a map of a size into another.
    static func insertion(_ map: SizeBound) -> Int { map.weight }

    /// The estimate for two operands of these sizes, the second of them of a type, and for a
    /// regular expression of so many instructions, where that is known.
    func estimate(_ sizes: [SizeBound], _ type: CELType, instructions: Int?) -> CallEstimate {
        let (left, right) = (sizes[0], sizes[1])
        switch self {
        case .comparison: return CallEstimate(steps: min(left.weight, right.weight))
        case .index:
            return CallEstimate(steps: Self.lookup(right), size: left.element)
        case .membership:
            let search = right.count.multipliedSaturated(
                min(left.weight, right.element.weight)
            ).addingSaturated(1)
            switch type {
            case .list: return CallEstimate(steps: search)
            case .map: return CallEstimate(steps: Self.lookup(left))
            default: return CallEstimate(steps: max(search, Self.lookup(left)))
            }
        case .matching:
            return CallEstimate(
                steps: Self.matching(
                    bytes: left.bytes, pattern: right.bytes,
                    instructions: instructions ?? RegularExpression.maxSize))
        }
    }

    /// Steps of reading a pattern of so many bytes and following all its instructions through a
    /// text.
    static func matching(bytes: Int, pattern: Int, instructions: Int) -> Int {
        bytes.addingSaturated(1).multipliedSaturated(instructions.addingSaturated(1))
            .addingSaturated(pattern)
    }
}
