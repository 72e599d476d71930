extension MergedRules {
    /// Where an entry was written, by its keys with dots between them (`quiet_hours.nights`): the
    /// file and the line, `FILE:LINE`; nil where there is none.
    package func origin(of entry: String) -> String? {
        var map = root
        var found: Mapping.Entry?
        for key in entry.split(separator: ".") {
            guard let next = map[String(key)] else { return nil }
            found = next
            guard case .map(let inner) = next.value.content else { continue }
            map = inner
        }
        return found.map { origin($0.keyAt) }
    }
}
