import API
import Engine
import Phrasing

extension PromptsAPI.Prompt {
    init(_ prompt: Prompt, in engine: Engine, names: [String: String]) {
        let clock = engine.localClock
        let words = PromptText(prompt: prompt, engine: engine, names: names)
        let (site, path, app): (String?, String?, String?) =
            switch prompt.place {
            case .site(let host): (host, nil, nil)
            case .page(let page): (page.host, page.path, nil)
            case .app(let identifier): (nil, nil, identifier)
            default: (nil, nil, nil)
            }
        let schedule = prompt.kind == .riskHigh ? engine.switchedOffSchedule : nil
        self.init(
            prompt: Int(prompt.id), kind: .init(prompt.kind), at: clock.text(prompt.at),
            until: clock.text(engine.end(of: prompt.expires)), title: words.title,
            text: words.text, targets: prompt.targets, site: site, app: app,
            choices: engine.choices(of: prompt).map { .init($0) },
            request: prompt.request.map { Int($0) }, checkIn: prompt.checkIn,
            welcome: prompt.kind == .checkIn
                ? prompt.checkIn.flatMap { engine.checkIn($0) }.flatMap(engine.welcome) : nil,
            reminder: prompt.isReminder, path: path, schedule: schedule?.key,
            scheduleName: schedule?.name)
    }
}

extension PromptsAPI.Choice {
    init(_ choice: Prompt.Choice) {
        switch choice {
        case .keep: self = .keep
        case .planned: self = .planned
        case .impulse: self = .impulse
        case .protect: self = .protect
        case .dismiss: self = .dismiss
        case .why: self = .why
        case .bought: self = .bought
        case .nothingBought: self = .nothingBought
        case .worthIt: self = .worthIt
        case .notWorthIt: self = .notWorthIt
        case .later: self = .later
        case .yes: self = .yes
        case .no: self = .no
        case .end: self = .end
        case .switchOn: self = .switchOn
        }
    }
}

extension PromptsAPI.Closing {
    init(_ closing: Prompt.Closing) {
        switch closing {
        case .answered: self = .answered
        case .expired: self = .expired
        }
    }
}

extension PromptsAPI.Kind {
    init(_ kind: Prompt.Kind) {
        switch kind {
        case .blockedOpened: self = .blockedOpened
        case .riskHigh: self = .riskHigh
        case .autoProtection: self = .autoProtection
        case .logOutcome: self = .logOutcome
        case .checkIn: self = .checkIn
        case .riskyHour: self = .riskyHour
        case .closing: self = .closing
        case .checkInText: self = .checkInText
        }
    }
}
