import RuleModel

extension Draft {
    /// `keep: {events: 2y}`: the time for which single events are kept; unlimited if left out.
    mutating func decodeKeep(_ entry: Mapping.Entry) {
        guard let fields = fields(entry, KeepFields.shape, of: "keep") else { return }
        retention = read(KeepFields.events, in: fields)
    }

    /// `debug: true`: opens the debug actions of check-ins.
    mutating func decodeDebug(_ entry: Mapping.Entry) {
        if let truth = truth(entry.value) { isDebug = truth }
    }

    /// `edits: {weakening_waits: 24h}`: the delay of edits that make the rules weaker.
    mutating func decodeEdits(_ entry: Mapping.Entry) {
        guard let fields = fields(entry, EditsFields.shape, of: "edits"),
            let delay = read(EditsFields.weakeningWaits, in: fields)
        else { return }
        weakeningWaits = delay
    }
}
