import RuleModel

/// The content that the reference and the man page share, independent of their layouts.
enum ManualContent {
    struct Table: Sendable {
        /// The path of the map: `check_ins.KEY.on_no`; a list's items are `[]`.
        let path: String
        let rows: [Row]
    }

    struct Row: Sendable {
        let key: String
        /// The kind of its values: `length of time, 1m to 7d`.
        let value: String
        /// The default; nil if the key is required.
        let leftOut: String?
        /// The purpose, in sentences.
        let meaning: String
    }

    static func row(_ field: FieldDescription) -> Row {
        let leftOut: String? =
            switch field.presence {
            case .required: nil
            case .standard(let standard): "`\(standard.yaml)`"
            case .leftOut(let words): words
            }
        var meaning = field.summary
        if case .choice = field.kind, let choices = ValueWords.limits(of: field.kind) {
            meaning += " \(choices)."
        }
        return Row(
            key: field.key, value: ValueWords.text(for: field.kind), leftOut: leftOut,
            meaning: meaning)
    }

    /// The tables of the maps within a key, the outermost first.
    static func tables(of field: FieldDescription, at path: String = "") -> [Table] {
        guard let shape = field.kind.shape else { return [] }
        let place: String =
            switch field.kind {
            case .entries: "\(path)\(field.key).KEY"
            case .list, .oneOrMore: "\(path)\(field.key)[]"
            default: "\(path)\(field.key)"
            }
        return [Table(path: place, rows: shape.fields.map(row))]
            + shape.fields.flatMap { tables(of: $0, at: place + ".") }
    }

    /// The paths of the maps that have a key, those within a section if it is given.
    static func places(of key: String, below section: String? = nil) -> [String] {
        RuleFile.shape.fields.flatMap { tables(of: $0) }.filter { table in
            table.rows.contains { $0.key == key }
                && (section.map { table.path.hasPrefix("\($0).") } ?? true)
        }.map { "\"\($0.path)\"" }
    }

    /// A section as the only one of a file.
    static func example(of section: FieldDescription) -> String {
        Literal.map([.init(section.key, section.example)]).yamlLines()
    }

    /// The kinds of values with their explanations, those of YAML first.
    static var kinds: [(name: String, meaning: String)] {
        let spans = [TimeSpanText.short, .long].map { form in
            "`" + form.examples.replacing(", ", with: "`, `").replacing(" or ", with: "` or `")
                + "`"
        }
        var kinds = [
            ("`true` or `false`", "Without quotes. `yes`, `no`, `on` and `off` are errors."),
            ("number from 0 to 1", "At most three decimal places, without quotes: `0.4`."),
            ("whole number", "Digits, without quotes."),
            (
                "length of time",
                "Whole numbers, each followed by its unit, the longest unit first: \(spans[0]). In "
                    + "`keep: events`, the units are `y` (365 days) and `d` (days): \(spans[1])."
            ),
        ]
        var seen: Set<String> = []
        for kind in textKinds(in: RuleFile.shape) where seen.insert(kind.name).inserted {
            kinds.append((kind.name, kind.meaning))
        }
        return kinds
    }

    private static func textKinds(in shape: Shape) -> [TextKind] {
        shape.fields.flatMap { textKinds(in: $0.kind) }
    }

    private static func textKinds(in kind: ValueKind) -> [TextKind] {
        switch kind {
        case .text(let kind): [kind]
        case .list(let item, _), .oneOrMore(let item): textKinds(in: item)
        case .map(let shape): textKinds(in: shape)
        case .entries(let entries): [entries.keys] + textKinds(in: entries.value)
        case .truth, .score, .count, .timeSpan, .choice: []
        }
    }

    /// Every variable of conditions; those that the rules provide have the key NAME.
    static var variables: [Vocabulary.Entry] {
        Vocabulary.entries + RuleVariable.Figure.allCases.map { RuleVariable($0, of: "NAME").entry }
    }

    /// The limits of a rule set.
    static var limits: [(what: String, most: String)] {
        [
            ("one file", "\(Limits.fileSize >> 20) MiB"),
            ("all files together, not counting lists of sites", "\(Limits.allFiles >> 20) MiB"),
            ("one list of sites", "\(ListSource.mostBytes >> 20) MiB"),
            ("all lists of sites together", "\(ListSource.mostBytesOfAll >> 20) MiB"),
            ("files in one directory", "\(Limits.files)"),
            ("entries in one map, such as targets or factors", "\(Limits.entries)"),
            ("all conditions together", "\(Limits.conditionBytes >> 20) MiB"),
            ("evaluation steps of all conditions together (estimated)", "\(Limits.conditionSteps)"),
            ("ranges in one schedule", "\(Limits.ranges)"),
            ("suggestions or texts in one check-in", "\(Limits.passages)"),
        ]
    }
}
