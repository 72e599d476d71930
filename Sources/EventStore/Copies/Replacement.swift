import Engine
import GRDB
import Glibc
import RuleModel

/// Replaces the record of a state directory with another one.
struct Replacement {
    private let directory: StateDirectory
    /// The file that the new record comes from.
    private let source: String
    private let at: Instant
    private let lock: DirectoryLock

    /// Locks the directory; creates it if it is missing.
    init(_ directory: StateDirectory, source: String, at: Instant) throws(StoreError) {
        self.directory = directory
        self.source = source
        self.at = at
        try directory.prepare()
        lock = try DirectoryLock(directory)
        directory.removeTemporaries()
    }

    /// Creates the new record in a temporary file with `make`, checks it, and moves it into place.
    func install(_ make: (String) throws(StoreError) -> Void) throws(StoreError) -> RestoreReport {
        // The lock is released with the value.
        defer { withExtendedLifetime(lock) {} }
        let copy = try directory.beginTemporary("restore")
        defer { StateDirectory.remove(temporary: copy) }
        try make(copy)
        return try place(copy, try check(copy))
    }

    /// A record that may take the place of the current one.
    private struct Candidate {
        let report: BackupReport
        let history: History
        let restorations: [Restoration]
        /// Its ids, the present one last.
        let devices: [String]

        /// True if a record with some ids may have been written by the same device.
        func isOfSameDevice(as others: [String]) -> Bool {
            others.isEmpty || !Set(others).isDisjoint(with: devices)
        }
    }

    /// Checks the copy. Errors name the source, because the copy is made from it.
    private func check(
        _ copy: String
    ) throws(StoreError) -> Candidate {
        let source = source
        return try RecordFile(path: copy, name: source).read(isAtRest: true) { db in
            var history = History()
            let report = try BackupReport(checking: db, path: source, folding: &history)
            return Candidate(
                report: report, history: history, restorations: try Metadata.restorations(db),
                devices: try Self.devices(db))
        }
    }

    private static func devices(_ db: Database) throws -> [String] {
        try Metadata.formerDevices(db).map(\.device) + [Metadata.device(db)]
    }

    private func place(
        _ copy: String, _ candidate: Candidate
    ) throws(StoreError) -> RestoreReport {
        let (record, history) = (candidate.report, candidate.history)
        let present = directory.exists(directory.database) ? try checkpointPresent() : nil
        let name = present == nil ? nil : directory.freeName("replaced", at: at)
        var restoration = Restoration(
            source: String(source.split(separator: "/").last ?? ""), at: at,
            sequence: record.lastSequence ?? record.base,
            keptAside: name.map { String($0.split(separator: "/").last ?? "") },
            eventsAside: present?.events,
            isSameDevice: candidate.isOfSameDevice(as: present?.devices ?? []))
        do {
            let known = known(candidate.restorations, present?.restorations ?? [])
            try DatabaseCopy.change(copy) { db in
                restoration.formerDevice = try Metadata.device(db)
                try Metadata.renewDevice(at: at, db)
                restoration.device = try Metadata.device(db)
                try Metadata.setRestored(
                    restoration, after: known, carrying: present?.carried, db)
                // Spares the next start the fold that was made here.
                if history.tail > 0 { try Checkpoint.write(history.state, db) }
            }
        } catch {
            throw StoreError(error, path: directory.database)
        }
        try directory.sync(file: copy)
        if let name { try movePresentAside(as: name) }
        // The mark is about the replaced record.
        directory.removeMark()
        try directory.move(copy, to: directory.database)
        directory.sync()
        return RestoreReport(record: record, keptAside: name, eventsAside: present?.events)
    }

    /// The maximum number of remembered restorations.
    private static let remembered = 200

    /// The restorations that the new record must know: its own, and those of the record that it
    /// replaces, which end now.
    private func known(_ own: [Restoration], _ present: [Restoration]) -> [Restoration] {
        let left = present.filter { one in !own.contains { $0.at == one.at } }.map { one in
            var one = one
            one.leftAt = one.leftAt ?? at
            return one
        }
        return (left + own).suffix(Self.remembered)
    }

    /// The readable metadata of the current record.
    private struct PresentRecord {
        /// Its ids, the present one last; none if they cannot be read.
        var devices: [String] = []
        var events: Int64?
        var restorations: [Restoration] = []
        var carried: CarriedEdits?
    }

    /// Moves the log of the current record into its database if both are intact, and returns its
    /// metadata; none of one that is damaged. Throws if it cannot be read and may be whole: what
    /// waits in it would be lost.
    private func checkpointPresent() throws(StoreError) -> PresentRecord {
        let path = directory.database
        // Nothing but a file can be a record.
        guard DatabaseHeader.isFile(path) else { return PresentRecord() }
        do {
            _ = try DatabaseHeader(path)
            let queue = try DatabaseQueue(
                path: path, configuration: EventDatabase.configuration(.standard))
            defer { queue.retire() }
            return try queue.writeWithoutTransaction { db in
                // Its header may still be in the log.
                let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
                guard id == Schema.applicationID else { return PresentRecord() }
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                let base = try Metadata.base(db)
                let events = try Int64.fetchOne(
                    db, sql: "SELECT count(*) FROM events WHERE sequence > ?", arguments: [base])
                return PresentRecord(
                    devices: try Self.devices(db), events: events,
                    restorations: try Metadata.restorations(db), carried: try Self.carried(db))
            }
        } catch {
            guard Self.mayBeWhole(after: error) else { return PresentRecord() }
            throw StoreError(error, path: path)
        }
    }

    /// Whether a record may be whole that could not be read: something around it failed.
    static func mayBeWhole(after error: any Error) -> Bool {
        switch error {
        case is StoreError: true
        case let error as DatabaseError: Damage(error) == nil
        default: false
        }
    }

    /// The edits that the current record passes on; nil if they are damaged. One that no daemon
    /// has used since it was restored passes on what it was given itself.
    private static func carried(_ db: Database) throws -> CarriedEdits? {
        do {
            if let given = try Metadata.carried(db) { return given }
            var history = History()
            try history.fold(db)
            return CarriedEdits(of: history.state, rules: try EventDatabase.lastRules(db))
        } catch {
            guard !mayBeWhole(after: error) else { throw error }
            return nil
        }
    }

    /// Links the current database and the rest of its log to new names, and removes the log's own
    /// name: no log may lie beside a database that it does not belong to. The new database takes
    /// over the database's name in one step.
    private func movePresentAside(as name: String) throws(StoreError) {
        let isFile = DatabaseHeader.isFile(directory.database)
        for suffix in [""] + StateDirectory.companions
        where directory.exists(directory.database + suffix) {
            if isFile {
                try directory.keep(directory.database + suffix, as: name + suffix)
            } else {
                try directory.move(directory.database + suffix, to: name + suffix)
            }
        }
        // Only a file can be a record.
        guard isFile else { return }
        directory.sync()
        for suffix in StateDirectory.companions { _ = unlink(directory.database + suffix) }
    }
}
