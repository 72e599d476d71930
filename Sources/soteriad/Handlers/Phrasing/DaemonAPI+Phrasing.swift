import API
import Engine
import EventStore
import Phrasing
import RuleModel

extension DaemonAPI.Event {
    init(_ event: Event, in engine: Engine) {
        let report = FactReporter(
            event: event, clock: engine.localClock, journal: FactJournal(risk: engine.rules.risk)
        ).report
        self.init(
            sequence: Int(event.sequence), at: LocalTime.rfc3339(event.at, offset: event.offset),
            kind: event.fact.kind.rawValue, fact: report.members.object, text: report.text)
    }
}

extension DaemonAPI.Emergency {
    init(_ standing: EmergencyStanding, clock: LocalClock) {
        let per: DaemonAPI.EmergencyPeriod =
            switch standing.rules.per {
            case .day: .day
            case .week: .week
            case .month: .month
            }
        self.init(
            count: standing.rules.count, per: per, used: standing.used,
            next: clock.text(standing.next))
    }
}

extension DaemonAPI.Incident {
    init(_ incident: Incident, in engine: Engine) {
        self.init(
            kind: .init(incident.kind), at: engine.localClock.text(incident.at),
            seconds: incident.span.map { Int($0.seconds) }, what: incident.what,
            names: incident.what.isEmpty
                ? nil : incident.what.map { engine.rules.name(ofEntry: $0) ?? $0 })
    }
}

extension RulesInForce {
    /// The name of the entry that a path in the rules belongs to, such as
    /// `quiet_hours.nights.ranges`; nil if there is no such entry.
    fileprivate func name(ofEntry path: String) -> String? {
        let parts = path.split(separator: ".", maxSplits: 2)
        guard parts.count > 1 else { return nil }
        let key = String(parts[1])
        switch parts[0] {
        case "targets": return targets.first { $0.key == key }?.name
        case "quiet_hours": return quietHours.first { $0.key == key }?.name
        case "auto_protection": return autoProtections.first { $0.key == key }?.name
        case "budgets": return budgets.first { $0.key == key }?.name
        default: return nil
        }
    }
}

extension DaemonAPI.IncidentKind {
    init(_ kind: Incident.Kind) {
        switch kind {
        case .gap: self = .gap
        case .crash: self = .crash
        case .stop: self = .stop
        case .clockJump: self = .clockJump
        case .rulesWeakened: self = .rulesWeakened
        case .switchedOff: self = .switchedOff
        case .storeReplaced: self = .storeReplaced
        case .restored: self = .restored
        case .reporterLost: self = .reporterLost
        case .zoneChanged: self = .zoneChanged
        }
    }
}

extension DaemonAPI.Continuity {
    init(_ continuity: DaemonStart.Continuity) {
        switch continuity {
        case .first: self = .first
        case .sameBoot: self = .sameBoot
        case .synchronised: self = .synchronised
        case .unproven: self = .unproven
        case .behind: self = .behind
        }
    }
}

extension DaemonAPI.ChainHead {
    /// Creates the head of the record's chain; nil if no event is on disk.
    init?(_ health: StoreHealth) {
        guard let head = health.head, head.sequence > 0 else { return nil }
        self.init(sequence: Int(head.sequence), hash: head.hash)
    }
}
