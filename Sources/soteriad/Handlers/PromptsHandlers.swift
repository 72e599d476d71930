import API
import Engine
import EventStore
import RuleModel
import Varlink

/// `org.soteria.prompts`.
extension Daemon: PromptsAPI.Handlers {
    func list(_ call: TypedCall<PromptsAPI.List>) throws(CallError<PromptsAPI>) {
        observe()
        call.reply(PromptsAPI.List.Reply(prompts: openPrompts))
    }

    func monitor(_ call: TypedCall<PromptsAPI.Monitor>) throws(CallError<PromptsAPI>) {
        observe()
        call.reply(PromptsAPI.Monitor.Reply(prompts: openPrompts), continues: true)
        follow(call)
    }

    private var openPrompts: [PromptsAPI.Prompt] {
        engine.state.prompts.sorted { $0.id < $1.id }
            .map { .init($0, in: engine, names: names) }
    }

    func answer(_ call: TypedCall<PromptsAPI.Answer>) throws(CallError<PromptsAPI>) {
        let asked = call.parameters
        take(.answerPrompt(Int64(asked.prompt), choice(asked.choice))) { daemon, result in
            switch result {
            case .success(.refused(let refusal)): call.fail(daemon.promptError(refusal))
            case .success(let answer):
                call.reply(PromptsAPI.Answer.Reply(result: daemon.result(of: answer)))
            case .failure(let error):
                let reason = error.description + "; what is blocked stays blocked"
                call.fail(.storeUnavailable(reason: reason))
            }
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
        case .later: .later
        case .yes: .yes
        case .no: .no
        }
    }

    private func result(of answer: Answer) -> PromptsAPI.Result {
        switch answer {
        case .requested(let request):
            let left = engine.waitLeft(of: request)
            return PromptsAPI.Result(
                request: Int(request.id), waitEnds: text(left.map { engine.now + $0 }),
                waitSeconds: left?.secondsLeft)
        case .protecting(let protection, let until):
            return PromptsAPI.Result(protection: Int(protection.id), until: text(until))
        case .explained(let prompt):
            return PromptsAPI.Result(text: PromptWords(prompt, engine, names).why)
        case .logged(let outcome): return PromptsAPI.Result(request: Int(outcome.request))
        case .checkedIn(let key): return result(ofCheckIn: key)
        default: return PromptsAPI.Result()
        }
    }

    /// What a "no" shows; of a "yes" only which check-in it was.
    private func result(ofCheckIn key: String) -> PromptsAPI.Result {
        guard let checkIn = engine.checkIn(key), engine.state.checkIns[key]?.phase == .no else {
            return PromptsAPI.Result(checkIn: key)
        }
        return PromptsAPI.Result(
            until: text(engine.restrictionEnd(of: checkIn)), text: engine.textOfTheDay(checkIn),
            checkIn: key,
            heading: checkIn.onNo.heading, suggestions: checkIn.onNo.suggestions)
    }

    private func promptError(_ refusal: Refusal) -> CallError<PromptsAPI> {
        switch refusal {
        case .noSuchPrompt(let id): .noSuchPrompt(prompt: Int(id))
        case .notAChoice(let id, let choices):
            .notAChoice(prompt: Int(id), choices: choices.map { .init($0) })
        case .strict(let until, let target):
            .strict(target: target ?? "", until: text(until))
        case .tooLate(let id):
            .tooLate(
                request: Int(id), days: Int(Aftermath.patience.seconds / 86400)
            )
        case .notAsking(let key):
            .notOpen(checkIn: key, next: engine.nextOpening(of: key))
        case .alreadyAnswered(let key, let isYes):
            .alreadyAnswered(
                checkIn: key, yes: isYes, next: engine.nextOpening(of: key)
            )
        case .storeUnavailable: .storeUnavailable(reason: storeProblem)
        default: .notPossible(reason: words(refusal))
        }
    }

    /// Why an answer leads to nothing any more.
    private func words(_ refusal: Refusal) -> String {
        switch refusal {
        case .notBlocked: "nothing of it is blocked any more"
        case .noSuchTarget(""): "no target is monitored"
        case .noSuchTarget(let key): "the rules have no target \(key) any more"
        case .notMonitored(let key): "\(names[key] ?? key) is not monitored any more"
        case .alreadyOpen(let id): "request \(id) is open about it"
        case .noSuchCheckIn(let key): "the rules have no check-in \(key) any more"
        case .beingConfirmed(let id): "request \(id) is being confirmed"
        default: "it is over"
        }
    }
}
