import Engine

/// The writing side: what is on disk, what waits, and why it waits. Used on the writer's queue
/// only; a value, so that a failed commit leaves it as it was.
struct Writer: Sendable {
    let directory: StateDirectory
    let limits: StoreLimits
    var lock: DirectoryLock?
    var database: EventDatabase?
    /// Beside the open database, where it can be written.
    var mark: HighWaterMark?
    var device: String
    /// The fold of what is on disk.
    var state = State()
    var base: Int64 = 0
    /// The hash of the last event on disk; nil where it is not known.
    var head: ChainHash?
    /// The restoration that is not yet recorded as an event.
    var restored: Restoration?
    /// A removal of old events that is not yet recorded as an event.
    var removal: Retention?
    /// Events that failed to be written, in order and directly after `state`.
    var backlog: [Event] = []
    /// Whether events were dropped, so that the daemon's history is no longer this one.
    var isDiverged = false
    /// Why the last commit failed; nil after one that worked.
    var trouble: StoreError?
    /// The notes that a new database must begin with, while none is open.
    var carried: CarriedState?
    var replaced: ReplacedStore?
    private var uncheckpointed = 0

    init(directory: StateDirectory, limits: StoreLimits) {
        self.directory = directory
        self.limits = limits
        device = Metadata.newDevice()
    }

    /// Takes over what an opening found.
    mutating func adopt(_ opened: OpenedDatabase) {
        resume(opened)
        database = opened.database
        restored = opened.restored
        removal = opened.removal
        uncheckpointed = opened.history.tail
        carried = nil
        mark = database.flatMap { _ in
            HighWaterMark(directory, device: device, sequence: state.lastSequence)
        }
        replaced = opened.replaced ?? replaced
        trouble = nil
    }

    /// Goes on from where a record ends, whether or not it can be written.
    mutating func resume(_ opened: OpenedDatabase) {
        device = opened.device
        state = opened.history.state
        base = opened.history.base
        head = opened.head
    }

    /// Records all that is asked in one commit; the errors, nil for none, are in the order of the
    /// entries.
    mutating func commit(_ entries: [Entry]) -> [StoreError?] {
        var next = (backlog.last?.sequence ?? state.lastSequence) + 1
        let refusals = entries.map { entry -> StoreError? in
            if let found = entry.misplaced(from: next) {
                return .outOfSequence(expected: found.expected, found: found.sequence)
            }
            next += Int64(entry.events.count)
            return nil
        }
        let admitted = zip(entries, refusals).filter { $0.1 == nil }.map(\.0.events)
        guard let error = write(backlog + admitted.joined()) else { return refusals }
        let errors = zip(entries, refusals).map { entry, refusal -> StoreError? in
            refusal ?? keep(entry.otherwise) ?? error
        }
        // Where the disk failed after the commit was written, a crash would find all of it in the
        // log. What is recorded of it instead goes over it at once, synchronised or not.
        if case .database = error, entries.contains(where: { $0.events != $0.otherwise }) {
            _ = flush()
        }
        return errors
    }

    /// Tries to write what waits.
    mutating func flush() -> StoreError? { write(backlog) }

    /// Puts events that could not be written behind those that wait already.
    private mutating func keep(_ events: [Event]) -> StoreError? {
        guard !isDiverged, backlog.count + events.count <= limits.backlog else {
            isDiverged = true
            let error = StoreError.backlogFull(capacity: limits.backlog)
            trouble = error
            return error
        }
        backlog += events
        return nil
    }

    private mutating func write(_ events: [Event]) -> StoreError? {
        guard let database, let head else { return trouble ?? .closed }
        do {
            try database.requirePlace()
            if !events.isEmpty {
                var next = state
                for event in events { next.evolve(event) }
                let isDue = uncheckpointed + events.count >= limits.checkpointEvery
                let told = ReportedNotices(
                    events, restored: restored, removal: removal, replaced: replaced)
                self.head = try database.record(
                    events, after: head, checkpoint: isDue ? next : nil, telling: told)
                if told.restored { restored = nil }
                if told.removal { removal = nil }
                state = next
                mark?.set(state.lastSequence)
                uncheckpointed = isDue ? 0 : uncheckpointed + events.count
            }
            backlog = []
            trouble = isDiverged ? .backlogFull(capacity: limits.backlog) : nil
            return nil
        } catch {
            let error = StoreError(error, path: directory.database)
            trouble = error
            return error
        }
    }

    /// Writes what waits and a checkpoint, and lets go of files and lock. The answer is what
    /// never reached the disk.
    mutating func close() -> [Event] {
        _ = flush()
        if let database {
            if trouble == nil && uncheckpointed > 0, let head {
                // Without it the next start folds a longer tail, nothing more.
                _ = try? database.record([], after: head, checkpoint: state)
            }
            let isInPlace = database.isInPlace
            database.close()
            // With nothing left in a log, nothing can be lost with it.
            if isInPlace && !DatabaseHeader.hasLog(directory.database) { directory.removeMark() }
        }
        database = nil
        mark = nil
        lock = nil
        return backlog
    }
}

/// Which of the things that the database keeps until an event tells of them some events tell of.
struct ReportedNotices: Sendable {
    var restored = false
    var removal = false
    var replaced = false
}

extension ReportedNotices {
    init(
        _ events: [Event], restored: Restoration?, removal: Retention?, replaced: ReplacedStore?
    ) {
        for event in events {
            switch event.fact {
            case .storeRestored: self.restored = restored != nil
            case .retained(let told) where told.through == removal?.through: self.removal = true
            case .storeReplaced(let path) where path == replaced?.setAside: self.replaced = true
            default: break
            }
        }
    }
}

/// Events that are recorded together, and what is recorded of them where that fails.
struct Entry: Sendable {
    var events: [Event]
    /// The events that take their place in the backlog, under the same sequences.
    var otherwise: [Event]

    /// The first event that is not numbered on from `next`.
    fileprivate func misplaced(from next: Int64) -> (expected: Int64, sequence: Int64)? {
        for list in [events, otherwise] {
            for (event, expected) in zip(list, next...) where event.sequence != expected {
                return (expected, event.sequence)
            }
        }
        return nil
    }
}
