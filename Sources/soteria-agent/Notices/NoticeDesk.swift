import API

/// The questions and the news in notifications, and the fate of the answers: a state
/// machine without a clock and without input or output.
///
/// It shows what the daemon wants shown and passes on what the person says; it decides nothing.
/// That a notification goes away, that its service does, or that something is pressed which is not
/// offered, is no answer.
struct NoticeDesk: Sendable {
    enum Input: Sendable {
        /// Every prompt that is open, as the daemon tells at the beginning and when it is back.
        case prompts([PromptsAPI.Prompt])
        /// A prompt was opened, or raised anew.
        case opened(PromptsAPI.Prompt)
        case closed(Int)
        /// The agent has something to tell.
        case inform(Information)
        /// The news under an id is over.
        case withdraw(String)
        /// Something was pressed in the notification of a number.
        case pressed(UInt32, key: String)
        case service(NoticeBoard.Event)
        case answered(
            prompt: Int, PromptsAPI.Choice, Result<PromptsAPI.Result, CallFailure>)
        case confirmed(prompt: Int, Result<UnblockAPI.Confirm.Reply, CallFailure>)
        case kept(prompt: Int, Result<UnblockAPI.Keep.Reply, CallFailure>)
        /// How many protection moments there were today; nil where that is not known.
        case counted(prompt: Int, moments: Int?)
        /// The daemon's reply to an attempt that an information's button made.
        case attempted(information: String, Result<UnblockAPI.Attempt.Reply, CallFailure>)
        /// The names of targets by their keys.
        case named([String: String])
        case due
    }

    enum Action: Hashable, Sendable {
        /// Something of the notification service's.
        case service(NoticeBoard.Order)
        case answer(prompt: Int, PromptsAPI.Choice)
        /// Confirm a request, the wait of which is over.
        case confirm(prompt: Int, request: Int)
        case keep(prompt: Int, request: Int)
        /// Ask how many protection moments there were today.
        case count(prompt: Int)
        case learnNames
        /// Tell the daemon of an attempt at an app, so that it asks what is wanted.
        case attempt(information: String, app: String)
    }

    var board = NoticeBoard()
    /// The prompts that are open or being answered, by number.
    var conversations: [Int: Conversation] = [:]
    /// The news in which the agent offers something, by id.
    var offers: [String: Information] = [:]
    /// The targets' names by their keys, as far as they are known.
    var names: [String: String] = [:]

    /// Whether something is asked or told that nobody shows.
    var isBlind: Bool { board.isBlind }

    /// When `due` is wanted, time since the boot; nil where nothing waits.
    var deadline: Duration? {
        conversations.values.compactMap { conversation in
            switch conversation.phase {
            case .waiting(let wait), .stranded(let wait): wait.until
            case .asking, .answering, .counting, .confirming, .keeping: nil
            }
        }.min()
    }

    /// Takes in what happens at a moment, time since the boot, and says what is to be done.
    mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .prompts(let prompts): replace(by: prompts)
        case .opened(let prompt): open(prompt, isAnew: true)
        case .closed(let number): close(number)
        case .inform(let information): inform(information)
        case .withdraw(let id): withdraw(id)
        case .pressed(let number, let key): press(key, of: number)
        case .service(let event): board.take(event).map(Action.service)
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

    /// Takes everything away that is shown: the agent ends.
    mutating func clear() -> [Action] {
        conversations = [:]
        offers = [:]
        return board.removeAll().map(Action.service)
    }

    // MARK: What the daemon asks

    private mutating func replace(by prompts: [PromptsAPI.Prompt]) -> [Action] {
        let open = Set(prompts.map(\.prompt))
        var actions: [Action] = []
        for number in conversations.keys.sorted() {
            guard let conversation = conversations[number] else { continue }
            if case .stranded(let wait) = conversation.phase {
                conversations[number]?.phase = .confirming(wait)
                actions.append(.confirm(prompt: number, request: wait.request))
            }
            if !open.contains(number) { actions += close(number) }
        }
        return actions + prompts.flatMap { self.open($0, isAnew: false) }
    }

    /// Shows a prompt. One that was told again since the connection was made anew, and that the
    /// person has closed, stays away; one that was raised anew is shown again.
    private mutating func open(_ prompt: PromptsAPI.Prompt, isAnew: Bool) -> [Action] {
        let number = prompt.prompt
        guard var conversation = conversations[number] else {
            conversations[number] = Conversation(prompt: prompt)
            return showQuestion(number, isAnew: isAnew)
        }
        conversation.isClosed = false
        // Its end is not compared: it is told by the clock as it stands.
        var known = conversation.prompt
        known.until = prompt.until
        let isSame = known == prompt
        conversation.prompt = prompt
        guard conversation.isAsking, isAnew || !isSame else {
            conversations[number] = conversation
            return []
        }
        conversation.remark = nil
        conversation.explanation = nil
        conversations[number] = conversation
        return showQuestion(number, isAnew: isAnew)
    }

    private mutating func close(_ number: Int) -> [Action] {
        guard let conversation = conversations[number] else { return [] }
        guard conversation.isAsking else {
            conversations[number]?.isClosed = true
            return []
        }
        return remove(number)
    }

    /// Forgets a prompt, and takes away what is shown of it.
    mutating func remove(_ number: Int) -> [Action] {
        conversations[number] = nil
        return board.remove(.prompt(number)).map(Action.service)
    }

    /// Shows what a prompt asks.
    mutating func showQuestion(_ number: Int, isAnew: Bool = true) -> [Action] {
        guard let conversation = conversations[number] else { return [] }
        return put(NoticeWording.question(conversation), of: number, isAnew: isAnew)
    }

    /// Ends a prompt by telling what came of it.
    mutating func tell(_ text: String, of number: Int, title: String? = nil) -> [Action] {
        guard let conversation = conversations.removeValue(forKey: number) else { return [] }
        return put(
            Notice(title: title ?? conversation.prompt.title, text: text, standing: .passing),
            of: number)
    }

    /// Shows a notice in the place of what is shown of a prompt.
    mutating func put(_ notice: Notice, of number: Int, isAnew: Bool = true) -> [Action] {
        board.put(notice, at: .prompt(number), isAnew: isAnew).map(Action.service)
    }

    // MARK: What the agent tells

    private mutating func inform(_ information: Information) -> [Action] {
        offers[information.id] = information.unblocks == nil ? nil : information
        return board.put(information.notice, at: .information(information.id), isAnew: true)
            .map(Action.service)
    }

    private mutating func withdraw(_ id: String) -> [Action] {
        offers[id] = nil
        return board.remove(.information(id)).map(Action.service)
    }

    private mutating func learn(_ names: [String: String]) -> [Action] {
        self.names = names
        // A wait that is shown already says the name from now on.
        return conversations.keys.sorted().flatMap { number in
            guard let conversation = conversations[number],
                case .waiting(let wait) = conversation.phase
            else { return [Action]() }
            return board.update(
                NoticeWording.waiting(conversation.prompt, wait, names), at: .prompt(number)
            ).map(Action.service)
        }
    }
}
