/// The storage of a variable by its type: scalars as 64 raw bits, everything else as a boxed
/// ``Value``.
enum Representation: Sendable {
    case int, uint, double, bool, duration, boxed

    init(_ type: CELType) {
        switch type {
        case .int: self = .int
        case .uint: self = .uint
        case .double: self = .double
        case .bool: self = .bool
        case .duration: self = .duration
        default: self = .boxed
        }
    }

    /// The value of raw bits; nil for a representation without raw bits.
    func value(_ raw: Int64) -> Value? {
        switch self {
        case .int: .int(raw)
        case .uint: .uint(UInt64(bitPattern: raw))
        case .double: .double(Double(bitPattern: UInt64(bitPattern: raw)))
        case .bool: .bool(raw != 0)
        case .duration: .duration(CELDuration(nanoseconds: raw))
        case .boxed: nil
        }
    }

    /// The raw bits of a value of this representation; nil for any other.
    func raw(_ value: Value) -> Int64? {
        switch (self, value) {
        case (.int, .int(let value)): value
        case (.uint, .uint(let value)): Int64(bitPattern: value)
        case (.double, .double(let value)): Int64(bitPattern: value.bitPattern)
        case (.bool, .bool(let value)): value ? 1 : 0
        case (.duration, .duration(let value)): value.nanoseconds
        default: nil
        }
    }
}
