import API
import Dispatch
import Engine
import EventStore
import Glibc
import NIOCore
import RuleFiles
import RuleModel
import Systemd
import Varlink

/// The daemon's start and stop.
extension Daemon {
    /// Continues the recorded history with the loaded rules, and reports what was found. `lost` is
    /// the time of the last trace of an earlier record that is gone, if there was one.
    func begin(_ opening: OpenResult, lost: Instant? = nil) {
        let local = settings.zones.local()
        updateZone(local)
        let started = Input.started(
            version: Version.text, rules: rules.inForce, weakened: rules.weakened,
            zone: local.zone,
            restored: opening.restored.map {
                StoreRestored(
                    source: $0.source, keptAside: $0.keptAside, device: $0.device,
                    formerDevice: $0.formerDevice)
            }, recorded: rules.recorded?.ruleSet, earlier: rules.earlier, lost: lost,
            carried: opening.carried, carriedSets: rules.carried, zones: rules.zones)
        // The removal of old events that could not be recorded when it happened.
        let removal = opening.removal.map { Input.retained($0) }
        handle([started] + [removal].compactMap { $0 })
        phase.begin()
        if case .unavailable(let error) = store.health.condition { reportStoreFailure(error) }
        rules.begin(
            at: engine.now, isHeldBack: engine.refusedEdit != nil, names: engine.rules.targetNames)
        journal.defaultsChanged(rules.defaultsChanges)
        if let replaced = opening.replaced {
            reportReplacedStore(setAside: replaced.setAside, damage: replaced.damage)
        }
        for event in opening.unreadable {
            journal.error(
                "Event \(event.sequence) (\(event.kind)) cannot be read: \(event.reason)")
        }
        if case .tooManyEdits(let until) = engine.refusedEdit {
            holdBack(rules.lastRead, until: until)
        } else if rules.isRefused {
            journal.rulesRefused(rules.lastRead, inForce: engine.state.rules ?? "")
        } else if !rules.lastRead.diagnostics.isEmpty {
            journal.rulesWarned(rules.lastRead)
        }
    }

    /// Reports to the journal and the service manager that the daemon is ready.
    func announce() {
        let blocked = targetStates().filter(\.blocked).map(\.target)
        journal.send(
            .started, .info, "Soteria \(Version.text) is running.",
            [
                "VERSION": Version.text,
                "TARGETS_BLOCKED": blocked.isEmpty ? "none" : blocked.joined(separator: " "),
                "RULES_HASH": engine.state.rules ?? "",
            ])
        refreshStatus()
        Notify.ready(status: phase.status)
        askForSynchronisation()
        loadLastRemoval()
        maintainRecord()
        // The files may have been saved after they were read and before they were watched.
        reload(onlyIfChanged: true)
    }

    /// Reloads the rules after SIGHUP, and notifies the service manager when that is done.
    func reloadForManager() {
        Notify.reloading()
        reload { daemon, _, _ in
            if !daemon.phase.isStopping { Notify.ready(status: daemon.phase.status) }
        }
    }

    /// Stops after SIGTERM: answers pending calls, writes pending events, exits within a second.
    func stop(_ server: VarlinkServer) {
        guard !phase.isStopping else { return }
        refreshStatus()
        phase.stop()
        Notify.stopping(status: "Stopping")
        journal.send(
            .stopping, .notice, "Soteria is stopping.", ["REASON": "a stop signal arrived"])
        handle(.stopping)
        let store = store
        let journal = journal
        let device = record.device
        server.shutdown(grace: .milliseconds(300)).whenComplete { _ in
            DispatchQueue(label: "org.soteria.stop").async {
                let lost = store.close()
                let health = store.health
                if let head = health.head {
                    journal.recordHead(head, of: device, in: health.path)
                }
                if !lost.isEmpty {
                    let events = lost.count == 1 ? "1 event was" : "\(lost.count) events were"
                    journal.critical("\(events) lost: the record could not be written.")
                }
                exit(0)
            }
        }
    }

    /// Handles the result of another attempt to open the store.
    func handleRecovery(_ recovery: Recovery) {
        switch recovery {
        case .recorded: handleStoreResult(.success(()))
        case .failing(let error): handleStoreResult(.failure(error))
        case .history(let opening):
            // The history was unreadable when the daemon started; only a restart loads it.
            journal.notice("The record can be read again. Soteria is restarting to use it.")
            let kept = protections(missingFrom: opening.state)
            if kept.isEmpty { exit(1) }
            store.append(kept) { _ in exit(1) }
        }
    }

    /// Returns the protections that run now and are not in `history`, as events that continue it.
    func protections(missingFrom history: State) -> [Event] {
        let now = engine.clock.last
        let missing = engine.state.protections.filter { !history.protections.contains($0) }
        return zip(missing, (history.lastSequence + 1)...).map { running, sequence in
            var protection = running
            protection.id = sequence
            return Event(
                sequence: sequence, at: engine.now, offset: engine.offset, elapsed: now.elapsed,
                boot: now.boot, fact: .protectionStarted(protection))
        }
    }
}
