import API
import Localization

/// Pressed buttons, and the daemon's replies.
extension NoticeController {
    /// Handles a pressed button; one that the notice does not offer is ignored.
    mutating func press(_ key: String, of number: UInt32) -> [Action] {
        guard let (place, notice) = display.notice(shownAs: number),
            notice.buttons.contains(where: { $0.key == key })
        else { return [] }
        switch place {
        case .prompt(let prompt): return press(key, prompt)
        case .information(let id):
            guard key == Information.unblockKey, let app = offers[id]?.unblocks else { return [] }
            return [.attempt(information: id, app: app)]
        }
    }

    private mutating func press(_ key: String, _ number: Int) -> [Action] {
        guard let state = states[number],
            let choice = PromptsAPI.Choice(rawValue: key)
        else { return [] }
        switch state.phase {
        case .asking:
            guard state.prompt.choices.contains(choice) else { return [] }
            states[number]?.phase = .answering(choice)
            let schedule = choice == .switchOn ? state.prompt.schedule : nil
            return [.answer(prompt: number, choice, schedule: schedule)]
        case .waiting(let wait), .stranded(let wait):
            guard choice == .keep else { return [] }
            states[number]?.phase = .keeping(wait)
            return [.keep(prompt: number, request: wait.request)]
        // An answer was already sent to the daemon.
        case .answering, .counting, .confirming, .keeping: return []
        }
    }

    /// Handles the daemon's reply to an answer.
    mutating func answered(
        _ number: Int, _ choice: PromptsAPI.Choice,
        _ result: Result<PromptsAPI.Result, CallFailure>, at now: Duration
    ) -> [Action] {
        guard states[number]?.phase == .answering(choice) else { return [] }
        switch result {
        case .success(let answer): return led(number, choice, to: answer, at: now)
        case .failure(let failure): return failed(number, failure)
        }
    }

    private mutating func led(
        _ number: Int, _ choice: PromptsAPI.Choice, to answer: PromptsAPI.Result,
        at now: Duration
    ) -> [Action] {
        guard let prompt = states[number]?.prompt else { return [] }
        switch choice {
        case .planned, .impulse:
            guard let request = answer.request else { return remove(number) }
            let seconds = max(0, answer.waitSeconds ?? 0)
            let wait = PromptState.Wait(
                request: request, until: now + .seconds(seconds), seconds: seconds,
                ends: answer.waitEnds)
            return [.learnNames] + showWait(number, wait, at: now)
        case .keep:
            states[number]?.phase = .counting
            return [.count(prompt: number)]
        case .why:
            states[number]?.phase = .asking
            states[number]?.explanation = answer.text
            states[number]?.prompt.choices.removeAll { $0 == .why }
            guard states[number]?.isClosed == true else { return showQuestion(number) }
            return finish(number, with: answer.text ?? prompt.text)
        case .protect, .end, .switchOn, .no, .bought, .nothingBought, .worthIt, .notWorthIt, .later:
            return finish(number, with: NoticeWording.led(choice, to: answer, prompt))
        case .yes where answer.text != nil:
            return finish(number, with: NoticeWording.led(choice, to: answer, prompt))
        case .dismiss, .yes: return remove(number)
        }
    }

    /// Handles a failed answer: asks again if that can help, else shows the reason.
    private mutating func failed(_ number: Int, _ failure: CallFailure) -> [Action] {
        guard let state = states[number] else { return [] }
        let words = RefusalText.text(failure, since: state.prompt.at, names)
        // A prompt that closed while its answer was lost may have received it.
        guard !state.isClosed else { return finish(number, with: words) }
        if case .refused(let error) = failure {
            switch error {
            case let error as PromptsAPI.NotAChoice:
                states[number]?.prompt.choices = error.choices
            case is PromptsAPI.Strict:
                states[number]?.prompt.choices.removeAll { $0 != .keep }
            case is PromptsAPI.StoreUnavailable: break
            default: return finish(number, with: words)
            }
        }
        states[number]?.phase = .asking
        states[number]?.remark = words
        return showQuestion(number)
    }

    /// Handles the daemon's reply to an attempt from a button. A new prompt arrives by itself; a
    /// prompt that is already open is shown again.
    mutating func attempted(
        _ id: String, _ result: Result<UnblockAPI.Attempt.Reply, CallFailure>
    ) -> [Action] {
        guard let information = offers[id] else { return [] }
        switch result {
        case .success(let reply) where reply.blocked:
            offers[id] = nil
            let targets = Set(reply.targets)
            return display.remove(.information(id)).map(Action.service)
                + states.keys.sorted().flatMap { number in
                    guard let prompt = states[number]?.prompt,
                        prompt.kind == .blockedOpened, !targets.isDisjoint(with: prompt.targets)
                    else { return [Action]() }
                    return display.showAgain(.prompt(number)).map(Action.service)
                }
        case .success:
            return say(localized("The app is no longer blocked."), about: information, isLast: true)
        case .failure(let failure):
            return say(RefusalText.text(failure, since: "", names), about: information)
        }
    }

    /// Replaces the text of an information, and removes its button if `isLast`.
    private mutating func say(
        _ text: String, about information: Information, isLast: Bool = false
    ) -> [Action] {
        var said = information
        said.text = text
        if isLast { said.unblocks = nil }
        return handle(.inform(said), at: .zero)
    }
}
