import RuleModel

/// The kind of a value, with its reader and its writer.
struct ValueForm<Value: Sendable>: Sendable {
    let kind: ValueKind
    /// Reads a value whose key is at a position; returns nil and reports if the file holds
    /// something else.
    let read: @Sendable (inout Draft, Node, Position) -> Value?
    /// Converts a value to a literal; nil if such values are never a default.
    let literal: (@Sendable (Value) -> Literal)?

    /// A form with a reader, and with a writer if its values can be defaults.
    init(
        _ kind: ValueKind, literal: (@Sendable (Value) -> Literal)? = nil,
        read: @escaping @Sendable (inout Draft, Node) -> Value?
    ) {
        self.kind = kind
        self.literal = literal
        self.read = { draft, node, _ in read(&draft, node) }
    }

    /// A form of maps; a missing key is reported at the position of the map's own key.
    init(
        map kind: ValueKind,
        read: @escaping @Sendable (inout Draft, Node, Position) -> Value?
    ) {
        self.kind = kind
        self.literal = nil
        self.read = read
    }
}

extension ValueForm where Value == Bool {
    static let truth = ValueForm(.truth, literal: { .truth($0) }, read: { $0.truth($1) })
}

extension ValueForm where Value == Score {
    static let score = ValueForm(
        .score, literal: { .number($0.description) }, read: { $0.score($1) })
}

extension ValueForm where Value == TimeSpan {
    static func timeSpan(
        within limits: ClosedRange<TimeSpan>, in form: TimeSpanText = .short
    ) -> ValueForm {
        ValueForm(
            .timeSpan(limits, form), literal: { .text(form.text($0)) },
            read: { $0.timeSpan($1, within: limits, in: form) })
    }
}

extension ValueForm where Value == Int {
    static func count(_ limits: ClosedRange<Int>) -> ValueForm {
        ValueForm(.count(limits), literal: { .count($0) }, read: { $0.count($1, within: limits) })
    }

    /// A time of day, in minutes after midnight.
    static let clockTime = ValueForm(
        .text(.clockTime), literal: { .text(ClockText.time(minute: $0)) },
        read: { $0.clockTime($1) })
}

extension ValueForm where Value == String {
    /// A text of one line; `what` names it in messages.
    static func name(of what: String = "name") -> ValueForm {
        ValueForm(.text(.name), literal: { .text($0) }, read: { $0.name($1, of: what) })
    }

    static let passage = ValueForm(.text(.passage), read: { $0.passage($1) })

    static let declaredTarget = ValueForm(.text(.target), read: { $0.declaredTarget($1) })
}

extension ValueForm where Value == [String] {
    static let declaredTargets = ValueForm(
        .list(of: .text(.target), count: 1...Limits.entries), read: { $0.declaredTargets($1) })

    /// Different texts, at least one; `what` names them in messages.
    static func texts(
        _ kind: TextKind, of what: String,
        read: @escaping @Sendable (inout Draft, Node) -> String?
    ) -> ValueForm {
        ValueForm(
            .list(of: .text(kind), count: 1...Int.max),
            literal: { .list($0.map { .text($0) }) },
            read: { $0.texts($1, of: what, read: read) })
    }

    /// Longer texts, at least one and not too many; `what` names them in messages.
    static func passages(of what: String) -> ValueForm {
        ValueForm(
            .list(of: .text(.passage), count: 1...Limits.passages),
            read: { $0.passages($1, of: what) })
    }
}

extension ValueForm where Value == TimeZoneRules? {
    /// A rule's own zone, which may be the machine's (nil); `what` names the rule in messages.
    static func localZone(of what: String) -> ValueForm {
        ValueForm(.text(.zone), read: { .some($0.localZone($1, of: what)) })
    }
}

extension ValueForm {
    /// A map with fixed keys; `owner` names it in messages.
    static func map(
        _ shape: Shape, of owner: String,
        read: @escaping @Sendable (inout Draft, Fields) -> Value?
    ) -> ValueForm {
        ValueForm(map: .map(shape)) { draft, node, position in
            draft.fields(node, shape, of: owner, in: owner, at: position)
                .flatMap { read(&draft, $0) }
        }
    }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable {
    /// One of the type's words, each with its meaning.
    static func choice(
        _ meaning: (Value) -> String,
        read: @escaping @Sendable (inout Draft, Node) -> Value? = { $0.choice($1) }
    ) -> ValueForm {
        ValueForm(
            .choice(Value.allCases.map { .init(word: $0.rawValue, meaning: meaning($0)) }),
            literal: { .text($0.rawValue) }, read: read)
    }
}
