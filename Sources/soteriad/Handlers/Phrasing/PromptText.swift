import Engine
import Phrasing
import RuleModel

/// The texts of a prompt, as of now; `names` are the targets' names by key.
struct PromptText {
    let prompt: Prompt
    let engine: Engine
    let names: [String: String]

    var title: String {
        switch prompt.kind {
        case .blockedOpened: "\(listed(prompt.targets)) \(verb(prompt.targets)) blocked"
        case .riskHigh: "The risk is \(prompt.risk?.level.rawValue ?? "high")"
        case .autoProtection:
            engine.state.protections.first { $0.id == prompt.id }?.name ?? "Auto-protection"
        case .logOutcome: "What was the outcome of the unblock?"
        case .checkIn: prompt.isReminder == true ? "Check-in: not answered yet" : "Check-in"
        case .riskyHour: "A risky hour"
        case .closing:
            "\(listed(prompt.targets)) \(prompt.targets.count == 1 ? "closes" : "close") at "
                + time(engine.end(of: prompt.expires))
        case .checkInText: "Text of the day"
        }
    }

    var text: String {
        let blocked = listed(prompt.targets)
        switch prompt.kind {
        case .blockedOpened:
            return "\(opened(prompt.place)) belongs to \(blocked)\(until(blockEnd)). "
                + (engine.choices(of: prompt) == [.keep]
                    ? "The block is strict and cannot be ended early."
                    : "Are you following a plan or an impulse?")
        case .riskHigh:
            return "The risk of an impulse is \(score(\.score)). Block all targets for an hour?"
        case .autoProtection:
            return "\(blocked) \(verb(prompt.targets)) blocked until "
                + "\(time(engine.end(of: prompt.expires))). The risk is \(score(\.automatic))."
        case .logOutcome:
            let question = engine.spends(prompt) ? "Did you buy anything?" : "Was it worth it?"
            return "\(unblock) \(question)"
        case .checkIn:
            return engine.question(of: prompt.checkIn ?? "")
        case .riskyHour:
            let hour = prompt.riskyHour.map { $0.text + ". " } ?? ""
            return hour + "Block all targets for an hour?"
        case .closing: return closing
        case .checkInText:
            return prompt.checkIn.flatMap { engine.checkIn($0) }.flatMap(engine.textOfTheDay) ?? ""
        }
    }

    /// The reason why targets in use close.
    private var closing: String {
        guard let end = prompt.openTimeEnd else { return "" }
        switch end.cause {
        case .grant: return "Your permission ends then."
        case .quietHours:
            let name = engine.rules.quietHours.first { $0.key == end.rule }?.name ?? end.rule
            return "\(name) begins then."
        case .checkIn: return "Today's question is asked then: \(engine.question(of: end.rule))"
        case .budget:
            let name = engine.rules.budgets.first { $0.key == end.rule }?.name ?? end.rule
            return "If you go on, the budget \(name) will be used up then."
        }
    }

    /// The reply to `why`; nil if the prompt does not offer that answer.
    var why: String? {
        switch prompt.kind {
        case .autoProtection: protectionReason
        case .blockedOpened, .riskHigh, .logOutcome, .checkIn, .riskyHour, .closing,
            .checkInText:
            nil
        }
    }

    /// The reason for an auto-protection: the score, and each factor with its weight.
    private var protectionReason: String {
        guard let risk = prompt.risk else { return "The reason is unknown." }
        let level = engine.rules.risk.levels.level(of: risk.automatic)
        let began = "\(title) began at \(time(prompt.at))"
        let factors = risk.factors.map { key in
            let weight = engine.rules.risk.factors.first { $0.key == key }?.weight
            return spoken(key) + (weight.map { " (\($0))" } ?? "")
        }
        let score = "the automatic risk score was \(risk.automatic) (\(level.rawValue))"
        let key = engine.state.protections.first { $0.id == prompt.id }?.rule
        let rule = engine.rules.autoProtections.first { $0.key == key }
        let condition =
            rule.map { " The rule \($0.key) applied, because this was true: \($0.text)." } ?? ""
        if factors.isEmpty { return "\(began): \(score), and no risk factor applied.\(condition)" }
        return "\(began): \(score). The risk factors were: \(factors.joined(separator: ", "))."
            + condition
    }

    /// A sentence about the targets that were opened, when and why.
    private var unblock: String {
        let after = prompt.request.flatMap { engine.state.aftermath(of: $0) }
            .map { engine.state.aftermaths[$0] }
        guard let after else { return "\(listed(prompt.targets)) was opened." }
        let what = after.intent.purpose == .impulse ? "on impulse" : "as planned"
        let was = after.targets.count == 1 ? "was" : "were"
        return "\(listed(after.targets)) \(was) opened \(what) at \(time(after.at))."
    }

    /// `0.800: late night, high frequency`.
    private func score(_ score: (RiskRecord) -> Score) -> String {
        guard let risk = prompt.risk else { return "high" }
        let factors = risk.factors.map(spoken).joined(separator: ", ")
        return score(risk).description + (factors.isEmpty ? "" : ": \(factors)")
    }

    /// The end of the block of what was opened; nil if it is not known.
    private var blockEnd: Instant? {
        prompt.targets.compactMap { target in
            engine.decision(about: target, on: prompt.place ?? .target(target))
        }.map(\.until).latestEnd
    }

    private func opened(_ place: Place?) -> String {
        place.flatMap(engine.name) ?? "The app or site you opened"
    }

    private func until(_ instant: Instant?) -> String {
        instant.map { ", blocked until \(time($0))" } ?? ", which is blocked"
    }

    private func time(_ instant: Instant) -> String {
        engine.localClock.time(instant, now: engine.now)
    }

    private func verb(_ targets: [String]) -> String { targets.count == 1 ? "is" : "are" }

    /// A key of the rules in words: `late night`.
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

extension Engine {
    /// The question of a check-in.
    fileprivate func question(of key: String) -> String {
        checkIn(key)?.question ?? "Soteria no longer asks this question."
    }

    /// The name of a site or app: the person's own name for it, or for a site above it; else the
    /// host, or the app without its directory. nil for any other place.
    func name(_ place: Place) -> String? {
        switch place {
        case .app(let identifier):
            // An application id has no "/".
            return state.names[place]
                ?? identifier.split(separator: "/").last.map(String.init) ?? identifier
        case .site(let host):
            guard !state.names.isEmpty else { return host }
            var above = host[...]
            while true {
                if let name = state.names[.site(String(above))] { return name }
                guard let dot = above.firstIndex(of: ".") else { return host }
                above = above[above.index(after: dot)...]
            }
        case .page(let page): return page.text
        case .target, .protection, .everything: return nil
        }
    }
}
