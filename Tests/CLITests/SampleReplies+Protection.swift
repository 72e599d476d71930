import API
import Varlink

/// The sample daemon's replies about auto-protection, prompts and the risk's history.
extension SampleReplies {
    static let autoProtection = ProtectionAPI.AutoProtection(
        rule: "high_risk", name: "Auto-Protection: High Risk Detected", targets: ["shopping"],
        condition: "risk.automatic >= 0.8", seconds: 7200, againAfter: 1800, enabled: true,
        switched: false, strict: false, until: "2026-11-22T01:18:00+01:00")
    static let prompts: [PromptsAPI.Prompt] = [
        .init(
            prompt: 21, kind: .blockedOpened, at: "2026-11-21T23:17:00+01:00",
            until: "2026-11-21T23:28:00+01:00", title: "amazon.com is blocked",
            text: "Planned or impulse?", targets: ["shopping"], site: "amazon.com",
            choices: [.keep, .planned, .impulse]),
        .init(
            prompt: 22, kind: .autoProtection, at: now, title: "Shopping is protected",
            text: "The risk is 0.800.\nIt lasts until 01:18.", targets: ["shopping"],
            choices: [.why]),
    ]
    static let points: [RiskAPI.Point] = [
        .init(
            at: "2026-11-21T22:15:00+01:00", score: FixedPoint(thousandths: 1000),
            automatic: FixedPoint(thousandths: 800), level: .critical,
            factors: ["late_night", "high_frequency"]),
        .init(
            at: "2026-11-21T23:15:00+01:00", score: FixedPoint(thousandths: 0),
            automatic: FixedPoint(thousandths: 0), level: .low, factors: []),
    ]

    /// The answers of these methods.
    static var methodsOfGuarding: [String: Method] {
        [
            "org.soteria.protection.ListAutoProtections": Method {
                $0.reply(ProtectionAPI.ListAutoProtections.Reply(rules: [autoProtection]))
            },
            "org.soteria.protection.SetAutoProtection": Method { call in
                let asked = try call.decode(ProtectionAPI.SetAutoProtection.Parameters.self)
                guard asked.rule == "high_risk" else {
                    throw ProtectionAPI.NoSuchRule(rule: asked.rule).varlinkError
                }
                var rule = autoProtection
                rule.enabled = asked.enabled
                rule.switched = !asked.enabled
                call.reply(ProtectionAPI.SetAutoProtection.Reply(rule: rule))
            },
            "org.soteria.prompts.List": Method {
                $0.reply(PromptsAPI.List.Reply(prompts: prompts))
            },
            "org.soteria.prompts.Monitor": .streaming { call in
                call.reply(PromptsAPI.Monitor.Reply(prompts: [prompts[0]]), continues: true)
                call.reply(PromptsAPI.Monitor.Reply(opened: prompts[1]), continues: true)
                call.reply(PromptsAPI.Monitor.Reply(closed: 21, closing: .answered))
            },
            "org.soteria.prompts.Answer": Method { call in
                let asked = try call.decode(PromptsAPI.Answer.Parameters.self)
                guard let prompt = prompts.first(where: { $0.prompt == asked.prompt }) else {
                    throw PromptsAPI.NoSuchPrompt(prompt: asked.prompt).varlinkError
                }
                guard prompt.choices.contains(asked.choice) else {
                    throw PromptsAPI.NotAChoice(prompt: asked.prompt, choices: prompt.choices)
                        .varlinkError
                }
                call.reply(PromptsAPI.Answer.Reply(result: result(asked.choice)))
            },
            "org.soteria.risk.History": .streaming { call in
                let asked = try call.decode(RiskAPI.History.Parameters.self)
                for point in points.suffix(asked.limit ?? .max) {
                    call.reply(RiskAPI.History.Reply(points: [point]), continues: true)
                }
                call.reply(RiskAPI.History.Reply(points: []))
            },
            "org.soteria.risk.Monitor": .streaming { call in
                call.reply(RiskAPI.Monitor.Reply(status: risk), continues: true)
                call.reply(RiskAPI.Monitor.Reply(status: risk), continues: true)
                var higher = risk
                higher.score = FixedPoint(thousandths: 800)
                higher.level = .critical
                higher.assessedAt = "2026-11-21T23:30:00+01:00"
                call.reply(RiskAPI.Monitor.Reply(status: higher))
            },
        ]
    }

    static func result(_ choice: PromptsAPI.Choice) -> PromptsAPI.Result {
        switch choice {
        case .keep, .dismiss, .switchOn: .init()
        case .planned, .impulse:
            .init(request: 12, waitEnds: "2026-11-21T23:18:05+01:00", waitSeconds: 5)
        case .protect, .end: .init(protection: 18, until: until)
        case .bought, .nothingBought, .worthIt, .notWorthIt, .later: .init(request: 12)
        case .yes: .init(checkIn: "morning")
        case .no:
            .init(
                until: until, text: "The shops will still be there.", checkIn: "morning",
                heading: "Rest first", suggestions: ["A walk."])
        case .why: .init(text: "Two factors hold:\nlate_night, high_frequency.")
        }
    }
}
