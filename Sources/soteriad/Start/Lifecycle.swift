import API
import Dispatch
import Engine
import EventStore
import Glibc
import NIOCore
import RuleFiles
import Systemd
import Varlink

/// The daemon's beginning and end.
extension Daemon {
    /// Takes up history and rules, and says what was found.
    func begin(_ opening: Opening) {
        let local = settings.zones.local()
        noteZone(local)
        take(.started(version: Version.text, rules: rules.inForce, zone: local.zone))
        isRunning = true
        if case .unavailable(let error) = store.health.condition, !storeIsFailing {
            storeIsFailing = true
            journal.storeFailing(error, path: store.health.path)
            take(.storeFailing(true))
        }
        rules.readAt = engine.now
        if !rules.isRefused { rules.loadedAt = engine.now }
        if let setAside = opening.setAside {
            storeWasReplaced(setAside: setAside, damage: opening.damage ?? "")
        }
        for event in opening.unreadable {
            journal.error(
                "Event \(event.sequence) (\(event.kind)) cannot be read: \(event.reason)")
        }
        if rules.isRefused {
            journal.rulesRefused(rules.lastRead, inForce: engine.state.rules ?? "")
        } else if !rules.lastRead.diagnostics.isEmpty {
            journal.rulesWarned(rules.lastRead)
        }
    }

    /// Tells the journal and the service manager that questions are answered from now on.
    func announce() {
        let blocked = targetStates().filter(\.blocked).map(\.target)
        journal.send(
            .started, .info, "Soteria \(Version.text) runs.",
            [
                "VERSION": Version.text,
                "TARGETS_BLOCKED": blocked.isEmpty ? "none" : blocked.joined(separator: " "),
                "RULES_HASH": engine.state.rules ?? "",
            ])
        refreshStatus()
        Notify.ready(status: statusText)
        askForSynchronisation()
        // What was saved after the rules were read and before the directories were watched.
        reload(isChecking: true)
    }

    /// SIGHUP: reads the rules, and tells the service manager when that is done.
    func reloadForManager() {
        Notify.reloading()
        reload { daemon, _, _ in Notify.ready(status: daemon.statusText) }
    }

    /// SIGTERM: answers what is in flight, writes what there is, and exits within a second.
    func stop(_ server: VarlinkServer) {
        guard !isStopping else { return }
        refreshStatus()
        isStopping = true
        Notify.stopping(status: "Stopping")
        journal.send(
            .stopping, .notice, "Soteria stops.", ["REASON": "it was told to"])
        take(.stopping)
        // The deadline of the service's promise, should a disk or a peer hang.
        Watches.queue.asyncAfter(deadline: .now() + .milliseconds(900)) { _exit(1) }
        server.shutdown(grace: .milliseconds(300)).whenComplete { _ in
            let store = self.store
            self.ruleReader.async {
                store.close()
                exit(0)
            }
        }
    }

    /// What became of trying the store again.
    func took(_ recovery: Recovery) {
        switch recovery {
        case .recorded: stored(.success(()))
        case .failing(let error): stored(.failure(error))
        case .history:
            // The past was hidden when the daemon started; only a new start takes it in.
            journal.notice("The record can be read again; Soteria starts anew to take it in.")
            exit(1)
        }
    }

    /// A damaged record was set aside and a new one begun.
    func storeWasReplaced(setAside path: String, damage: String) {
        setAside = path
        journal.storeDamaged(path: store.health.path, setAside: path, damage: damage)
        take(.storeReplaced(setAside: path))
    }
}
