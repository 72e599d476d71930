import Dispatch
import RuleModel

extension EventStore {
    /// Opens the record of a state directory and folds it. Blocks; runs before READY.
    ///
    /// Throws only `.locked`: another daemon uses the directory. Any other problem (no directory,
    /// no write access, a database of a newer version) gives a store that is unavailable, with
    /// the readable part of the state. A damaged database is set aside under a name dated `at`,
    /// and a new one is created. A database larger than `limits.fullCheck` is checked some time
    /// after the start. `checked` is called once when that check ends, and each time damage leads
    /// to a new database while the store is open; it runs on a queue of the store.
    package static func open(
        directory: String, at: Instant, limits: StoreLimits = .standard,
        checked: @escaping @Sendable (IntegrityReport) -> Void = { _ in }
    ) throws(StoreError) -> OpenResult {
        var writer = Writer(directory: StateDirectory(path: directory), limits: limits)
        let opened: OpenedDatabase
        do {
            opened = try writer.open(at: at)
            writer.adopt(opened)
        } catch {
            if case .locked = error { throw error }
            opened = writer.readOnly()
            writer.trouble = error
        }
        let store = EventStore(writer, checked)
        if opened.database != nil && !opened.isChecked { store.checkLater(at: at) }
        return OpenResult(store, opened)
    }

    /// Checks the whole database on a connection that only reads.
    private func checkLater(at: Instant) {
        let delay = DispatchTimeInterval.milliseconds(Int(limits.checkDelay.milliseconds))
        reading.asyncAfter(deadline: .now() + delay, qos: .utility) { [weak self] in
            self?.check(at: at)
        }
    }

    private func check(at: Instant) {
        guard let database = enterReader() else { return checked(.interrupted) }
        let verdict = Result { try database.pool.read { try FullCheck.verify($0) } }
        readers.leave()
        writing.async {
            let report = self.writer.withLock { $0.conclude(verdict, of: database, at: at) }
            self.publish()
            self.checked(report)
        }
    }
}

extension Writer {
    /// Opens the readable part of a record that cannot be written.
    mutating func readOnly() -> OpenedDatabase {
        if let opened = Salvage.readOnly(directory, limits) {
            carried = CarriedState(
                state: opened.history.state, rules: opened.rules, head: opened.head)
            resume(opened)
            return opened
        }
        var opened = OpenedDatabase(device: device)
        opened.replaced = replaced
        opened.rules = carried?.rules
        opened.head = carried?.head
        if let carried {
            opened.history.state = carried.state
            opened.history.base = carried.state.lastSequence
            resume(opened)
        }
        return opened
    }

    /// Acts on the result of the check of a whole database.
    mutating func conclude(
        _ verdict: Result<Void, any Error>, of checked: EventDatabase, at: Instant
    ) -> IntegrityReport {
        guard database === checked else { return .interrupted }
        switch verdict {
        case .success:
            return .passed
        case .failure(let error):
            guard let damage = Damage(error) else { return .interrupted }
            do {
                try replace(damage, at: at)
                return report ?? .interrupted
            } catch {
                let error = StoreError(error, path: directory.database)
                trouble = error
                return .failing(error)
            }
        }
    }

    /// The report on the database that was replaced last.
    var report: IntegrityReport? {
        replaced.map { .replaced(setAside: $0.setAside, damage: $0.damage) }
    }
}
