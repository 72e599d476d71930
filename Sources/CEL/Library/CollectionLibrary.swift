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
                Overload(binary: .list(element), .int, element, apply: index),
                Overload(binary: .map(key, value), key, value, apply: index),
            ]),
        Function(
            name: Operator.in,
            overloads: [
                Overload(binary: element, .list(element), .bool, apply: isIn),
                Overload(binary: key, .map(key, value), .bool, apply: isIn),
            ]),
        Function(name: Operator.add, overloads: [concatenation]),
    ]

    private static let concatenation = Overload(
        binary: .list(element), .list(element), .list(element),
        estimate: { sizes in
            let count = sizes[0].count.addingSaturated(sizes[1].count)
            return CallEstimate(
                steps: count.addingSaturated(1),
                size: .collection(count, of: sizes[0].element.joined(sizes[1].element)))
        },
        apply: { (left, right) throws(EvaluationError) in
            guard case (.list(let a), .list(let b)) = (left, right) else {
                throw EvaluationError(.noSuchOverload, Operator.add)
            }
            return .list(a + b)
        })

    /// The overload of `size`. It reads all bytes of a text, but no elements of a list or map.
    private static func sizeOverload(_ type: CELType, isMember: Bool) -> Overload {
        let estimate: Overload.Estimate = {
            CallEstimate(steps: SizeBound.text($0[0].bytes).weight)
        }
        return Overload(unary: type, .int, isMember: isMember, estimate: estimate) {
            value throws(EvaluationError) in
            switch value {
            case .string(let text): .int(Int64(text.unicodeScalars.count))
            case .bytes(let bytes): .int(Int64(bytes.count))
            case .list(let elements): .int(Int64(elements.count))
            case .map(let map): .int(Int64(map.count))
            default: throw EvaluationError(.noSuchOverload, "size")
            }
        }
    }

    /// Operators without a choice of overload: a double of type dyn may index a list.
    static let operators: [String: Function.Binary] = [Operator.index: index, Operator.in: isIn]

    private static let index: Function.Binary = { (range, place) throws(EvaluationError) in
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

    private static let isIn: Function.Binary = { (element, range) throws(EvaluationError) in
        switch range {
        case .list(let elements): .bool(elements.contains { $0 == element })
        case .map(let map): .bool(map[element] != nil)
        default: throw EvaluationError(.noSuchOverload, "in \(range.type.name)")
        }
    }
}
