import API
import Engine
import RuleModel

/// `org.soteria.prompts`.
extension Daemon: PromptsAPI.Handlers {
    func list(_ call: TypedCall<PromptsAPI.List>) {
        observe()
        call.reply(PromptsAPI.List.Reply(prompts: openPrompts))
    }

    func monitor(_ call: TypedCall<PromptsAPI.Monitor>) {
        observe()
        call.reply(PromptsAPI.Monitor.Reply(prompts: openPrompts), continues: true)
        follow(call)
    }

    private var openPrompts: [PromptsAPI.Prompt] {
        engine.state.prompts.sorted { $0.id < $1.id }
            .map { .init($0, in: engine, names: names) }
    }

    func answer(_ call: TypedCall<PromptsAPI.Answer>) {
        let asked = call.parameters
        answer(
            call,
            .answerPrompt(
                Int64(asked.prompt), choice(asked.choice), schedule: asked.schedule),
            unchanged: "; all blocks stay in place", refused: { $0.promptError($1) }
        ) { daemon, reply, recorded in
            call.reply(.init(result: daemon.result(of: reply), recorded: recorded))
        }
    }

    private func choice(_ choice: PromptsAPI.Choice) -> Prompt.Choice {
        switch choice {
        case .keep: .keep
        case .planned: .planned
        case .impulse: .impulse
        case .protect: .protect
        case .dismiss: .dismiss
        case .why: .why
        case .bought: .bought
        case .nothingBought: .nothingBought
        case .worthIt: .worthIt
        case .notWorthIt: .notWorthIt
        case .later: .later
        case .yes: .yes
        case .no: .no
        case .end: .end
        case .switchOn: .switchOn
        }
    }

    private func result(of reply: AnswerPrompt.Reply) -> PromptsAPI.Result {
        switch reply {
        case .requested(let request):
            let left = engine.waitLeft(of: request)
            return PromptsAPI.Result(
                request: Int(request.id), waitEnds: text(left.map { engine.now + $0 }),
                waitSeconds: left?.secondsLeft)
        case .protecting(let running):
            return PromptsAPI.Result(
                protection: Int(running.protection.id), until: text(running.until))
        case .explained(let prompt):
            let words = PromptText(prompt: prompt, engine: engine, names: names)
            return PromptsAPI.Result(text: words.why)
        case .logged(let outcome): return PromptsAPI.Result(request: Int(outcome.request))
        case .checkedIn(let key): return result(ofCheckIn: key)
        case .closed, .kept: return PromptsAPI.Result()
        }
    }

    /// The parts that a "no" shows; of a "yes" only which check-in it was, and the text of the day.
    private func result(ofCheckIn key: String) -> PromptsAPI.Result {
        let checkIn = engine.checkIn(key)
        guard let checkIn, engine.state.checkIns[key]?.phase == .no else {
            return PromptsAPI.Result(text: checkIn.flatMap(engine.textOfTheDay), checkIn: key)
        }
        return PromptsAPI.Result(
            until: text(engine.restrictionEnd(of: checkIn)), text: engine.textAfterNo(checkIn),
            checkIn: key,
            heading: checkIn.onNo.heading, suggestions: checkIn.onNo.suggestions)
    }

    private func promptError(_ refusal: AnswerPrompt.Refusal) -> CallError<PromptsAPI> {
        switch refusal {
        case .noSuchPrompt(let id): .noSuchPrompt(prompt: Int(id))
        case .notAChoice(let id, let choices):
            .notAChoice(prompt: Int(id), choices: choices.map { .init($0) })
        case .request(.strict(let until, let target)):
            strict(target, until) {
                .strict(
                    target: $0, until: $1, restriction: $2, checkIn: $3,
                    emergency: $4.map { _ in true })
            }
        case .outcome(.tooLate(let id)):
            .tooLate(request: Int(id), days: Int(UnblockOutcome.patience.seconds / 86400))
        case .checkIn(.notAsking(let key)):
            .notOpen(checkIn: key, next: engine.nextOpening(of: key))
        case .checkIn(.alreadyAnswered(let key, let isYes)):
            .alreadyAnswered(checkIn: key, yes: isYes, next: engine.nextOpening(of: key))
        case .checkIn(.noSuchCheckIn(let key)):
            .notPossible(reason: "the check-in \(key) is no longer in the rules")
        case .request(.notBlocked): .notPossible(reason: "this site or app is no longer blocked")
        case .request(.noSuchTarget("")), .protection(.noSuchTarget("")):
            .notPossible(reason: "Soteria monitors no targets")
        case .request(.noSuchTarget(let key)), .protection(.noSuchTarget(let key)):
            .notPossible(reason: "the target \(key) is no longer in the rules")
        case .request(.notMonitored(let key)), .protection(.notMonitored(let key)):
            .notPossible(reason: "\(names[key] ?? key) is no longer monitored")
        case .switchOn(.noSuchEntry, let key):
            .notPossible(reason: "the schedule \(key) is no longer in the rules")
        case .switchOn(.strict, let key):
            .notPossible(reason: "the schedule \(key) is strict and blocks now")
        case .request(.alreadyOpen(let id)):
            .notPossible(reason: "request \(id) for the same target is already open")
        case .request(.beingConfirmed(let id)), .keep(.beingConfirmed(let id)):
            .notPossible(reason: "request \(id) was already confirmed and is about to take effect")
        case .request(.emergencyUsed(let standing, _)):
            .notPossible(
                reason: "you have no emergencies left "
                    + (standing.rules.per == .day ? "today" : "this \(standing.rules.per.rawValue)")
            )
        case .request(.noSuchProtection), .request(.unknownCategory), .request(.unknownMood),
            .request(.invalidMinutes), .protection(.invalidLength), .keep(.noSuchRequest),
            .keep(.requestOver), .outcome(.noSuchRequest), .outcome(.notUnblocked),
            .outcome(.invalidRegret):
            .notPossible(reason: "this request or protection has already ended")
        }
    }
}
