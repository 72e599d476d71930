import RuleModel

/// The JSON Schema (draft 07) of rule files, for editors.
///
/// It refuses nothing that the loader accepts. It sees one file at a time: a missing key or an
/// undeclared target may be in another file.
package enum RuleSchema {
    /// The schema as indented JSON, with a newline at its end.
    package static var text: String { schema.indentedJSON() + "\n" }

    static var schema: Literal {
        .map(
            [
                .init("$schema", "http://json-schema.org/draft-07/schema#"),
                .init("title", "Soteria's rules"),
                .init(
                    "description",
                    .text(
                        "A rule file of Soteria (*.yaml in rules.d). Files are merged by key; null "
                            + "removes a value that a file in an earlier directory sets. `soteria "
                            + "rules check` also finds mistakes that a schema cannot find.")),
            ] + map(RuleFile.shape, isMerged: true, removable: false))
    }

    /// The schema of a map of rules within another file, such as a test file's `with`.
    package static var rules: Literal {
        .map(map(RuleFile.shape, isMerged: true, removable: false))
    }

    /// A key: its value, its description, its default and an example.
    private static func property(_ field: FieldDescription, isMerged: Bool) -> Literal {
        let isRemovable = isMerged && field.key != RuleFile.version.key
        var members = value(field.kind, isMerged: isMerged, removable: isRemovable)
        var description = field.summary
        switch field.presence {
        case .required: description += " Required, in this file or in another rule file."
        case .leftOut(let words): description += " Default: \(words)."
        case .standard(let standard): members.append(.init("default", standard))
        }
        if let more = ValueWords.limits(of: field.kind) { description += " \(more)." }
        members.insert(.init("description", .text(description)), at: 0)
        if field.example != .null { members.append(.init("examples", .list([field.example]))) }
        return .map(members)
    }

    /// The keywords for a value. A merged value may be null, which removes it.
    private static func value(
        _ kind: ValueKind, isMerged: Bool, removable: Bool
    ) -> [Literal.Member] {
        switch kind {
        case .truth: return [type(["boolean"], removable)]
        case .score:
            return [type(["number"], removable), .init("minimum", 0), .init("maximum", 1)]
        case .count(let limits):
            return [
                type(["integer"], removable), .init("minimum", .count(limits.lowerBound)),
                .init("maximum", .count(limits.upperBound)),
            ]
        case .timeSpan(_, let form):
            return [type(["string"], removable), .init("pattern", .text(form.pattern))]
        case .text(let kind): return [type(types(of: kind), removable)] + keywords(of: kind)
        case .choice(let choices):
            let words = choices.map { Literal.text($0.word) } + (removable ? [.null] : [])
            return [.init("enum", .list(words))]
        case .list(let item, let count):
            return [
                type(["array"], removable),
                .init("items", .map(value(item, isMerged: false, removable: false))),
            ] + bounds(count, "minItems", "maxItems")
        case .oneOrMore(let item):
            let one = Literal.map(value(item, isMerged: false, removable: false))
            let list = Literal.map([
                .init("type", "array"), .init("items", one), .init("minItems", 1),
            ])
            let null: [Literal] = removable ? [.map([.init("type", "null")])] : []
            return [.init("anyOf", .list([one, list] + null))]
        case .map(let shape): return map(shape, isMerged: isMerged, removable: removable)
        case .entries(let entries):
            return [
                type(["object"], removable),
                .init("propertyNames", .map(keywords(of: entries.keys))),
                .init("maxProperties", .count(Limits.entries)),
                .init(
                    "additionalProperties",
                    .map(value(entries.value, isMerged: isMerged, removable: isMerged))),
            ]
        }
    }

    /// The keywords for a map. In a merged map no key is required, because another file may have
    /// it; maps in lists are not merged.
    private static func map(_ shape: Shape, isMerged: Bool, removable: Bool) -> [Literal.Member] {
        let required = shape.fields.compactMap { field -> Literal? in
            if case .required = field.presence { .text(field.key) } else { nil }
        }
        return [
            type(["object"], removable),
            .init(
                "properties",
                .map(shape.fields.map { .init($0.key, property($0, isMerged: isMerged)) })),
            .init("additionalProperties", false),
        ] + (isMerged || required.isEmpty ? [] : [.init("required", .list(required))])
    }

    private static func type(_ types: [Literal], _ isRemovable: Bool) -> Literal.Member {
        let types = types + (isRemovable ? ["null"] : [])
        return .init("type", types.count == 1 ? types[0] : .list(types))
    }

    private static func types(of kind: TextKind) -> [Literal] {
        var types: [Literal] = ["string"]
        if kind.alsoTakes.contains(.number) { types.append("number") }
        if kind.alsoTakes.contains(.wholeNumber) { types.append("integer") }
        if kind.alsoTakes.contains(.truth) { types.append("boolean") }
        return types
    }

    private static func keywords(of kind: TextKind) -> [Literal.Member] {
        (kind.pattern.map { [.init("pattern", .text($0))] } ?? [])
            + (kind.length.map { bounds($0, "minLength", "maxLength") } ?? [])
    }

    private static func bounds(
        _ limits: ClosedRange<Int>, _ least: String, _ most: String
    ) -> [Literal.Member] {
        (limits.lowerBound > 0 ? [.init(least, .count(limits.lowerBound))] : [])
            + (limits.upperBound < Int.max ? [.init(most, .count(limits.upperBound))] : [])
    }
}
