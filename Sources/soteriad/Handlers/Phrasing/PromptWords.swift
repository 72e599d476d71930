import Engine
import RuleModel

/// What prompts say, in plain words.
extension Daemon {
    /// Head and text of a prompt.
    func words(_ prompt: Prompt) -> (title: String, text: String) {
        let blocked = listed(prompt.targets)
        switch prompt.kind {
        case .blockedOpened:
            let ends = prompt.targets.map { engine.state.decisions[$0]?.decision.until }
            return (
                title(of: prompt),
                "\(opened(prompt.place)) belongs to \(blocked)\(until(ends.latestEnd)). "
                    + (engine.choices(of: prompt) == [.keep]
                        ? "Nothing opens it before." : "Is it planned, or an impulse?")
            )
        case .riskHigh:
            return (
                title(of: prompt),
                "The risk of an impulse is \(score(of: prompt, \.score)). "
                    + "Protect everything for an hour?"
            )
        case .autoProtection:
            return (
                title(of: prompt),
                "\(blocked) \(verb(prompt.targets)) blocked until "
                    + "\(StatusText.clock(engine.end(of: prompt.expires), engine)). "
                    + "The risk is \(score(of: prompt, \.automatic))."
            )
        case .logOutcome:
            return (title(of: prompt), "\(unblock(of: prompt)) Was something bought?")
        case .checkIn:
            let question = prompt.checkIn.flatMap { checkIn($0) }?.question
            return (title(of: prompt), question ?? "This question is no longer asked.")
        case .riskyHour:
            let hour = prompt.riskyHour.map { $0.text + ". " } ?? ""
            return (title(of: prompt), hour + "Protect everything for an hour?")
        }
    }

    /// What was opened, when and why.
    private func unblock(of prompt: Prompt) -> String {
        let after = prompt.request.flatMap { engine.state.aftermath(of: $0) }
            .map { engine.state.aftermaths[$0] }
        guard let after else { return "\(listed(prompt.targets)) was opened." }
        let what = after.intent.purpose == .impulse ? "on impulse" : "as planned"
        return "\(listed(after.targets)) \(was(after.targets)) opened \(what) at "
            + "\(StatusText.clock(after.at, engine))."
    }

    private func title(of prompt: Prompt) -> String {
        switch prompt.kind {
        case .blockedOpened: "\(listed(prompt.targets)) \(verb(prompt.targets)) blocked"
        case .riskHigh: "The risk is \(prompt.risk?.level.rawValue ?? "high")"
        case .autoProtection:
            engine.state.protections.first { $0.id == prompt.id }?.name ?? "Auto-protection"
        case .logOutcome: "What came of it?"
        case .checkIn: prompt.isReminder == true ? "Check-in: not answered yet" : "Check-in"
        case .riskyHour: "A risky hour"
        }
    }

    /// `0.800: late night, high frequency`.
    private func score(of prompt: Prompt, _ score: (RiskRecord) -> Score) -> String {
        guard let risk = prompt.risk else { return "high" }
        let factors = risk.factors.map(spoken).joined(separator: ", ")
        return score(risk).description + (factors.isEmpty ? "" : ": \(factors)")
    }

    private func opened(_ place: Place?) -> String {
        place.flatMap(name) ?? "What was opened"
    }

    private func until(_ instant: Instant?) -> String {
        instant.map { ", blocked until \(StatusText.clock($0, engine))" } ?? ", which is blocked"
    }

    private func verb(_ targets: [String]) -> String { targets.count == 1 ? "is" : "are" }
    private func was(_ targets: [String]) -> String { targets.count == 1 ? "was" : "were" }

    /// A key of the rules as it is spoken: `late night`.
    private func spoken(_ key: String) -> String {
        key.split(separator: "_").joined(separator: " ")
    }

    /// The names of targets: `Games, Music and Shopping`.
    func listed(_ targets: [String]) -> String {
        let names = targets.map { self.names[$0] ?? $0 }
        guard let last = names.last, names.count > 1 else { return names.first ?? "Something" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// The answer to why the daemon protects: the score and each factor with what it weighs.
    func why(_ prompt: Prompt) -> String {
        guard let risk = prompt.risk else { return "Nothing is known of why." }
        let level = engine.rules.risk.levels.level(of: risk.automatic)
        let began = "\(title(of: prompt)) began at \(StatusText.clock(prompt.at, engine))"
        let factors = risk.factors.map { key in
            let weight = engine.rules.risk.factors.first { $0.key == key }?.weight
            return spoken(key) + (weight.map { " (\($0))" } ?? "")
        }
        let score =
            "the score of what is tracked by itself was \(risk.automatic), \(level.rawValue)"
        let key = engine.state.protections.first { $0.id == prompt.id }?.rule
        let rule = engine.rules.autoProtections.first { $0.key == key }
        let condition = rule.map { " Its rule \($0.key) says: \($0.text)." } ?? ""
        if factors.isEmpty { return "\(began): \(score); no factor held.\(condition)" }
        return "\(began): \(score). What made it so: \(factors.joined(separator: ", "))."
            + condition
    }
}
