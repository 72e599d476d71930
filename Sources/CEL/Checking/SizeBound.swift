/// The largest size of a value, from which costs are estimated.
///
/// A text has bytes, a list or map has elements with a bound of their own, a scalar has neither. A
/// bound for values of several kinds is at least as large as each of them.
public struct SizeBound: Hashable, Sendable {
    /// Bytes of a string in UTF-8, or of a bytes value.
    public let bytes: Int
    /// Elements of a list, entries of a map.
    public let count: Int
    /// One bound for every element, key and value; none if there are no elements or of any kind.
    private let elements: [SizeBound]

    private init(bytes: Int, count: Int, elements: [SizeBound]) {
        self.bytes = bytes
        self.count = count
        self.elements = elements
    }

    /// The bound of numbers, truth values, null, timestamps, durations and types.
    public static let scalar = SizeBound(bytes: 0, count: 0, elements: [])
    /// The bound of unknown values.
    public static let unbounded = SizeBound(bytes: .max, count: .max, elements: [])

    /// The bound of strings with this many bytes of UTF-8, and of bytes values.
    public static func text(_ bytes: Int) -> SizeBound {
        SizeBound(bytes: max(bytes, 0), count: 0, elements: [])
    }

    /// The bound of lists and maps with this many elements or entries; `element` bounds each key,
    /// value and element.
    public static func collection(_ count: Int, of element: SizeBound = .scalar) -> SizeBound {
        SizeBound(bytes: 0, count: max(count, 0), elements: [element])
    }

    /// The bound of each element, key and value.
    public var element: SizeBound {
        elements.first ?? (count > 0 ? .unbounded : .scalar)
    }

    /// The steps of one pass over such a value: 1, plus 1 for each 16 bytes, plus those of its
    /// elements.
    public var weight: Int {
        if bytes == .max || (count > 0 && elements.isEmpty) { return .max }
        let own = 1 + bytes / 16
        return count == 0 ? own : own.addingSaturated(count.multipliedSaturated(element.weight))
    }

    /// The least bound that includes both.
    public func joined(_ other: SizeBound) -> SizeBound {
        if self == other || self == .unbounded { return self }
        if other == .unbounded { return other }
        let elements = count == 0 ? other.elements : self.elements
        let both = count > 0 && other.count > 0
        return SizeBound(
            bytes: max(bytes, other.bytes), count: max(count, other.count),
            elements: both ? [element.joined(other.element)] : elements)
    }

    /// True if every value within the other bound is within this one.
    func contains(_ other: SizeBound) -> Bool {
        if self == .unbounded { return true }
        return bytes >= other.bytes && count >= other.count
            && (other.count == 0 || element.contains(other.element))
    }

    /// The bound of those of its values that are of a type.
    func limited(to type: CELType) -> SizeBound {
        switch type {
        case .int, .uint, .double, .bool, .null, .timestamp, .duration, .type: .scalar
        case .string, .bytes: .text(bytes)
        case .list(let inner): .collection(count, of: element.limited(to: inner))
        case .map(let key, let value):
            .collection(count, of: element.limited(to: key).joined(element.limited(to: value)))
        case .dyn, .error, .parameter, .opaque: self
        }
    }
}

extension SizeBound {
    /// The size of one value, without looking at its elements, whose size stays unknown.
    init(countOf value: Value) {
        switch value {
        case .list(let elements): self = .collection(elements.count, of: .scalar)
        case .map(let map): self = .collection(map.count, of: .scalar)
        default: self.init(of: value)
        }
    }

    /// The size of one value; takes as many steps as the value's weight.
    init(of value: Value) {
        switch value {
        case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: self = .scalar
        case .string(let text): self = .text(text.utf8.count)
        case .bytes(let bytes): self = .text(bytes.count)
        case .list(let elements):
            self = .collection(
                elements.count,
                of: elements.reduce(.scalar) { $0.joined(SizeBound(of: $1)) })
        case .map(let map):
            self = .collection(
                map.count,
                of: map.entries.reduce(.scalar) {
                    $0.joined(SizeBound(of: $1.key)).joined(SizeBound(of: $1.value))
                })
        }
    }
}

/// The size and the cost of a call, estimated from the sizes of its arguments.
public struct CallEstimate: Hashable, Sendable {
    /// The steps of the call without those of the arguments; a step is about the work of an
    /// arithmetic operation.
    public let steps: Int
    /// The largest size of the result.
    public let size: SizeBound

    /// A call's steps and the size of its result.
    public init(steps: Int, size: SizeBound = .scalar) {
        self.steps = steps
        self.size = size
    }

    /// The estimate of a call that goes through each argument once and no further.
    public static func linear(_ arguments: [SizeBound], size: SizeBound = .scalar) -> CallEstimate {
        CallEstimate(steps: arguments.reduce(1) { $0.addingSaturated($1.weight - 1) }, size: size)
    }

    /// Steps and size of whichever of two calls is made.
    func joined(_ other: CallEstimate) -> CallEstimate {
        CallEstimate(steps: max(steps, other.steps), size: size.joined(other.size))
    }
}

extension Int {
    /// The sum of two counts, `Int.max` if it is larger.
    func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// The product of two counts, `Int.max` if it is larger.
    func multipliedSaturated(_ other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
