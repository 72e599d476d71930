import API
import Dispatch
import Engine
import EventStore
import Glibc
import Logging
import NIOCore
import RuleFiles
import Systemd
import Varlink

/// The shell around the engine: one event loop owns the state, and everything hops onto it.
///
/// The actor's executor is the socket's event loop, so that a call is answered without a hop.
actor Daemon {
    nonisolated let loop: any EventLoop
    private nonisolated let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let clocks: Clocks
    let settings: Settings
    let store: EventStore
    /// The id of the device whose record it is.
    let device: String
    let journal: Logger
    let startedAt: Reading
    var engine: Engine
    var rules: RuleState
    /// The names that people see, by target.
    var names: [String: String]
    /// What the last question about the clock's synchronisation answered.
    var isSynchronised: Bool?
    /// How often the clock was set while the daemon ran.
    var clockSets = 0
    var zoneIssue: String?
    var followers = Followers()
    /// Whether the session is locked as each connection that reports of the person's presence said
    /// last, by the connection's number.
    var reporters: [Int: Bool] = [:]
    var replies = ReplyCache()
    var housekeeping = Housekeeping()
    /// How many files are being sent in pieces.
    var flows = 0
    /// How many simulations run.
    var simulations = 0
    var storeIsFailing = false
    /// Where a damaged record was put aside since the daemon started.
    var setAside: String?
    /// Whether `begin` has run.
    var isRunning = false
    var isStopping = false
    var wake: (@Sendable (Deadline?) -> Void)?
    /// Watches the directories of the lists of sites.
    var watchLists: (@Sendable ([String]) -> Void)?
    var toldRisk: RiskRecord?
    /// Reads rule files beside the loop, one reading after the other.
    nonisolated let ruleReader = DispatchQueue(label: "org.soteria.rules", qos: .default)
    /// Sums up metrics beside the loop.
    nonisolated let summing = DispatchQueue(label: "org.soteria.metrics", qos: .utility)
    var connectionCount: (@Sendable () -> EventLoopFuture<Int>)?
    private var status = ""

    /// A daemon that continues what the store holds; it does nothing before `start`.
    init(
        loop: any EventLoop, opening: Opening, loading: RuleState, settings: Settings,
        clocks: Clocks = .system, journal: Logger = .daemon()
    ) {
        self.loop = loop
        executor = loop.executor
        self.clocks = clocks
        self.settings = settings
        self.journal = journal
        store = opening.store
        device = opening.device
        rules = loading
        startedAt = clocks.reading()
        engine = Engine(continuing: opening.state, at: startedAt)
        names = loading.inForce.targetNames
    }

    /// Runs on the loop from anywhere.
    nonisolated func enter(_ body: @escaping @Sendable (isolated Daemon) -> Void) {
        loop.execute { self.assumeIsolated { body($0) } }
    }

    /// Gives an input to the engine at the present moment and carries out what it answers.
    ///
    /// `then` is called once, on the loop, when everything that the input recorded is on disk or
    /// could not be written.
    func take(
        _ input: Input, isSynchronised: Bool = false,
        then: (@Sendable (isolated Daemon, Result<Answer, StoreError>) -> Void)? = nil
    ) {
        let reading = clocks.reading(isSynchronised: isSynchronised)
        let before = Before(engine.state)
        carryOut(engine.handle(input, at: reading), before: before, then: then)
    }

    /// Gives inputs to the engine at one moment; what they record is written in one piece.
    func take(_ inputs: [Input]) {
        let reading = clocks.reading()
        let before = Before(engine.state)
        var actions: [Action] = []
        for input in inputs { actions += engine.handle(input, at: reading) }
        carryOut(actions, before: before, then: nil)
    }

    /// Brings the engine up to the present before a question is answered.
    func observe() { take(.observed) }

    /// `committed` is on disk already: what is recorded beside it changes nothing of the answer.
    private func carryOut(
        _ actions: [Action], before: Before, committed: Event? = nil,
        then: (@Sendable (isolated Daemon, Result<Answer, StoreError>) -> Void)?
    ) {
        if actions.isEmpty, committed == nil, then == nil { return }
        replies.forget()
        tellPlaces()
        var recorded = committed.map { [$0] } ?? []
        var unsaved: [Event] = []
        var answer = Answer.unchanged
        var waits = false
        for action in actions {
            switch action {
            case .record(let event):
                recorded.append(event)
                unsaved.append(event)
            case .decide(let decided): tell(decided)
            case .assessed: tellRisk()
            case .wake(let deadline): wake?(deadline)
            case .answer(let given): answer = given
            case .commitFirst(let event, let otherwise):
                waits = true
                // The store takes events in the order of their sequence.
                save(unsaved)
                unsaved = []
                commit(event, otherwise: otherwise, then: then)
            }
        }
        tell(recorded, before: before)
        tellPrompts(recorded, before: before.prompts)
        refreshStatus()
        if waits { return save(unsaved) }
        guard unsaved.isEmpty else {
            save(unsaved) { [answer] daemon, result in
                then?(daemon, committed == nil ? result.map { _ in answer } : .success(answer))
            }
            return
        }
        guard let then else { return }
        // Asked again, it records nothing, while what it rests on may still be on its way to the
        // disk, or be kept from it.
        let isOnDisk = store.health.lastSequence >= engine.state.lastSequence
        if committed != nil || isOnDisk || !answer.restsOnTheRecord {
            return then(self, .success(answer))
        }
        save([]) { [answer] daemon, result in then(daemon, result.map { _ in answer }) }
    }

    /// Has events written; `then` is called once they, and all before them, are on disk or could
    /// not be written.
    private func save(
        _ events: [Event],
        then: (@Sendable (isolated Daemon, Result<Void, StoreError>) -> Void)? = nil
    ) {
        guard !events.isEmpty || then != nil else { return }
        store.append(events) { result in
            self.enter { daemon in
                daemon.stored(result)
                then?(daemon, result)
            }
        }
    }

    /// Writes what weakens a protection before it holds.
    private func commit(
        _ event: Event, otherwise: Event,
        then: (@Sendable (isolated Daemon, Result<Answer, StoreError>) -> Void)?
    ) {
        store.commit(event, otherwise: otherwise) { result in
            self.enter { daemon in
                daemon.stored(result)
                switch result {
                case .success:
                    let before = Before(daemon.engine.state)
                    let actions = daemon.engine.handle(
                        .committed(event), at: daemon.clocks.reading())
                    daemon.carryOut(actions, before: before, committed: event, then: then)
                case .failure(let error):
                    daemon.take(.refusedByStore(otherwise))
                    then?(daemon, .failure(error))
                }
            }
        }
    }

    /// Notes whether the store takes what it is given, and says so when that changes.
    func stored(_ result: Result<Void, StoreError>) {
        tellCommitted()
        switch result {
        case .success:
            guard storeIsFailing, store.health.condition == .ok else { return }
            storeIsFailing = false
            journal.storeRecovered(store.health)
            take(.storeFailing(false))
        case .failure(let error):
            if case .outOfSequence = error, store.health.condition == .ok {
                // A record that works and refuses has parted from this daemon; only a new start
                // brings them together.
                journal.storeFailing(error, path: store.health.path)
                exit(1)
            }
            guard !storeIsFailing else { return }
            storeIsFailing = true
            journal.storeFailing(error, path: store.health.path)
            take(.storeFailing(true))
        }
        refreshStatus()
    }

    private func tell(_ events: [Event], before: Before) {
        guard !events.isEmpty else { return }
        var context = FactJournal(
            names: names, before: before, incidents: engine.state.incidents,
            risk: engine.rules.risk)
        for event in events {
            let reporter = FactReporter(event: event, zone: engine.zone, journal: context)
            for entry in reporter.report.entries { journal.send(entry) }
            context.before.note(event.fact)
        }
    }

    /// Tells the service manager the state in words, where it changed.
    func refreshStatus() {
        let text = StatusText.make(self)
        guard text != status, !isStopping else { return }
        status = text
        Notify.status(text)
    }

    /// The present state in words.
    var statusText: String { status }
}

/// What the daemon was started with.
struct Settings: Sendable {
    /// Where rule files are read from.
    var directories: RuleDirectories
    /// Where zone rules are read from.
    var zones: ZoneSource
    /// Seconds between the marks of schedules, auto-protection and risk.
    var cadences: (schedules: Int, autoProtection: Int, risk: Int)
    /// Where copies of the lists of sites are kept; nil: nowhere, as in tests without a directory.
    var listCopies: ListCopies?
}
