import RuleModel

/// Switches of rule entries.
extension Engine {
    mutating func `switch`(_ subject: Switch.Subject, isOn: Bool) -> Response<SwitchEntry> {
        guard let fingerprint = rules.fingerprint(of: subject) else {
            return .refused(.noSuchEntry)
        }
        // A switch on its way to the disk is not applied yet.
        let isUnderWay = switching.isUnderWay(subject)
        if isOn, stopWaiting(for: subject) { return .replied(.changed) }
        guard isOn != self.isOn(subject) || (isOn && isUnderWay) else {
            return .replied(.unchanged)
        }
        let change = Switch(subject: subject, isOn: isOn, fingerprint: fingerprint)
        if isOn {
            let sequence = record(.switched(change))
            if isUnderWay { switching.overtake(subject, by: sequence) }
            reviewSchedules()
            markAllDirty()
            return .replied(.changed)
        }
        if storeIsFailing { return .answered(.storeUnavailable) }
        if let refusal = refusalToWeaken(subject) { return .refused(refusal) }
        if let waiting = wait(for: change) { return .replied(waiting) }
        switching.begin(subject, by: nextSequence)
        return propose(.switched(change), cause: .switch) { engine, event in
            engine.endSwitching(by: event.sequence)
            if engine.switching.isOvertaken(subject, by: event.sequence) {
                // The record has the switch all the same.
                engine.record(overtaken: change, event)
            } else {
                engine.evolve(committed: event)
            }
            engine.reevaluateSwitches()
            return .replied(.changed)
        }
    }

    /// Ends the wait for a switch whose event is on disk or failed.
    mutating func endSwitching(by sequence: Int64) { switching.end(by: sequence) }

    private func isOn(_ subject: Switch.Subject) -> Bool {
        switch subject {
        case .schedule(let key):
            rules.quietHours.first { $0.key == key }.map(isEnabled) ?? false
        case .target(let key): isMonitored(key)
        case .autoProtection(let key):
            rules.autoProtections.first { $0.key == key }.map(isEnabled) ?? false
        }
    }

    /// The reason why a subject may not be switched off now; nil if it may.
    func refusalToWeaken(_ subject: Switch.Subject) -> SwitchEntry.Refusal? {
        switch subject {
        case .schedule(let key):
            let entry = rules.fingerprint(of: subject)
            let runs = rules.quietHours.filter { schedule in
                schedule.isStrict && schedule.fingerprint == entry
                    && FormerKey.base(of: schedule.key) == key
            }.compactMap { state.quietHours[$0.key] }
            return runs.isEmpty ? nil : .strict(until: runs.map(\.end).latestEnd)
        case .target(let key):
            let strict = restrictions(of: key).filter(\.isStrict)
            guard !strict.isEmpty else { return nil }
            return .strict(until: strict.map(\.until).latestEnd)
        case .autoProtection(let key):
            let running = runs(of: key).filter(\.isStrict)
            guard !running.isEmpty else { return nil }
            return .strict(until: running.map { end(of: $0) }.max())
        }
    }

    /// Checks every switch once one is on disk or failed: its entry may have been edited.
    mutating func reevaluateSwitches() {
        switching.prune()
        clearEditedSwitches()
        reviewSchedules()
        markAllDirty()
    }

    /// Clears the switches whose entries in the rules have been edited.
    mutating func clearEditedSwitches() {
        for change in state.switches.values.sorted(by: { $0.subject < $1.subject })
        where rules.fingerprint(of: change.subject) != change.fingerprint {
            // A switch on its way to the disk is checked later.
            guard !switching.isUnderWay(change.subject) else { continue }
            record(.switchCleared(change.subject))
        }
        clearEditedWaits()
    }
}

extension Switch.Subject {
    /// The key of the subject in the rules.
    package var key: String {
        switch self {
        case .schedule(let key), .target(let key), .autoProtection(let key): key
        }
    }
}
