import RuleModel

extension Draft {
    /// `usage: {away_after: 3m}`: the time without input after which a person counts as away.
    mutating func decodeUsage(_ entry: Mapping.Entry) {
        guard let fields = fields(entry, UsageFields.shape, of: "usage"),
            let length = read(UsageFields.awayAfter, in: fields)
        else { return }
        awayAfter = length
    }
}
