import RuleModel

extension Draft {
    /// `keep: {events: 2y}`: the time for which single events are kept; unlimited if left out.
    mutating func decodeKeep(_ entry: Mapping.Entry) {
        guard let fields = fields(entry, KeepFields.shape, of: "keep") else { return }
        retention = read(KeepFields.events, in: fields)
    }
}
