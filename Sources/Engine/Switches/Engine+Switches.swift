import RuleModel

/// Switching entries of the rules off and on.
extension Engine {
    /// Switches a schedule, or a target's monitoring; nil where the answer waits for the store.
    mutating func `switch`(_ subject: Switch.Subject, isOn: Bool) -> Answer? {
        guard let fingerprint = rules.fingerprint(of: subject) else {
            switch subject {
            case .schedule(let key): return .refused(.noSuchSchedule(key))
            case .target(let key): return .refused(.noSuchTarget(key))
            case .autoProtection(let key): return .refused(.noSuchAutoProtection(key))
            }
        }
        // One that is on its way to the disk is not taken in yet.
        let isUnderWay = switching.isUnderWay(subject)
        if isOn, stopWaiting(for: subject) { return .changed }
        guard isOn != self.isOn(subject) || (isOn && isUnderWay) else { return .unchanged }
        let change = Switch(subject: subject, isOn: isOn, fingerprint: fingerprint)
        if isOn {
            let event = record(.switched(change))
            if isUnderWay { switching.overtake(subject, by: event.sequence) }
            reviewSchedules()
            markAllDirty()
            return .changed
        }
        if let refusal = refusalToWeaken(subject) { return .refused(refusal) }
        if let waiting = wait(for: change) { return waiting }
        switching.begin(subject, by: nextSequence)
        propose(.switched(change))
        return nil
    }

    /// What the event of a sequence number switched is on disk, or is not.
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

    /// Why something may not be switched off now; nil where it may.
    func refusalToWeaken(_ subject: Switch.Subject) -> Refusal? {
        if storeIsFailing {
            return .storeUnavailable(reason: "the last commit failed")
        }
        switch subject {
        case .schedule(let key):
            guard let run = state.quietHours[key],
                rules.quietHours.contains(where: { $0.key == key && $0.isStrict })
            else { return nil }
            return .strict(until: run.end)
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

    /// Whether what was switched off was switched on again before it was on disk.
    func isTooLate(_ event: Event) -> Bool {
        guard case .switched(let change) = event.fact else { return false }
        return switching.isOvertaken(change.subject, by: event.sequence)
    }

    /// Looks at every switch once one that was on its way to the disk is there, or is not: its
    /// entry may have been edited meanwhile.
    mutating func settleSwitches() {
        switching.prune()
        clearEditedSwitches()
        reviewSchedules()
        markAllDirty()
    }

    /// Forgets the switches whose entries in the rules are no longer those that were switched.
    mutating func clearEditedSwitches() {
        for change in state.switches.values.sorted(by: { $0.subject < $1.subject })
        where rules.fingerprint(of: change.subject) != change.fingerprint {
            // What is on its way to the disk is looked at when it is there.
            guard !switching.isUnderWay(change.subject) else { continue }
            record(.switchCleared(change.subject))
        }
        clearEditedWaits()
    }
}

extension Switch.Subject: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.rank, left.key) < (right.rank, right.key)
    }

    private var rank: Int {
        switch self {
        case .schedule: 0
        case .target: 1
        case .autoProtection: 2
        }
    }

    /// The key in the rules of what is switched.
    package var key: String {
        switch self {
        case .schedule(let key), .target(let key), .autoProtection(let key): key
        }
    }
}
