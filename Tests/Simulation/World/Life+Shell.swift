import Engine
import RuleModel

/// What the daemon's shell does with the engine's actions: blocks at once, weakening only once it
/// is on disk, answers after the disk.
extension Life {
    /// Gives the engine an input; `isHeard` where somebody waits for what it comes to. In the first
    /// edition nobody else does.
    func send(
        _ input: Input, isSynchronised: Bool = false, isHeard: Bool = false
    ) throws {
        let isHeard = isHeard || edition == .second && input.isCall
        let call = input.isCall ? Call(input, isHeard: isHeard) : nil
        try handle(input, isSynchronised: isSynchronised, committed: nil, call)
        if !isStoreSlow { try drain() }
        try settled()
    }

    private func handle(
        _ input: Input, isSynchronised: Bool = false, committed: Event?, _ call: Call? = nil
    ) throws {
        noteStep()
        let reading = clock.reading(isSynchronised: isSynchronised)
        let actions = engine.handle(input, at: reading)
        try trace?.add(actions)
        hasAdopted = false
        hasWaited = false
        hasTakenBack = false
        self.input = input
        begunAutos = []
        expectedAutos = nil
        if let committed {
            underWay[committed.sequence] = nil
            try oracle.take(committed)
            count(committed.fact.kind.rawValue)
        }
        try carryOut(actions, input, committed: committed, call)
        try check(input, reading)
    }

    private func carryOut(
        _ actions: [Action], _ input: Input, committed: Event?, _ call: Call?
    ) throws {
        var unsaved: [Event] = []
        var answer = Answer.unchanged
        var waits = false
        // What is recorded along the way may be of the sets before the input or after it.
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
                if committed == nil { call?.events.append(event) }
            case .decide(let decided): tell(decided)
            case .assessed(let assessment):
                oracle.writtenIsUnion = isUnion
                try check(assessment)
            case .wake(let deadline): wake = deadline
            case .answer(let given): answer = given
            case .commitFirst(let event, let otherwise):
                waits = true
                save(unsaved)
                unsaved = []
                underWay[event.sequence] = event.fact
                call?.events.append(event)
                try checkOpens(event.fact)
                try checkWaits(event.fact)
                store.append([event], otherwise: [otherwise]) { [self] isWritten in
                    deferred.append { try $0.answered(isWritten, event, otherwise, call) }
                }
            }
        }
        try checkAnswer(answer, to: input)
        if waits { return save(unsaved) }
        if committed == nil { call?.sequence = engine.state.lastSequence }
        // Whoever asks again about what is not on disk yet is told when it is.
        let isBarrier =
            unsaved.isEmpty && call?.isHeard ?? false && committed == nil && !store.isIdle
            && (edition == .first || answer.restsOnTheRecord)
        guard !unsaved.isEmpty || isBarrier else {
            if let call { acknowledge(call, answer) }
            return
        }
        save(unsaved, isBarrier: isBarrier) { [self, answer] isWritten in
            if let call, isWritten || committed != nil { acknowledge(call, answer) }
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
        try oracle.take(event)
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

    /// The store answered what had to be on disk first.
    private func answered(
        _ isWritten: Bool, _ event: Event, _ otherwise: Event, _ call: Call?
    ) throws {
        try stored(isWritten)
        if isWritten {
            try handle(.committed(event), committed: event, call)
        } else {
            underWay[event.sequence] = nil
            try handle(.refusedByStore(otherwise), committed: nil)
        }
    }

    private func stored(_ isWritten: Bool) throws {
        if isWritten {
            guard storeIsFailing, !store.isFailing else { return }
            storeIsFailing = false
            try handle(.storeFailing(false), committed: nil)
        } else if !storeIsFailing {
            storeIsFailing = true
            count("store fails")
            try handle(.storeFailing(true), committed: nil)
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
    private func tell(_ decided: State.Decided) {
        count("told")
        heard[decided.decision.target] = Subscriber.Told(decided.decision)
        for index in subscribers.indices.reversed() where !subscribers[index].tell(decided) {
            subscribers.remove(at: index)
            count("dropped")
        }
    }
}
