import RuleModel

/// A start of the daemon.
package struct DaemonStart: FactPayload {
    package var version: String
    /// The relation of the clocks to those of the last event.
    package var continuity: Continuity
    /// The name of the machine's zone.
    package var zone: String
    /// The time since the last event; nil if there was none.
    package var away: TimeSpan?
    /// Whether the daemon had been told to stop; nil if there was nothing before.
    package var wasStopped: Bool?
    /// The time until which an earlier record is known to have been in this one's place; nil if
    /// there was none, or if something explains that it is gone.
    package var lost: Instant?

    package init(
        version: String, continuity: Continuity, zone: String, away: TimeSpan? = nil,
        wasStopped: Bool? = nil, lost: Instant? = nil
    ) {
        self.version = version
        self.continuity = continuity
        self.zone = zone
        self.away = away
        self.wasStopped = wasStopped
        self.lost = lost
    }

    /// The ways in which trusted time continues at a start.
    package enum Continuity: String, Hashable, Sendable, Codable {
        /// There was no history.
        case first
        /// The same boot: elapsed time proves how long the daemon was away.
        case sameBoot
        /// Another boot, with a wall clock known to be right.
        case synchronised
        /// Another boot, and nothing proves the wall clock.
        case unproven
        /// Another boot, with a wall clock before the last recorded instant.
        case behind
    }

    package func apply(to state: inout State, _ event: Event) {
        state.continuity = continuity
        state.zone = state.zone ?? zone
        state.isStopped = false
        if lost != nil { state.record(Incident(.storeReplaced, event)) }
        recordAbsence(in: &state, event)
    }

    /// Records an incident if the daemon was away while the machine ran, or was killed or crashed.
    private func recordAbsence(in state: inout State, _ event: Event) {
        guard let away else { return }
        if wasStopped == false { state.record(Incident(.crash, event)) }
        if continuity == .sameBoot {
            if away >= Incident.shortestGap { state.record(Incident(.gap, event, span: away)) }
        } else if event.elapsed >= Incident.longestLogin {
            // The machine has run without the daemon since boot.
            state.record(Incident(.gap, event, span: min(away, event.elapsed)))
        }
    }
}

struct DaemonStop: FactPayload {
    func apply(to state: inout State, _ event: Event) {
        state.isStopped = true
        state.record(Incident(.stop, event))
    }
}

struct StoreReplacement: FactPayload {
    /// The path of the old store.
    var setAside: String

    func apply(to state: inout State, _ event: Event) {
        state.record(Incident(.storeReplaced, event, what: [setAside]))
    }
}

struct StoreFailure: FactPayload {
    /// The kind of the fact that could not be written.
    var refused: Fact.Kind
}

/// Another record replaced the former one while no daemon ran.
package struct StoreRestored: FactPayload {
    /// The name of the file that it came from.
    package var source: String
    /// The name under which the former record was kept; nil if there was none.
    package var keptAside: String?
    /// The id of the device that the record goes on under; nil if version 0.1.0 restored it.
    package var device: String?
    /// The id that it had before, under which the events up to here were recorded.
    package var formerDevice: String?
    /// The emergencies of the former record; nil if there were none.
    package var emergencies: [UsedEmergency]?

    package init(
        source: String, keptAside: String?, device: String? = nil, formerDevice: String? = nil
    ) {
        self.source = source
        self.keptAside = keptAside
        self.device = device
        self.formerDevice = formerDevice
    }

    package func apply(to state: inout State, _ event: Event) {
        state.record(Incident(.restored, event, what: [source]))
        // What was young in an older record is not young now.
        for index in state.edits.indices {
            state.edits[index].revocable = Countdown(.zero, from: event.deadline)
        }
        state.switchedOn = [:]
        for emergency in emergencies ?? [] { state.add(emergency) }
    }
}

/// Old events were removed; the state that they add up to stays.
package struct Retention: FactPayload {
    /// The last event that was removed.
    package var through: Int64
    package var removed: Int64
    /// The hash of the last removed event, by which the chain continues; hexadecimal.
    package var hash: String
    /// The local day before which a person asked to forget, as days since 1970-01-01; nil: the
    /// rules limit how long events are kept.
    @LocalDayIfAny package var before: Int?

    package init(through: Int64, removed: Int64, hash: String, before: Int? = nil) {
        self.through = through
        self.removed = removed
        self.hash = hash
        self.before = before
    }

    package func apply(to state: inout State, _ event: Event) {
        if let before { state.forget(before: before) }
    }
}
