import RuleModel

extension Draft {
    /// `time_zone: local` or a name of the time-zone database.
    mutating func decodeTimeZone(_ entry: Mapping.Entry) {
        guard
            let text = text(entry.value, expected: "\"local\" or a time zone such as Europe/Berlin")
        else {
            return
        }
        if text != "local" { timeZone = zone(named: text, at: entry.value.at) }
    }

    /// Looks up a zone by name; reports an unknown or damaged one.
    package mutating func zone(named name: String, at position: Position) -> TimeZoneRules? {
        switch zones.zone(named: name) {
        case .success(let zone): return zone
        case .failure(let problem):
            let isGuessed = problem.isAbsent && !findings.isFull
            let candidates = isGuessed ? zones.source.names() + ["local"] : []
            findings.error(
                problem.message, at: position,
                suggestion: NearName.nearest(to: name, among: candidates))
            return nil
        }
    }

    /// Reads the zone of one rule, which may be local; `what` names the rule in messages.
    mutating func localZone(_ node: Node, of what: String) -> TimeZoneRules? {
        guard let name = text(node, expected: "\"local\" or a time zone such as Europe/Berlin")
        else {
            return nil
        }
        guard name == "local" else { return zone(named: name, at: node.at) }
        if let timeZone {
            findings.error(
                "the time zone of a \(what) cannot be local while the top-level \"time_zone:\" is "
                    + "\(timeZone.name); remove the top-level \"time_zone:\" and set a time zone "
                    + "in every other \(what)",
                at: node.at)
        }
        return nil
    }
}
