import Engine

/// What the daemon's shell does with the engine's actions: blocks at once, weakening only once it
/// is on disk, answers after the disk.
extension Life {
    typealias Then = (Answer?) -> Void

    func send(
        _ input: Input, isSynchronised: Bool = false, then: Then? = nil
    ) throws {
        try handle(input, isSynchronised: isSynchronised, committed: nil, then: then)
        if !isStoreSlow { try drain() }
        try settled()
    }

    private func handle(
        _ input: Input, isSynchronised: Bool = false, committed: Event?, then: Then?
    ) throws {
        noteStep()
        let reading = clock.reading(isSynchronised: isSynchronised)
        let actions = engine.handle(input, at: reading)
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
        try carryOut(actions, input, committed: committed, then: then)
        try check(input, reading)
    }

    private func carryOut(
        _ actions: [Action], _ input: Input, committed: Event?, then: Then?
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
                try checkOpens(event.fact)
                store.append([event], otherwise: [otherwise]) { [self] isWritten in
                    deferred.append { try $0.answered(isWritten, event, otherwise, then) }
                }
            }
        }
        try checkAnswer(answer, to: input)
        if waits { return save(unsaved) }
        // Whoever asks again about what is not on disk yet is told when it is.
        let isBarrier = unsaved.isEmpty && then != nil && committed == nil && !store.isIdle
        guard !unsaved.isEmpty || isBarrier else {
            then?(answer)
            return
        }
        save(unsaved, isBarrier: isBarrier) { [answer] isWritten in
            then?(isWritten || committed != nil ? answer : nil)
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
        _ isWritten: Bool, _ event: Event, _ otherwise: Event, _ then: Then?
    ) throws {
        try stored(isWritten)
        if isWritten {
            try handle(.committed(event), committed: event, then: then)
        } else {
            underWay[event.sequence] = nil
            try handle(.refusedByStore(otherwise), committed: nil, then: nil)
            then?(nil)
        }
    }

    private func stored(_ isWritten: Bool) throws {
        if isWritten {
            guard storeIsFailing, !store.isFailing else { return }
            storeIsFailing = false
            try handle(.storeFailing(false), committed: nil, then: nil)
        } else if !storeIsFailing {
            storeIsFailing = true
            count("store fails")
            try handle(.storeFailing(true), committed: nil, then: nil)
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
        for index in subscribers.indices.reversed() where !subscribers[index].tell(decided) {
            subscribers.remove(at: index)
            count("dropped")
        }
    }
}
