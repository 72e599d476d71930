/// A map of a rule file that is read through its shape.
struct Fields: Sendable {
    /// The keys that were misspelt, as they were probably meant.
    let meant: Set<String>
    fileprivate let map: Mapping
    /// The entry that they belong to, for messages: `budget "social"`.
    let owner: String
    fileprivate let at: Position
    fileprivate let shape: Shape

    func entry(_ key: String) -> Mapping.Entry? { map[key] }

    /// Where a key's value stands; where the map does for one that is left out.
    func position(of key: String) -> Position { map[key]?.value.at ?? at }

    func has(_ key: String) -> Bool { map[key] != nil }

    /// The entry of a key of the shape; what is not in the shape is no key of the map.
    fileprivate func entry<Value>(_ field: Field<Value>) -> Mapping.Entry? {
        assert(shape.keys.contains(field.key), "\(field.key) is read but not described")
        return map[field.key]
    }
}

extension Draft {
    /// The map that an entry holds, with every key that nothing obeys reported; nil and a report
    /// where it is no map. `owner` is what it belongs to in messages: `budget "social"`.
    mutating func fields(_ entry: Mapping.Entry, _ shape: Shape, of owner: String) -> Fields? {
        fields(entry.value, shape, of: owner, in: owner, at: entry.keyAt)
    }

    /// The map that a value is. `place` is where unknown keys stand, in messages; missing ones are
    /// told at the position.
    mutating func fields(
        _ node: Node, _ shape: Shape, of owner: String, in place: String, at position: Position
    ) -> Fields? {
        guard let map = map(node, expected: shape.expected) else { return nil }
        let meant = checkKeys(of: map, are: shape.keys, in: place)
        return Fields(meant: meant, map: map, owner: owner, at: position, shape: shape)
    }

    /// The rules under the keys that people chose, each with its entry; what is wrong is reported
    /// and left out. `noun` is what one of them is called in messages.
    mutating func rules<Rule>(
        _ entries: [Mapping.Entry], _ shape: Shape, _ noun: String,
        read: (inout Draft, Fields, Mapping.Entry) -> Rule?
    ) -> [(rule: Rule, entry: Mapping.Entry)] {
        entries.compactMap { entry in
            fields(entry, shape, of: "\(noun) \"\(entry.key)\"")
                .flatMap { read(&self, $0, entry) }.map { ($0, entry) }
        }
    }

    /// What a key holds; the standard where it is left out, or nil, with a report where it must be
    /// there. Nil and a report where it holds something else.
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
