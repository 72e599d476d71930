import RuleModel

extension Draft {
    /// `edits: {weakening_waits: 24h}`: the delay of edits that make the rules weaker.
    mutating func decodeEdits(_ entry: Mapping.Entry) {
        guard let fields = fields(entry, EditsFields.shape, of: "edits"),
            let delay = read(EditsFields.weakeningWaits, in: fields)
        else { return }
        weakeningWaits = delay
    }
}
