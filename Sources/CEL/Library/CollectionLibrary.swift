/// Sizes, indexes, membership and concatenation.
enum CollectionLibrary {
    private static let element = CELType.parameter("E")
    private static let key = CELType.parameter("K")
    private static let value = CELType.parameter("V")

    static let functions = [
        Function(
            name: "size",
            overloads: [CELType.string, .bytes, .list(element), .map(key, value)].flatMap {
                [sizeOverload($0, isMember: false), sizeOverload($0, isMember: true)]
            }),
        Function(
            name: Operator.index,
            overloads: [
                Overload([.list(element), .int], element, binary: index),
                Overload([.map(key, value), key], value, binary: index),
            ]),
        Function(
            name: Operator.in,
            overloads: [
                Overload([element, .list(element)], .bool, binary: isIn),
                Overload([key, .map(key, value)], .bool, binary: isIn),
            ]),
        Function(
            name: Operator.add,
            overloads: [
                Overload([.list(element), .list(element)], .list(element)) {
                    values throws(EvaluationError) in
                    guard case (.list(let a), .list(let b)) = (values[0], values[1]) else {
                        throw EvaluationError(.noSuchOverload, Operator.add)
                    }
                    return .list(a + b)
                }
            ]),
    ]

    private static func sizeOverload(_ type: CELType, isMember: Bool) -> Overload {
        Overload([type], .int, isMember: isMember) { values throws(EvaluationError) in
            switch values[0] {
            case .string(let text): .int(Int64(text.unicodeScalars.count))
            case .bytes(let bytes): .int(Int64(bytes.count))
            case .list(let elements): .int(Int64(elements.count))
            case .map(let map): .int(Int64(map.count))
            default: throw EvaluationError(.noSuchOverload, "size")
            }
        }
    }

    typealias Binary = @Sendable (Value, Value) throws(EvaluationError) -> Value

    /// Operators that take whatever values they find, without a choice of overload: a list may be
    /// indexed by a double, where it stands as dyn.
    static let operators: [String: Binary] = [Operator.index: index, Operator.in: isIn]

    private static let index: Binary = { (range, place) throws(EvaluationError) in
        switch range {
        case .list(let elements):
            guard let position = position(place) else {
                throw EvaluationError(.noSuchOverload, "[] with \(place.type.name)")
            }
            guard elements.indices.contains(position) else {
                throw EvaluationError(.indexOutOfRange, "\(position) of \(elements.count)")
            }
            return elements[position]
        case .map(let map):
            guard let value = map[place] else {
                throw EvaluationError(.noSuchKey, "\(place)")
            }
            return value
        default:
            throw EvaluationError(.noSuchOverload, "[] of \(range.type.name)")
        }
    }

    /// A whole number of any numeric type.
    private static func position(_ value: Value) -> Int? {
        switch value {
        case .int(let value): Int(value)
        case .uint(let value): Int(exactly: value) ?? Int.max
        case .double(let value): value.wholeInt64.map { Int($0) }
        default: nil
        }
    }

    private static let isIn: Binary = { (element, range) throws(EvaluationError) in
        switch range {
        case .list(let elements): .bool(elements.contains { $0 == element })
        case .map(let map): .bool(map[element] != nil)
        default: throw EvaluationError(.noSuchOverload, "in \(range.type.name)")
        }
    }
}

extension Overload {
    fileprivate init(
        _ parameters: [CELType], _ result: CELType, binary: @escaping CollectionLibrary.Binary
    ) {
        self.init(parameters, result) { values throws(EvaluationError) in
            try binary(values[0], values[1])
        }
    }
}
