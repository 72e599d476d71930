import RuleFiles

/// What a target's page says to a form that was sent and not carried out.
struct TargetAnswer {
    var error: String?
    var faults: [RuleFaults.Fault] = []
    /// What was typed as a new site or program, and what is wrong with it.
    var site: (typed: String, problem: String)?
    var program: (typed: String, problem: String)?
    /// The name that was typed for a place, and what is wrong with it.
    var naming: (place: NamedPlace, typed: String, problem: String)?
    /// The settings that were typed, and what is wrong with them.
    var settings: (typed: TargetSettings, faults: RuleFaults)?
}

/// What is set of a target beside its places.
struct TargetSettings {
    var name: String
    /// `freeze`, `stop` or `notify`.
    var onBlock: String
    var isKilling: Bool

    init(_ entry: TargetEntry) {
        name = entry.name ?? entry.key
        onBlock = entry.onBlock ?? "freeze"
        isKilling = entry.kill ?? false
    }

    init(_ form: [String: [String]]) {
        name = form.typed("name")
        onBlock = form["on-block"]?.last ?? "freeze"
        isKilling = form["kill"]?.last == "on"
    }

    /// The entry with these settings. What was never said is not said now where it means the same.
    func entry(_ before: TargetEntry) -> TargetEntry {
        var entry = before
        entry.name = name.withoutOuterBlanks
        if onBlock != before.onBlock ?? "freeze" { entry.onBlock = onBlock }
        let isKilled = isKilling && onBlock == "stop"
        if isKilled != before.kill ?? false { entry.kill = isKilled ? true : nil }
        return entry
    }
}
