import API

/// The prompts and notices in notifications, and the handling of answers: a state machine without
/// clock, input or output.
///
/// It shows what the daemon asks and forwards the person's answers; it decides nothing. A closed
/// notification, a service that ends, and a button that is not offered do not count as answers.
struct NoticeController: Sendable {
    enum Input: Sendable {
        /// All open prompts, sent at the start and when the daemon is back.
        case prompts([PromptsAPI.Prompt])
        /// A prompt was opened, or raised again.
        case opened(PromptsAPI.Prompt)
        case closed(Int)
        /// The agent has a notice of its own.
        case inform(Information)
        /// The notice with this id no longer applies.
        case withdraw(String)
        /// A button was pressed in the notification with this number.
        case pressed(UInt32, key: String)
        case service(NoticeDisplay.Event)
        case answered(prompt: Int, PromptsAPI.Choice, Result<PromptsAPI.Result, CallFailure>)
        case confirmed(prompt: Int, Result<UnblockAPI.Confirm.Reply, CallFailure>)
        case kept(prompt: Int, Result<UnblockAPI.Keep.Reply, CallFailure>)
        /// The number of today's protection moments; nil if unknown.
        case counted(prompt: Int, moments: Int?)
        /// The daemon's reply to an attempt from an information's button.
        case attempted(information: String, Result<UnblockAPI.Attempt.Reply, CallFailure>)
        /// The names of targets by their keys.
        case named([String: String])
        case due
    }

    enum Action: Hashable, Sendable {
        /// An order to the notification service.
        case service(NoticeDisplay.Order)
        /// Answers a prompt; `schedule`: the one that was shown and is to be switched on.
        case answer(prompt: Int, PromptsAPI.Choice, schedule: String? = nil)
        /// Confirm a request whose wait is over.
        case confirm(prompt: Int, request: Int)
        case keep(prompt: Int, request: Int)
        /// Ask for the number of today's protection moments.
        case count(prompt: Int)
        case learnNames
        /// Tell the daemon that the greeting of a check-in is shown.
        case acknowledgeWelcome(checkIn: String)
        /// Report an attempt at an app, so that the daemon asks about it.
        case attempt(information: String, app: String)
    }

    var display = NoticeDisplay()
    /// The prompts that are open or whose answer is pending, by number.
    var states: [Int: PromptState] = [:]
    /// The agent's notices that have a button, by id.
    var offers: [String: Information] = [:]
    /// The known names of targets by their keys.
    var names: [String: String] = [:]

    /// Whether a prompt or notice cannot be shown.
    var isBlind: Bool { display.isBlind }

    /// The time of the next `due` since boot; nil if nothing is scheduled.
    var deadline: Duration? {
        states.values.compactMap { state in
            switch state.phase {
            case .waiting(let wait), .stranded(let wait): wait.until
            case .asking, .answering, .counting, .confirming, .keeping: nil
            }
        }.min()
    }

    /// Handles an input at a time since boot; returns the actions to perform.
    mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .prompts(let prompts): replace(by: prompts)
        case .opened(let prompt): open(prompt, isAnew: true)
        case .closed(let number): close(number)
        case .inform(let information): inform(information)
        case .withdraw(let id): withdraw(id)
        case .pressed(let number, let key): press(key, of: number)
        case .service(let event): display.handle(event).map(Action.service) + welcomes(event)
        case .answered(let prompt, let choice, let result):
            answered(prompt, choice, result, at: now)
        case .confirmed(let prompt, let result): confirmed(prompt, result, at: now)
        case .kept(let prompt, let result): kept(prompt, result, at: now)
        case .counted(let prompt, let moments): counted(prompt, moments)
        case .attempted(let id, let result): attempted(id, result)
        case .named(let names): learn(names)
        case .due: confirmWhatIsDue(at: now)
        }
    }

    /// Closes everything that is shown when the agent ends.
    mutating func clear() -> [Action] {
        states = [:]
        offers = [:]
        return display.removeAll().map(Action.service)
    }

    // MARK: Prompts of the daemon

    private mutating func replace(by prompts: [PromptsAPI.Prompt]) -> [Action] {
        let open = Set(prompts.map(\.prompt))
        var actions: [Action] = []
        for number in states.keys.sorted() {
            guard let state = states[number] else { continue }
            if case .stranded(let wait) = state.phase {
                states[number]?.phase = .confirming(wait)
                actions.append(.confirm(prompt: number, request: wait.request))
            }
            if !open.contains(number) { actions += close(number) }
        }
        return actions + prompts.flatMap { self.open($0, isAnew: false) }
    }

    /// Shows a prompt. After a reconnection a prompt that the person has closed stays closed; a
    /// prompt that was raised again is shown again.
    private mutating func open(_ prompt: PromptsAPI.Prompt, isAnew: Bool) -> [Action] {
        let number = prompt.prompt
        guard var state = states[number] else {
            states[number] = PromptState(prompt: prompt)
            return showQuestion(number, isAnew: isAnew)
        }
        state.isClosed = false
        // The end is not compared: it changes with the clock.
        var known = state.prompt
        known.until = prompt.until
        let isSame = known == prompt
        state.prompt = prompt
        guard state.isAsking, isAnew || !isSame else {
            states[number] = state
            return []
        }
        state.remark = nil
        state.explanation = nil
        states[number] = state
        return showQuestion(number, isAnew: isAnew)
    }

    /// Tells the daemon, once, that a question is shown with the greeting before it.
    private mutating func welcomes(_ event: NoticeDisplay.Event) -> [Action] {
        guard case .shown(.prompt(let number), _) = event, let state = states[number],
            state.isAsking, !state.isWelcomed, state.prompt.welcome != nil,
            let checkIn = state.prompt.checkIn
        else { return [] }
        states[number]?.isWelcomed = true
        return [.acknowledgeWelcome(checkIn: checkIn)]
    }

    private mutating func close(_ number: Int) -> [Action] {
        guard let state = states[number] else { return [] }
        guard state.isAsking else {
            states[number]?.isClosed = true
            return []
        }
        return remove(number)
    }

    /// Forgets a prompt, and closes its notice.
    mutating func remove(_ number: Int) -> [Action] {
        states[number] = nil
        return display.remove(.prompt(number)).map(Action.service)
    }

    mutating func showQuestion(_ number: Int, isAnew: Bool = true) -> [Action] {
        guard let state = states[number] else { return [] }
        return put(NoticeWording.question(state), of: number, isAnew: isAnew)
    }

    /// Ends a prompt by showing the result.
    mutating func finish(_ number: Int, with text: String, title: String? = nil) -> [Action] {
        guard let state = states.removeValue(forKey: number) else { return [] }
        return put(
            Notice(title: title ?? state.prompt.title, text: text, lifetime: .passing),
            of: number)
    }

    /// Shows a notice in place of the prompt's current one.
    mutating func put(_ notice: Notice, of number: Int, isAnew: Bool = true) -> [Action] {
        display.put(notice, at: .prompt(number), isAnew: isAnew).map(Action.service)
    }

    // MARK: Notices of the agent

    private mutating func inform(_ information: Information) -> [Action] {
        offers[information.id] = information.unblocks == nil ? nil : information
        return display.put(information.notice, at: .information(information.id), isAnew: true)
            .map(Action.service)
    }

    private mutating func withdraw(_ id: String) -> [Action] {
        offers[id] = nil
        return display.remove(.information(id)).map(Action.service)
    }

    private mutating func learn(_ names: [String: String]) -> [Action] {
        self.names = names
        // A wait that is already shown is updated with the name.
        return states.keys.sorted().flatMap { number in
            guard let state = states[number],
                case .waiting(let wait) = state.phase
            else { return [Action]() }
            return display.update(
                NoticeWording.waiting(state.prompt, wait, names), at: .prompt(number)
            ).map(Action.service)
        }
    }
}
