import CEL

extension RuleReview {
    /// A named condition that no other condition reads.
    mutating func reviewFeatures() {
        guard case .map(let map)? = root["features"]?.value.content else { return }
        let conditions =
            Array(draft.features.values) + draft.factors.map(\.text)
            + draft.autoProtections.map(\.rule.text)
        var read: Set<String> = []
        for condition in conditions {
            guard case .success(let parsed) = draft.environment.parse(condition) else { continue }
            for identifier in parsed.freeIdentifiers {
                read.insert(String(identifier.name.prefix { $0 != "." }))
            }
        }
        for entry in map.entries where !read.contains(entry.key) {
            // A lower layer may offer it to the files above.
            guard layer(of: entry.keyAt) == topLayer else { continue }
            warn("no condition reads the feature \"\(entry.key)\"", at: entry.keyAt)
        }
    }
}
