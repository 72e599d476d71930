import RuleModel

/// The kind of a value of a rule file, for the schema, the reference and the man page.
indirect enum ValueKind: Sendable {
    case truth
    /// A score or weight: 0 to 1 with at most three decimals.
    case score
    case count(ClosedRange<Int>)
    case timeSpan(ClosedRange<TimeSpan>, TimeSpanText)
    case text(TextKind)
    case choice([Choice])
    case list(of: ValueKind, count: ClosedRange<Int>)
    /// One value, or a list of at least one.
    case oneOrMore(of: ValueKind)
    case map(Shape)
    case entries(Entries)

    struct Choice: Sendable {
        let word: String
        /// The meaning, without a full stop.
        let meaning: String
    }

    /// A map with keys that people choose.
    struct Entries: Sendable {
        let value: ValueKind
        let keys: TextKind
        /// The example of an entry's key in paths and examples: `nights`.
        let example: String
    }
}

extension ValueKind {
    /// A map of maps under keys that people choose; `example` is one.
    static func entries(_ shape: Shape, example: String) -> ValueKind {
        .entries(Entries(value: .map(shape), keys: .key, example: example))
    }

    /// The map with fixed keys within the value: the value itself, each entry or each item.
    var shape: Shape? {
        switch self {
        case .map(let shape): shape
        case .entries(let entries): entries.value.shape
        case .list(let item, _), .oneOrMore(let item): item.shape
        case .truth, .score, .count, .timeSpan, .text, .choice: nil
        }
    }

    /// An example made of the examples of its keys; nil if it has none.
    var example: Literal? {
        switch self {
        case .map(let shape): shape.example
        case .entries(let entries):
            entries.value.example.map { .map([.init(entries.example, $0)]) }
        case .list(let item, _): item.example.map { .list([$0]) }
        case .oneOrMore(let item): item.example
        case .truth, .score, .count, .timeSpan, .text, .choice: nil
        }
    }
}
