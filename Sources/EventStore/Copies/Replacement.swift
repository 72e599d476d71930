import Engine
import GRDB
import Glibc

/// The replacement of a state directory's record by another one.
struct Replacement {
    private let directory: StateDirectory
    /// The file that the other one comes from.
    private let source: String
    private let at: Instant
    private let lock: DirectoryLock

    /// Locks the directory, which is made where it is missing.
    init(_ directory: StateDirectory, source: String, at: Instant) throws(StoreError) {
        self.directory = directory
        self.source = source
        self.at = at
        try directory.prepare()
        lock = try DirectoryLock(directory)
        directory.removeTemporaries()
    }

    /// Has the new record made in an empty file, checks it, and puts it in its place.
    func install(
        _ make: (String) throws(StoreError) -> Void
    ) throws(StoreError) -> RestoreReport {
        // The lock is let go of with the value.
        defer { withExtendedLifetime(lock) {} }
        let copy = try directory.beginTemporary("restore")
        defer { StateDirectory.remove(temporary: copy) }
        try make(copy)
        let record = try check(copy)
        return try place(copy, record)
    }

    /// What is wrong with the copy is wrong with what it was made from.
    private func check(_ copy: String) throws(StoreError) -> BackupReport {
        let source = source
        return try RecordFile(path: copy, name: source).read(isAtRest: true) {
            try BackupReport(checking: $0, path: source)
        }
    }

    private func place(_ copy: String, _ record: BackupReport) throws(StoreError) -> RestoreReport {
        let present = directory.exists(directory.database) ? settlePresent() : nil
        let name = present == nil ? nil : directory.freeName("replaced", at: at)
        let restoration = Restoration(
            source: String(source.split(separator: "/").last ?? ""), at: at,
            sequence: record.lastSequence ?? record.base,
            keptAside: name.map { String($0.split(separator: "/").last ?? "") },
            eventsAside: present?.events,
            isSameDevice: present?.device == nil || present?.device == record.device)
        do {
            try DatabaseCopy.change(copy) { try Meta.setRestored(restoration, $0) }
        } catch {
            throw StoreError(error, path: directory.database)
        }
        try directory.sync(file: copy)
        if let name { try keepPresent(as: name) }
        guard rename(copy, directory.database) == 0 else { throw directory.failure(errno) }
        directory.sync()
        return RestoreReport(record: record, keptAside: name, eventsAside: present?.events)
    }

    /// Moves the present log into its database, as far as both are whole, and says what they hold.
    private func settlePresent() -> (device: String?, events: Int64?) {
        guard (try? DatabaseHeader.summary(directory.database)) != nil,
            let queue = try? DatabaseQueue(
                path: directory.database, configuration: EventDatabase.configuration(.standard))
        else { return (nil, nil) }
        defer { try? queue.close() }
        return
            (try? queue.writeWithoutTransaction { db in
                // What its header says may still be in the log.
                let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
                guard id == Schema.applicationID else { return (nil, nil) }
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                let base = try Meta.base(db)
                let events = try Int64.fetchOne(
                    db, sql: "SELECT count(*) FROM events WHERE sequence > ?", arguments: [base])
                return (try Meta.device(db), events)
            }) ?? (nil, nil)
    }

    /// Gives the present database and what is left of its log further names, and takes the log's
    /// own away: no log may lie beside a database that it is not of. The database's own name is
    /// taken over by the new one in one step.
    private func keepPresent(as name: String) throws(StoreError) {
        guard DatabaseHeader.isFile(directory.database) else {
            // Nothing that could be a record loses its place.
            _ = try directory.setAside("replaced", at: at)
            return
        }
        for suffix in [""] + StateDirectory.companions
        where directory.exists(directory.database + suffix) {
            try directory.keep(directory.database + suffix, as: name + suffix)
        }
        directory.sync()
        for suffix in StateDirectory.companions { _ = unlink(directory.database + suffix) }
    }
}
