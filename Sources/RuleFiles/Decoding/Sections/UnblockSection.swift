import Engine

extension Draft {
    /// `unblock: {grant, wait: {planned, impulse}, categories, moods}`.
    mutating func decodeUnblock(_ entry: Mapping.Entry) {
        guard let map = map(entry.value, expected: "a map with grant, wait, categories and moods")
        else { return }
        checkKeys(of: map, are: ["grant", "wait", "categories", "moods"], in: "unblock")
        if let entry = map["grant"],
            let grant = timeSpan(entry.value, within: .seconds(1) ... .hours(24))
        {
            unblock.grant = grant
        }
        if let entry = map["wait"] { decodeWait(entry) }
        if let entry = map["categories"],
            let words = texts(entry.value, of: "categories", read: { $0.word($1) })
        {
            unblock.categories = words
        }
        if let entry = map["moods"],
            let words = texts(entry.value, of: "moods", read: { $0.word($1) })
        {
            unblock.moods = words
        }
    }

    private mutating func decodeWait(_ entry: Mapping.Entry) {
        guard let map = map(entry.value, expected: "a map with planned and impulse") else { return }
        checkKeys(of: map, are: ["planned", "impulse"], in: "wait")
        let limits = TimeSpan.seconds(1) ... .hours(1)
        if let entry = map["planned"], let wait = timeSpan(entry.value, within: limits) {
            unblock.plannedWait = wait
        }
        if let entry = map["impulse"], let wait = timeSpan(entry.value, within: limits) {
            unblock.impulseWait = wait
        }
    }

    /// A category or mood: a short text, as in any language.
    private mutating func word(_ node: Node) -> String? {
        guard let word = name(node) else { return nil }
        guard word.count <= 40, word == String(word.trimmed) else {
            findings.error(
                "\"\(word)\" is no category or mood: at most 40 characters, no blanks at its ends",
                at: node.at)
            return nil
        }
        return word
    }
}
