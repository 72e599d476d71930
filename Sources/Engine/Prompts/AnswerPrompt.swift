import RuleModel

/// A person's answer to a prompt.
package struct AnswerPrompt: Request {
    package let prompt: Int64
    let choice: Prompt.Choice
    /// The key of the schedule to switch on; nil: the one that the prompt names now.
    let schedule: String?

    package enum Reply: Hashable, Sendable {
        /// The prompt, so that its reason can be shown.
        indirect case explained(Prompt)
        /// The prompt is closed; nothing else changes.
        case closed
        case checkedIn(String)
        indirect case logged(LoggedOutcome)
        indirect case protecting(StartProtection.Reply)
        case requested(UnblockRequest)
        case kept
    }

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchPrompt(Int64)
        /// The prompt does not accept that answer, but these.
        case notAChoice(Int64, [Prompt.Choice])
        case checkIn(AnswerCheckIn.Refusal)
        case outcome(LogOutcome.Refusal)
        case protection(StartProtection.Refusal)
        case request(AskToUnblock.Refusal)
        case keep(EndRefusal)
        case switchOn(SwitchEntry.Refusal, schedule: String)
    }

    package static var cause: Decision.Cause? { .protection }

    package static func restsOnTheRecord(_ reply: Reply) -> Bool {
        if case .explained = reply { false } else { true }
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        guard let prompt = engine.state.prompts.first(where: { $0.id == self.prompt }) else {
            return .refused(.noSuchPrompt(self.prompt))
        }
        let choices = engine.acceptedChoices(of: prompt, naming: schedule)
        guard choices.contains(choice) else { return .refused(.notAChoice(prompt.id, choices)) }
        let result: Result<Reply, Refusal>
        switch choice {
        // Asking why does not close the prompt.
        case .why: return .replied(.explained(prompt))
        case .dismiss, .later: result = .success(.closed)
        // The recorded answer closes the question.
        case .yes, .no:
            return AnswerCheckIn(checkIn: prompt.checkIn ?? "", isYes: choice == .yes)
                .perform(on: &engine).map({ .checkedIn($0) }, { .checkIn($0) })
        case .bought, .nothingBought:
            return LogOutcome(
                request: prompt.request ?? 0, isBought: choice == .bought, amount: nil, regret: nil
            ).perform(on: &engine).map({ .logged($0) }, { .outcome($0) })
        case .worthIt, .notWorthIt:
            return LogOutcome(
                request: prompt.request ?? 0, isBought: false, amount: nil,
                regret: choice == .worthIt ? 0 : 3
            ).perform(on: &engine).map({ .logged($0) }, { .outcome($0) })
        case .protect:
            result = engine.protect(
                nil, for: .hours(1), name: "Manual protection", isStrict: false
            ).map(Reply.protecting).mapError(Refusal.protection)
        case .planned, .impulse:
            result = engine.request(
                prompt.place ?? .everything,
                Intent(purpose: choice == .planned ? .planned : .impulse), isPause: false
            ).map(Reply.requested).mapError(Refusal.request)
        case .end: result = engine.endOpenTime(of: prompt)
        case .switchOn:
            result = switchOn(schedule ?? engine.switchedOffSchedule?.key ?? "", &engine)
        case .keep: result = keep(prompt.place ?? .everything, on: &engine)
        }
        if case .success = result {
            engine.record(
                .promptClosed(
                    PromptEnd(prompt: prompt.id, closing: .answered, choice: choice)))
        }
        return Response(result)
    }

    private func switchOn(_ key: String, _ engine: inout Engine) -> Result<Reply, Refusal> {
        switch engine.switch(.schedule(key), isOn: true) {
        case .answered(.refused(let refusal)): .failure(.switchOn(refusal, schedule: key))
        // A switch-on waits for nothing.
        case .answered, .awaitsCommit: .success(.closed)
        }
    }

    /// Keeps the block in the open request about it, or in a new one.
    private func keep(_ place: Place, on engine: inout Engine) -> Result<Reply, Refusal> {
        let open: Int64
        switch engine.request(place, nil, isPause: false, isKept: true) {
        case .success(let request): open = request.id
        case .failure(.alreadyOpen(let request)): open = request
        case .failure(let refusal): return .failure(.request(refusal))
        }
        return engine.keep(open).map { _ in .kept }.mapError(Refusal.keep)
    }
}

extension Request where Self == AnswerPrompt {
    package static func answerPrompt(
        _ prompt: Int64, _ choice: Prompt.Choice, schedule: String? = nil
    ) -> Self {
        Self(prompt: prompt, choice: choice, schedule: schedule)
    }
}

extension Engine {
    /// The answers to offer now, the most important first: a strict block can only be kept.
    package func choices(of prompt: Prompt) -> [Prompt.Choice] {
        let isStrict = prompt.kind == .blockedOpened && strictest(of: prompt.targets) != nil
        return isStrict ? [.keep] : acceptedChoices(of: prompt)
    }

    /// The answers that a prompt accepts: of targets that cost no money, only if it was worth it;
    /// while a schedule that would run now is switched off, to switch it on, or the schedule that
    /// the answer names.
    fileprivate func acceptedChoices(
        of prompt: Prompt, naming schedule: String? = nil
    ) -> [Prompt.Choice] {
        switch prompt.kind {
        case .logOutcome where !spends(prompt): [.worthIt, .notWorthIt, .later]
        case .riskHigh where schedule != nil || switchedOffSchedule != nil:
            [.protect, .switchOn, .dismiss]
        default: prompt.kind.choices
        }
    }

    /// The first schedule, by key, that would run now if it were not switched off; nil if there is
    /// none.
    package var switchedOffSchedule: QuietHours? {
        rules.quietHours.indices.first { isSwitchedOff($0, at: now) }.map { rules.quietHours[$0] }
    }

    /// Whether the unblock that a prompt asks about could cost money.
    package func spends(_ prompt: Prompt) -> Bool {
        let index = prompt.request.flatMap { state.aftermath(of: $0) }
        return rules.spends(oneOf: index.map { state.aftermaths[$0].targets } ?? prompt.targets)
    }

    /// Closes the prompts whose time is over, and those that the person does not want.
    mutating func expirePrompts() {
        for prompt in state.prompts
        where prompt.expires.isOver(at: clock.last) || isSilenced(prompt.kind) {
            record(.promptClosed(PromptEnd(prompt: prompt.id, closing: .expired)))
        }
    }

    private func isSilenced(_ kind: Prompt.Kind) -> Bool {
        guard !rules.silenced.isEmpty else { return false }
        return News(rawValue: kind.rawValue).map(rules.silenced.contains) ?? false
    }
}
