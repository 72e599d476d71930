import API
import Engine
import EventStore
import Varlink

/// `org.soteria.prompts`.
extension Daemon {
    nonisolated var promptsMethods: [String: Method] {
        [
            "List": method { try $0.listPrompts($1) },
            "Monitor": streaming { try $0.monitorPrompts($1) },
            "Answer": method { try $0.answerPrompt($1) },
        ]
    }

    private func listPrompts(_ call: Call) throws {
        try call.noParameters()
        observe()
        call.reply(PromptsAPI.List.Reply(prompts: openPrompts))
    }

    private func monitorPrompts(_ call: Call) throws {
        try call.noParameters()
        observe()
        call.reply(PromptsAPI.Monitor.Reply(prompts: openPrompts), continues: true)
        follow(call, \.prompts)
    }

    private var openPrompts: [PromptsAPI.Prompt] {
        engine.state.prompts.sorted { $0.id < $1.id }.map(phrase)
    }

    private func answerPrompt(_ call: Call) throws {
        let asked = try call.decode(PromptsAPI.Answer.Parameters.self)
        take(.answerPrompt(Int64(asked.prompt), choice(asked.choice))) { daemon, result in
            switch result {
            case .success(.refused(let refusal)): call.fail(daemon.promptError(refusal))
            case .success(let answer):
                call.reply(PromptsAPI.Answer.Reply(result: daemon.result(of: answer)))
            case .failure(let error):
                let reason = error.description + "; what is blocked stays blocked"
                call.fail(PromptsAPI.StoreUnavailable(reason: reason).varlinkError)
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

    private func result(of answer: Answer) -> PromptsAPI.AnswerResult {
        switch answer {
        case .requested(let request):
            let left = engine.waitLeft(of: request)
            return PromptsAPI.AnswerResult(
                request: Int(request.id), waitEnds: text(left.map { engine.now + $0 }),
                waitSeconds: left?.secondsLeft)
        case .protecting(let protection, let until):
            return PromptsAPI.AnswerResult(protection: Int(protection.id), until: text(until))
        case .explained(let prompt): return PromptsAPI.AnswerResult(text: why(prompt))
        case .logged(let outcome): return PromptsAPI.AnswerResult(request: Int(outcome.request))
        case .checkedIn(let key): return result(ofCheckIn: key)
        default: return PromptsAPI.AnswerResult()
        }
    }

    /// What a "no" shows; of a "yes" only which check-in it was.
    private func result(ofCheckIn key: String) -> PromptsAPI.AnswerResult {
        guard let checkIn = checkIn(key), engine.state.checkIns[key]?.phase == .no else {
            return PromptsAPI.AnswerResult(checkIn: key)
        }
        return PromptsAPI.AnswerResult(
            until: text(restrictionEnd(of: checkIn)), text: textOfTheDay(checkIn), checkIn: key,
            heading: checkIn.onNo.heading, suggestions: checkIn.onNo.suggestions)
    }

    private func promptError(_ refusal: Refusal) -> VarlinkError {
        switch refusal {
        case .noSuchPrompt(let id): PromptsAPI.NoSuchPrompt(prompt: Int(id)).varlinkError
        case .notAChoice(let id, let choices):
            PromptsAPI.NotAChoice(prompt: Int(id), choices: choices.map(phrase)).varlinkError
        case .strict(let until, let target):
            PromptsAPI.Strict(target: target ?? "", until: text(until)).varlinkError
        case .tooLate(let id):
            PromptsAPI.TooLate(
                request: Int(id), days: Int(Aftermath.patience.seconds / 86400)
            ).varlinkError
        case .notAsking(let key):
            PromptsAPI.NotOpen(checkIn: key, next: nextOpening(of: key)).varlinkError
        case .alreadyAnswered(let key, let isYes):
            PromptsAPI.AlreadyAnswered(
                checkIn: key, yes: isYes, next: nextOpening(of: key)
            ).varlinkError
        case .storeUnavailable: PromptsAPI.StoreUnavailable(reason: storeProblem).varlinkError
        default: PromptsAPI.NotPossible(reason: words(refusal)).varlinkError
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
