import Engine
import RuleModel

/// The daemon's shell, carrying out the engine's actions: it blocks at once, weakens only once the
/// event is on disk, and answers after that.
extension Life {
    /// Gives the engine an input.
    func send(_ input: Input, isSynchronised: Bool = false) throws {
        try handle(input, isSynchronised: isSynchronised)
        try goOn()
    }

    /// Gives the engine a request; `isHeard` if somebody waits for what it comes to. In the first
    /// edition nobody else does.
    func send<Asked: Request>(_ request: Asked, isHeard: Bool = false) throws {
        let call = Call(request, isHeard: isHeard || edition >= .second)
        let reading = begin(request)
        let (actions, response) = engine.handle(request, at: reading)
        try trace?.add(actions)
        switch response {
        case .answered(let answer):
            try carryOut(actions, call: call, restsOnTheRecord: answer.restsOnTheRecord) { life in
                try life.checkAnswer(answer, to: request)
            } acknowledge: { life in
                life.acknowledge(call, request, answer)
            }
        case .awaitsCommit(let completion):
            try carryOut(actions, call: call) { life in
                if let confirmed = request as? ConfirmUnblock {
                    try life.checkConfirmed(confirmed.request)
                }
            } complete: { life in
                try life.complete(completion, request, call)
            }
        }
        try check(.observed, reading)
        try goOn()
    }

    private func goOn() throws {
        if !isStoreSlow { try drain() }
        try settled()
    }

    private func begin(_ given: any Sendable, isSynchronised: Bool = false) -> Reading {
        noteStep()
        hasAdopted = false
        hasWaited = false
        hasTakenBack = false
        self.given = given
        begunAutos = []
        expectedAutos = nil
        return clock.reading(isSynchronised: isSynchronised)
    }

    private func handle(_ input: Input, isSynchronised: Bool = false) throws {
        let reading = begin(input, isSynchronised: isSynchronised)
        let actions = engine.handle(input, at: reading)
        try trace?.add(actions)
        try carryOut(actions, input)
        try check(input, reading)
    }

    private func complete<Asked: Request>(
        _ completion: Completion<Asked>, _ request: Asked, _ call: Call
    ) throws {
        let event = completion.event
        let reading = begin("committed \(event)")
        let (actions, answer) = engine.handle(committed: completion, at: reading)
        try trace?.add(actions)
        underWay[event.sequence] = nil
        try oracle.apply(event)
        count(event.fact.kind.rawValue)
        try carryOut(actions, isCommitted: true) { life in
            try life.checkAnswer(answer, to: request)
        } acknowledge: { life in
            life.acknowledge(call, request, answer)
        }
        try check(.observed, reading)
    }

    /// Carries actions out. `acknowledge` tells whoever asked, `complete` is for what has to be on
    /// disk first.
    private func carryOut(
        _ actions: [Action], _ input: Input = .observed, call: Call? = nil,
        isCommitted: Bool = false, restsOnTheRecord: Bool = true,
        checkAnswer: (Life) throws -> Void = { _ in },
        acknowledge: @escaping (Life) -> Void = { _ in },
        complete: @escaping (Life) throws -> Void = { _ in }
    ) throws {
        var unsaved: [Event] = []
        var waits = false
        // Events recorded along the way may belong to the sets before the input or after it.
        let isUnion = !engine.state.pendingEdits.allSatisfy { $0.change != nil }
        oracle.writtenIsUnion = oracle.writtenIsUnion || isUnion
        defer { oracle.writtenIsUnion = isUnion }
        if oracle.boot == engine.clock.last.boot.text {
            oracle.now = engine.clock.now
            oracle.elapsed = clock.elapsed
        }
        for action in actions {
            switch action {
            case .record(let event):
                try took(event, input)
                unsaved.append(event)
                call?.events.append(event)
            case .decide(let decided): notify(decided)
            case .assessed(let assessment):
                oracle.writtenIsUnion = isUnion
                try check(assessment)
            case .wake(let deadline): wake = deadline
            case .commitFirst(let event, let otherwise):
                waits = true
                save(unsaved)
                unsaved = []
                underWay[event.sequence] = event.fact
                call?.events.append(event)
                try checkOpens(event.fact)
                try checkWaits(event.fact)
                store.append([event], otherwise: [otherwise]) { [self] isWritten in
                    deferred.append { life in
                        try life.stored(isWritten)
                        if isWritten { return try complete(life) }
                        life.underWay[event.sequence] = nil
                        try life.handle(.refusedByStore(otherwise))
                    }
                }
            }
        }
        try checkAnswer(self)
        if waits { return save(unsaved) }
        call?.sequence = engine.state.lastSequence
        // Whoever asks again about what is not on disk yet is told when it is.
        let isBarrier =
            unsaved.isEmpty && call?.isHeard ?? false && !store.isIdle
            && (edition == .first || restsOnTheRecord)
        guard !unsaved.isEmpty || isBarrier else { return acknowledge(self) }
        save(unsaved, isBarrier: isBarrier) { [self] isWritten in
            if isWritten || isCommitted { acknowledge(self) }
        }
    }

    private func took(_ event: Event, _ input: Input) throws {
        if case .protectionStarted(let began) = event.fact, began.kind == .autoProtection {
            if expectedAutos == nil { expectedAutos = autosDue(input) }
            for target in began.targets { begunAutos.insert("\(began.rule ?? "") \(target)") }
        }
        // One of no size says that the clock is right, and moves nothing.
        if case .clockAdopted(let size, _) = event.fact, size != .zero { hasAdopted = true }
        if case .editEnded = event.fact { hasWaited = true }
        if case .editsTakenBack = event.fact { hasTakenBack = true }
        // Whoever takes an edit back has what was switched before it as it was.
        if !hasTakenBack { try checkOpens(event.fact) }
        try checkStrengthens(event.fact)
        try checkEnded(event.fact)
        try oracle.apply(event)
        if case .protectionStarted = event.fact {
            for id in oracle.wishes.keys where isUnderWay(id) { oracle.wishes[id]?.endedBy = nil }
        }
        count(event.fact.kind.rawValue)
    }

    private func save(
        _ events: [Event], isBarrier: Bool = false, then: ((Bool) -> Void)? = nil
    ) {
        guard !events.isEmpty || isBarrier else { return }
        store.append(events) { [self] isWritten in
            deferred.append { life in
                try life.stored(isWritten)
                then?(isWritten)
            }
        }
    }

    private func stored(_ isWritten: Bool) throws {
        if isWritten {
            guard storeIsFailing, !store.isFailing else { return }
            storeIsFailing = false
            try handle(.storeFailing(false))
        } else if !storeIsFailing {
            storeIsFailing = true
            count("store fails")
            try handle(.storeFailing(true))
        }
    }

    /// The store writes what waits, or the first so many of it, and whoever asked is told.
    func drain(_ most: Int = .max) throws {
        var left = most
        while !store.queue.isEmpty, left > 0 {
            left -= 1
            let (then, isWritten, events) = try store.commitNext()
            wrote(events)
            then?(isWritten)
            while !deferred.isEmpty { try deferred.removeFirst()(self) }
        }
    }

    func wrote(_ events: [Event]) {
        for event in events { mirror.evolve(event) }
        written += events
        undurable += events
    }

    /// The minute's tick tries a failing store again.
    func retryStore() throws {
        guard storeIsFailing, store.queue.isEmpty else { return }
        guard let written = try store.retry() else { return }
        wrote(written)
        try stored(true)
        try drain()
        try settled()
    }

    private func settled() throws {
        guard store.queue.isEmpty, !store.isFailing, underWay.isEmpty else { return }
        durable = oracle
        undurable = []
        try checkReplay(isWhole: steps % 16 == 0)
    }

    /// Tells every follower; one whose queue is full is dropped.
    private func notify(_ decided: State.NumberedDecision) {
        count("told")
        heard[decided.decision.target] = Subscriber.Told(decided.decision)
        for index in subscribers.indices.reversed() where !subscribers[index].notify(decided) {
            subscribers.remove(at: index)
            count("dropped")
        }
    }
}
