import Engine

extension Draft {
    /// `keep: {events: 2y}`: for how long single events are kept; left out: for ever.
    mutating func decodeKeep(_ entry: Mapping.Entry) {
        guard let map = map(entry.value, expected: "a map with events") else { return }
        checkKeys(of: map, are: ["events"], in: "keep")
        guard let entry = map["events"] else { return }
        // A month at least: risk looks back as far.
        retention = timeSpan(entry.value, within: .days(30) ... .days(100 * 365), in: .long)
    }

    /// `debug: true`: opens the debug actions of check-ins.
    mutating func decodeDebug(_ entry: Mapping.Entry) {
        if let truth = truth(entry.value) { isDebug = truth }
    }
}
