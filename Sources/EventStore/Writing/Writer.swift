import Engine

/// The state of the writer: the events on disk, the waiting events, and the last error. Used on the
/// writer's queue only. A value, so that a failed commit leaves it unchanged.
struct Writer: Sendable {
    let directory: StateDirectory
    let limits: StoreLimits
    var lock: DirectoryLock?
    var database: EventDatabase?
    /// The mark beside the open database; nil if it cannot be written.
    var mark: HighWaterMark?
    var device: String
    /// The fold of the events on disk.
    var state = State()
    var base: Int64 = 0
    /// The hash of the last event on disk; nil if it is not known.
    var head: ChainHash?
    /// The restoration that no event records yet.
    var restored: Restoration?
    /// A removal of old events that no event records yet.
    var removal: Retention?
    /// Events that could not be written, in order, directly after `state`.
    var backlog: [Event] = []
    /// True after events were dropped: the daemon's history is no longer the one on disk.
    var isDiverged = false
    /// The error of the last commit; nil if it succeeded.
    var trouble: StoreError?
    /// The state that a new database must begin with, while none is open.
    var carried: CarriedState?
    var replaced: ReplacedStore?
    private var uncheckpointed = 0

    init(directory: StateDirectory, limits: StoreLimits) {
        self.directory = directory
        self.limits = limits
        device = Metadata.newDevice()
    }

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

    /// Resumes at the end of a record, writable or not.
    mutating func resume(_ opened: OpenedDatabase) {
        device = opened.device
        state = opened.history.state
        base = opened.history.base
        head = opened.head
    }

    /// Records entries in one commit. Returns an error, or nil, for each entry in order.
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
        // If the disk failed after the commit was written, a crash would find the whole commit in
        // the log. The events recorded instead overwrite it at once, synchronised or not.
        if case .database = error, entries.contains(where: { $0.events != $0.otherwise }) {
            _ = flush()
        }
        return errors
    }

    /// Whether the state still holds what a person asked to forget, because no event records that
    /// yet: until then it is not stored.
    private var isForgetting: Bool { removal?.before != nil }

    /// Tries to write the waiting events.
    mutating func flush() -> StoreError? { write(backlog) }

    /// Appends events that could not be written to the backlog.
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
                let told = ReportedNotices(
                    events, restored: restored, removal: removal, replaced: replaced)
                let isDue =
                    (told.removal || !isForgetting)
                    && uncheckpointed + events.count >= limits.checkpointEvery
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

    /// Writes waiting events and a checkpoint, and releases files and lock. Returns the events that
    /// never reached the disk.
    mutating func close() -> [Event] {
        _ = flush()
        if let database {
            if trouble == nil && uncheckpointed > 0 && !isForgetting, let head {
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

/// The pending notices (restoration, removal, replacement) that some events record.
struct ReportedNotices: Sendable {
    var restored = false
    var removal = false
    var replaced = false
}

extension ReportedNotices {
    init(_ events: [Event], restored: Restoration?, removal: Retention?, replaced: ReplacedStore?) {
        for event in events {
            switch event.fact {
            case .storeRestored: self.restored = restored != nil
            case .retained(let told)
            where told.through == removal?.through && told.before == removal?.before:
                self.removal = true
            case .storeReplaced(let path) where path == replaced?.setAside: self.replaced = true
            default: break
            }
        }
    }
}

/// Events to record together, and the events to record instead if that fails.
struct Entry: Sendable {
    var events: [Event]
    /// The events that replace them in the backlog, with the same sequences.
    var otherwise: [Event]

    /// The first event that does not continue the numbers from `next`.
    fileprivate func misplaced(from next: Int64) -> (expected: Int64, sequence: Int64)? {
        for list in [events, otherwise] {
            for (event, expected) in zip(list, next...) where event.sequence != expected {
                return (expected, event.sequence)
            }
        }
        return nil
    }
}
