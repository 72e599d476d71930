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
            choices: engine.choices(of: prompt).map(phrase),
            request: prompt.request.map { Int($0) }, checkIn: prompt.checkIn,
            welcome: prompt.checkIn.flatMap { checkIn($0) }.flatMap(welcome),
            reminder: prompt.isReminder)
    }

    func phrase(_ choice: Prompt.Choice) -> PromptsAPI.Choice {
        switch choice {
        case .keep: .keep
        case .planned: .planned
        case .impulse: .impulse
        case .protect: .protect
        case .dismiss: .dismiss
        case .why: .why
        case .bought: .bought
        case .nothingBought: .nothingBought
        case .later: .later
        case .yes: .yes
        case .no: .no
        }
    }

    func phrase(_ closing: Prompt.Closing) -> PromptsAPI.Closing {
        switch closing {
        case .answered: .answered
        case .expired: .expired
        }
    }

    private func phrase(_ kind: Prompt.Kind) -> PromptsAPI.Kind {
        switch kind {
        case .blockedOpened: .blockedOpened
        case .riskHigh: .riskHigh
        case .autoProtection: .autoProtection
        case .logOutcome: .logOutcome
        case .checkIn: .checkIn
        case .riskyHour: .riskyHour
        }
    }
}
