/// What a person answers to what they are asked or told.
extension Engine {
    /// Takes in an answer; nil where what it led to waits for the store.
    mutating func answer(prompt id: Int64, _ choice: Prompt.Choice) -> Answer? {
        guard let prompt = state.prompts.first(where: { $0.id == id }) else {
            return .refused(.noSuchPrompt(id))
        }
        guard prompt.kind.choices.contains(choice) else {
            return .refused(.notAChoice(id, prompt.kind.choices))
        }
        let answer: Answer
        switch choice {
        // Whoever is shown why still sees what runs.
        case .why: return .explained(prompt)
        case .dismiss, .later: answer = .changed
        // The question closes by itself once that is recorded.
        case .yes, .no: return self.answer(checkIn: prompt.checkIn ?? "", isYes: choice == .yes)
        case .bought, .nothingBought:
            return log(
                prompt.request ?? 0, isBought: choice == .bought, amount: nil, regret: nil)
        case .protect:
            answer = protect(
                nil, for: .hours(1), name: "Manual protection", isStrict: false)
        case .planned, .impulse:
            answer = request(
                prompt.place ?? .everything,
                Intent(purpose: choice == .planned ? .planned : .impulse), isPause: false)
        case .keep:
            let opened = request(
                prompt.place ?? .everything, nil, isPause: false, isKept: true)
            switch opened {
            case .requested(let request): answer = keep(request.id)
            case .refused(.alreadyOpen(let request)): answer = keep(request)
            default: answer = opened
            }
        }
        if case .refused = answer { return answer }
        record(
            .promptClosed(PromptClosing(prompt: id, closing: .answered, choice: choice)))
        return answer
    }

    /// The answers that are worth offering now, the first one first: what is strict can only be
    /// kept.
    package func choices(of prompt: Prompt) -> [Prompt.Choice] {
        let isStrict = prompt.kind == .blockedOpened && strictest(of: prompt.targets) != nil
        return isStrict ? [.keep] : prompt.kind.choices
    }

    /// Closes the prompts whose time is over.
    mutating func settlePrompts() {
        for prompt in state.prompts where prompt.expires.isOver(at: clock.last) {
            record(.promptClosed(PromptClosing(prompt: prompt.id, closing: .expired)))
        }
    }
}
