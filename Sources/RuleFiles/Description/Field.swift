/// A key of a map in rule files, for the decoder, the schema, the reference and the man page alike.
struct Field<Value: Sendable>: DescribedField {
    let key: String
    let form: ValueForm<Value>
    /// The default value; nil if there is none.
    let standard: Value?
    let description: FieldDescription

    /// A required key; `use` ends the message about a missing one.
    init(
        _ key: String, _ form: ValueForm<Value>, required use: String, _ summary: String,
        example: Literal? = nil
    ) {
        self.init(key, form, nil, .required(use), summary, example)
    }

    /// A key with a default.
    init(
        _ key: String, _ form: ValueForm<Value>, standard: Value, _ summary: String,
        example: Literal? = nil
    ) {
        self.init(
            key, form, standard, .standard(form.literal?(standard) ?? .null), summary, example)
    }

    /// An optional key whose default is described in words, because an empty list cannot be
    /// written.
    init(
        _ key: String, _ form: ValueForm<Value>, standard: Value? = nil, leftOut: String,
        _ summary: String, example: Literal? = nil
    ) {
        self.init(key, form, standard, .leftOut(leftOut), summary, example)
    }

    private init(
        _ key: String, _ form: ValueForm<Value>, _ standard: Value?, _ presence: Presence,
        _ summary: String, _ example: Literal?
    ) {
        self.key = key
        self.form = form
        self.standard = standard
        description = FieldDescription(key, form.kind, presence, summary, example: example)
    }
}

/// The presence of a key: required, or with a default.
enum Presence: Sendable {
    /// The key is required; the text ends the message about a missing key.
    case required(String)
    case standard(Literal)
    case leftOut(String)

    /// The default as a literal, if it can be written.
    fileprivate var literal: Literal {
        if case .standard(let literal) = self { literal } else { .null }
    }
}

/// The description of a key for people.
struct FieldDescription: Sendable {
    let key: String
    let kind: ValueKind
    let presence: Presence
    /// The purpose in sentences, with text of files in backquotes.
    let summary: String
    let example: Literal

    /// The example defaults to that of the value, made of its keys, or to the default value.
    init(
        _ key: String, _ kind: ValueKind, _ presence: Presence, _ summary: String,
        example: Literal?
    ) {
        self.key = key
        self.kind = kind
        self.presence = presence
        self.summary = summary
        self.example = example ?? kind.example ?? presence.literal
    }
}

/// A key with a description, for any type of values.
protocol DescribedField: Sendable {
    var description: FieldDescription { get }
}

/// The keys of a map in rule files.
struct Shape: Sendable {
    /// The expected form in messages: `a map with \"target:\" and \"limit:\"`.
    let expected: String
    /// The keys, in the order in which they are explained.
    let fields: [FieldDescription]

    init(_ expected: String, _ fields: [any DescribedField]) {
        self.init(expected, describing: fields.map(\.description))
    }

    init(_ expected: String, describing fields: [FieldDescription]) {
        self.expected = expected
        self.fields = fields
    }

    var keys: [String] { fields.map(\.key) }

    var example: Literal { .map(fields.map { .init($0.key, $0.example) }) }
}
