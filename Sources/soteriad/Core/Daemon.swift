import Engine
import EventStore
import Logging
import NIOCore
import Systemd

/// The shell around the engine. One event loop owns all state, and all other threads hop onto it.
/// The loop is the socket's, so that a call is answered without a hop.
actor Daemon {
    nonisolated let loop: any EventLoop
    // The loops of NIOPosix are their own executors.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        loop.executor.asUnownedSerialExecutor()
    }

    let settings: Settings
    let store: EventStore
    let journal: Logger
    var engine: Engine

    // Each of these belongs to the feature that declares its type, and has private members.
    var clock: MachineClock
    var rules: RuleState
    var record: RecordState
    var followers = Followers()
    var places = PlaceFollowers()
    var connections = Connections()
    var replies = ReplyCache()
    var work = BackgroundWork()
    var phase = DaemonPhase()

    /// Creates a daemon that continues the stored record. It does nothing before `begin`.
    init(
        loop: any EventLoop, opening: OpenResult, loading: RuleState, settings: Settings,
        clocks: Clocks = .system, journal: Logger = .daemon()
    ) {
        self.loop = loop
        self.settings = settings
        self.journal = journal
        store = opening.store
        rules = loading
        record = RecordState(device: opening.device)
        clock = MachineClock(clocks)
        engine = Engine(continuing: opening.state, at: clock.startedAt)
    }

    /// The display names of targets, by key.
    var names: [String: String] { rules.names }

    /// Runs `body` on the loop; callable from any thread.
    nonisolated func enter(_ body: @escaping @Sendable (isolated Daemon) -> Void) {
        loop.execute { self.assumeIsolated { body($0) } }
    }

    /// Passes an input to the engine at the present moment and carries out the actions. `then` is
    /// called once, on the loop, when everything recorded is on disk or could not be written.
    func handle(
        _ input: Input, isSynchronised: Bool = false,
        then: (@Sendable (isolated Daemon, Result<Void, StoreError>) -> Void)? = nil
    ) {
        let reading = clock.clocks.reading(isSynchronised: isSynchronised)
        let before = PriorState(engine.state)
        carryOut(engine.handle(input, at: reading), before: before, then: then)
    }

    /// Passes a request to the engine. `then` is called when everything that the answer depends on
    /// is on disk or could not be written; it gets the answer, and the error if the answer holds
    /// although it is not on disk.
    func handle<Asked: Request>(
        _ request: Asked,
        then: (@Sendable (isolated Daemon, Answer<Asked>, StoreError?) -> Void)? = nil
    ) {
        let before = PriorState(engine.state)
        let (actions, response) = engine.handle(request, at: clock.clocks.reading())
        switch response {
        case .answered(let answer):
            carryOut(
                actions, before: before, restsOnTheRecord: answer.restsOnTheRecord,
                then: then.map { then in
                    { @Sendable (daemon: isolated Daemon, result: Result<Void, StoreError>) in
                        then(daemon, answer, result.error)
                    }
                })
        case .awaitsCommit(let completion):
            carryOut(actions, before: before) { daemon, result in
                switch result {
                case .success: daemon.complete(completion, then: then)
                case .failure(let error): then?(daemon, .storeUnavailable, error)
                }
            }
        }
    }

    /// Completes a request whose event is on disk. Events recorded then do not change the answer.
    private func complete<Asked: Request>(
        _ completion: Completion<Asked>,
        then: (@Sendable (isolated Daemon, Answer<Asked>, StoreError?) -> Void)?
    ) {
        let before = PriorState(engine.state)
        let (actions, answer) = engine.handle(committed: completion, at: clock.clocks.reading())
        carryOut(actions, before: before, committed: completion.event) { daemon, _ in
            then?(daemon, answer, nil)
        }
    }

    /// Passes several inputs to the engine at one moment, with their events in one transaction.
    func handle(_ inputs: [Input]) {
        let reading = clock.clocks.reading()
        let before = PriorState(engine.state)
        var actions: [Action] = []
        for input in inputs { actions += engine.handle(input, at: reading) }
        carryOut(actions, before: before, then: nil)
    }

    /// Advances the engine to the present, before a question is answered.
    func observe() { handle(.observed) }

    /// Carries out the actions of the engine. `then` is called once the event that must be
    /// committed first is on disk, or else once all recorded events are; at once if `committed` is
    /// on disk and nothing else is recorded.
    private func carryOut(
        _ actions: [Action], before: PriorState, committed: Event? = nil,
        restsOnTheRecord: Bool = true,
        then: (@Sendable (isolated Daemon, Result<Void, StoreError>) -> Void)?
    ) {
        if actions.isEmpty, committed == nil, then == nil { return }
        replies.forget()
        notifyOfPlaces()
        var recorded = committed.map { [$0] } ?? []
        var unsaved: [Event] = []
        var waits = false
        for action in actions {
            switch action {
            case .record(let event):
                recorded.append(event)
                unsaved.append(event)
            case .decide(let decided): notify(decided)
            case .assessed: notifyOfRisk()
            case .wake(let deadline): clock.wake(at: deadline)
            case .commitFirst(let event, let otherwise):
                waits = true
                // The store takes events in the order of their sequence.
                save(unsaved)
                unsaved = []
                commit(event, otherwise: otherwise, then: then)
            }
        }
        log(recorded, before: before)
        notifyOfPrompts(recorded, before: before.prompts)
        refreshStatus()
        if waits { return save(unsaved) }
        guard unsaved.isEmpty else { return save(unsaved, then: then) }
        guard let then else { return }
        // A repeated request records nothing, but what its answer needs may not be on disk yet.
        let isOnDisk = store.health.lastSequence >= engine.state.lastSequence
        if committed != nil || isOnDisk || !restsOnTheRecord { return then(self, .success(())) }
        save([], then: then)
    }

    /// Writes events. `then` is called once these and all earlier ones are on disk, or could not be
    /// written.
    private func save(
        _ events: [Event],
        then: (@Sendable (isolated Daemon, Result<Void, StoreError>) -> Void)? = nil
    ) {
        guard !events.isEmpty || then != nil else { return }
        store.append(events) { result in
            self.enter { daemon in
                daemon.handleStoreResult(result)
                then?(daemon, result)
            }
        }
    }

    /// Writes an event that weakens a protection; it holds only once it is on disk.
    private func commit(
        _ event: Event, otherwise: Event,
        then: (@Sendable (isolated Daemon, Result<Void, StoreError>) -> Void)?
    ) {
        store.commit(event, otherwise: otherwise) { result in
            self.enter { daemon in
                daemon.handleStoreResult(result)
                if case .failure = result { daemon.handle(.refusedByStore(otherwise)) }
                then?(daemon, result)
            }
        }
    }

    private func log(_ events: [Event], before: PriorState) {
        guard !events.isEmpty else { return }
        var context = FactJournal(
            names: names, before: before, incidents: engine.state.incidents,
            risk: engine.rules.risk)
        let clock = engine.localClock
        for event in events {
            let reporter = FactReporter(event: event, clock: clock, journal: context)
            for entry in reporter.report.entries { journal.send(entry) }
            context.before.apply(event.fact)
        }
    }

    /// Sends the status text to the service manager if it changed.
    func refreshStatus() {
        if phase.update(status: StatusText.make(self)) { Notify.status(phase.status) }
    }
}

extension Result where Success == Void, Failure == StoreError {
    fileprivate var error: StoreError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
