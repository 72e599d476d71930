import API
import Engine

/// What is asked and told, in words that a person reads.
extension Daemon {
    func phrase(_ prompt: Prompt) -> PromptsAPI.Prompt {
        let (title, text) = words(prompt)
        let (site, app): (String?, String?) =
            switch prompt.place {
            case .site(let host): (host, nil)
            case .app(let identifier): (nil, identifier)
            default: (nil, nil)
            }
        return PromptsAPI.Prompt(
            prompt: Int(prompt.id), kind: phrase(prompt.kind), at: self.text(prompt.at),
            until: self.text(engine.end(of: prompt.expires)), title: title, text: text,
            targets: prompt.targets, site: site, app: app,
            choices: engine.choices(of: prompt).map(phrase))
    }

    func phrase(_ choice: Prompt.Choice) -> PromptsAPI.Choice {
        switch choice {
        case .keep: .keep
        case .planned: .planned
        case .impulse: .impulse
        case .protect: .protect
        case .dismiss: .dismiss
        case .why: .why
        }
    }

    func phrase(_ closing: Prompt.Closing) -> PromptsAPI.Closing {
        switch closing {
        case .answered: .answered
        case .expired: .expired
        }
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

    private func phrase(_ kind: Prompt.Kind) -> PromptsAPI.Kind {
        switch kind {
        case .blockedOpened: .blockedOpened
        case .riskHigh: .riskHigh
        case .autoProtection: .autoProtection
        }
    }

    private func words(_ prompt: Prompt) -> (title: String, text: String) {
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
        }
    }

    private func title(of prompt: Prompt) -> String {
        switch prompt.kind {
        case .blockedOpened: "\(listed(prompt.targets)) \(verb(prompt.targets)) blocked"
        case .riskHigh: "The risk is \(prompt.risk?.level.rawValue ?? "high")"
        case .autoProtection:
            engine.state.protections.first { $0.id == prompt.id }?.name ?? "Auto-protection"
        }
    }

    /// `0.800: late night, high frequency`.
    private func score(of prompt: Prompt, _ score: (RiskRecord) -> Score) -> String {
        guard let risk = prompt.risk else { return "high" }
        let factors = risk.factors.map(spoken).joined(separator: ", ")
        return score(risk).description + (factors.isEmpty ? "" : ": \(factors)")
    }

    private func opened(_ place: Place?) -> String {
        switch place {
        case .site(let host): host
        case .app(let identifier): identifier
        default: "What was opened"
        }
    }

    private func until(_ instant: Instant?) -> String {
        instant.map { ", blocked until \(StatusText.clock($0, engine))" } ?? ", which is blocked"
    }

    private func verb(_ targets: [String]) -> String { targets.count == 1 ? "is" : "are" }

    /// A key of the rules as it is spoken: `late night`.
    private func spoken(_ key: String) -> String {
        key.split(separator: "_").joined(separator: " ")
    }

    /// The names of targets: `Games, Music and Shopping`.
    private func listed(_ targets: [String]) -> String {
        let names = targets.map { self.names[$0] ?? $0 }
        guard let last = names.last, names.count > 1 else { return names.first ?? "Something" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
