/// A map of the language: keys are int, uint, bool or string, in the order of their insertion.
///
/// Numeric keys are equal by value, so `{1: "a"}[1u]` and `{1: "a"}[1.0]` are `"a"`.
public struct MapValue: Sendable {
    /// The entries, in the order in which they were given.
    public let entries: [(key: Value, value: Value)]
    private let positions: [MapKey: Int]

    /// A map without entries.
    public init() {
        entries = []
        positions = [:]
    }

    /// - Throws: `unsupportedKey` for a key of another type, `duplicateKey` for one given twice.
    public init(_ entries: [(Value, Value)]) throws(EvaluationError) {
        var positions: [MapKey: Int] = [:]
        positions.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            guard let key = MapKey(literal: entry.0) else {
                throw EvaluationError(.unsupportedKey, "\(entry.0.type)")
            }
            guard positions.updateValue(index, forKey: key) == nil else {
                throw EvaluationError(.duplicateKey, "\(entry.0)")
            }
        }
        self.entries = entries.map { (key: $0.0, value: $0.1) }
        self.positions = positions
    }

    /// The number of entries.
    public var count: Int { entries.count }

    /// The value for a key, nil if there is none; numbers are looked up by value.
    public subscript(key: Value) -> Value? {
        guard let key = MapKey(lookup: key), let position = positions[key] else { return nil }
        return entries[position].value
    }
}

extension MapValue: Equatable {
    /// True if both hold equal values for equal keys, in any order.
    public static func == (left: MapValue, right: MapValue) -> Bool {
        left.count == right.count
            && left.entries.allSatisfy { entry in
                right[entry.key].map { $0 == entry.value } ?? false
            }
    }
}

/// A key brought to the form in which equal keys are identical.
private enum MapKey: Hashable {
    case bool(Bool)
    case int(Int64)
    /// Above the range of `int`.
    case uint(UInt64)
    case string(ExactString)

    /// A key as a map may hold it.
    init?(literal value: Value) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .int(value)
        case .uint(let value): self = Int64(exactly: value).map(MapKey.int) ?? .uint(value)
        case .string(let value): self = .string(ExactString(text: value))
        default: return nil
        }
    }

    /// A key as one may ask for it: a double finds the integer that it equals.
    init?(lookup value: Value) {
        guard case .double(let number) = value else {
            self.init(literal: value)
            return
        }
        if let int = number.wholeInt64 {
            self = .int(int)
        } else if let uint = number.wholeUInt64 {
            self = .uint(uint)
        } else {
            return nil
        }
    }
}

/// A string that is hashed and compared by its bytes; `String` itself would normalise.
struct ExactString: Hashable {
    let text: String

    static func == (left: ExactString, right: ExactString) -> Bool {
        left.text.hasSameCodePoints(as: right.text)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
