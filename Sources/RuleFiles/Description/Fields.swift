/// A map of a rule file that is read through its shape.
struct Fields: Sendable {
    /// The keys that misspelt keys were probably meant as.
    let meant: Set<String>
    fileprivate let map: Mapping
    /// The entry that has the keys, for messages: `budget "social"`.
    let owner: String
    fileprivate let at: Position
    fileprivate let shape: Shape

    func entry(_ key: String) -> Mapping.Entry? { map[key] }

    /// The position of a key's value; that of the map if the key is left out.
    func position(of key: String) -> Position { map[key]?.value.at ?? at }

    func has(_ key: String) -> Bool { map[key] != nil }

    /// The entry of a key of the shape; entries outside the shape are ignored.
    fileprivate func entry<Value>(_ field: Field<Value>) -> Mapping.Entry? {
        assert(shape.keys.contains(field.key), "\(field.key) is read but not described")
        return map[field.key]
    }
}

extension Draft {
    /// Reads the map in an entry and reports its unknown keys; returns nil and reports if it is not
    /// a map. `owner` names the entry in messages: `budget "social"`.
    mutating func fields(_ entry: Mapping.Entry, _ shape: Shape, of owner: String) -> Fields? {
        fields(entry.value, shape, of: owner, in: owner, at: entry.keyAt)
    }

    /// Reads a value as a map. `place` names the map in messages about unknown keys; missing keys
    /// are reported at the position.
    mutating func fields(
        _ node: Node, _ shape: Shape, of owner: String, in place: String, at position: Position
    ) -> Fields? {
        guard let map = map(node, expected: shape.expected) else { return nil }
        let meant = checkKeys(
            of: map, are: shape.keys, in: place,
            places: { ManualContent.places(of: $0, below: place) })
        return Fields(meant: meant, map: map, owner: owner, at: position, shape: shape)
    }

    /// Reads the rules of a map with chosen keys, each with its entry; faulty ones are reported and
    /// left out. `noun` names a rule in messages.
    mutating func rules<Rule>(
        _ entries: [Mapping.Entry], _ shape: Shape, _ noun: String,
        read: (inout Draft, Fields, Mapping.Entry) -> Rule?
    ) -> [(rule: Rule, entry: Mapping.Entry)] {
        withoutMisplaced(entries, shape, noun).compactMap { entry in
            fields(entry, shape, of: "\(noun) \"\(entry.key)\"")
                .flatMap { read(&self, $0, entry) }.map { ($0, entry) }
        }
    }

    /// Reports the keys of a rule that stand where the keys of rules should, and removes them:
    /// `auto_protection: {enabled: false}`. A rule may have the name of such a key.
    private mutating func withoutMisplaced(
        _ entries: [Mapping.Entry], _ shape: Shape, _ noun: String
    ) -> [Mapping.Entry] {
        let keys = shape.keys
        guard
            let first = entries.filter({ keys.contains($0.key) && $0.value.map == nil })
                .min(by: {
                    ($0.keyAt.file, $0.keyAt.line, $0.keyAt.column)
                        < ($1.keyAt.file, $1.keyAt.line, $1.keyAt.column)
                })
        else { return entries }
        let rules = entries.filter { !keys.contains($0.key) }
        let example = rules.first { $0.value.map != nil }?.key ?? "NAME"
        let value = first.value.scalar.map { String($0.text.prefix(40)) } ?? "…"
        let article = "aeiou".contains(noun.prefix(1)) ? "an" : "a"
        findings.error(
            "\"\(first.key)\" belongs to one \(noun); put it under the key of \(article) \(noun), "
                + "as in \"\(example): {\(first.key): \(value)}\"",
            at: first.keyAt)
        return rules
    }

    /// Reads the value of a key. If the key is left out, returns its default, or nil with a report
    /// if it is required. Returns nil and reports if it holds something else.
    mutating func read<Value>(_ field: Field<Value>, in fields: Fields) -> Value? {
        if let entry = fields.entry(field) {
            return field.form.read(&self, entry.value, entry.keyAt)
        }
        if case .required(let use) = field.description.presence, !fields.meant.contains(field.key) {
            findings.error("\(fields.owner) needs \"\(field.key):\", \(use)", at: fields.at)
        }
        return field.standard
    }
}
