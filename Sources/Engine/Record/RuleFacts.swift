import RuleModel

/// The rule texts that came into force.
package struct RulesLoaded: FactPayload {
    /// `Fingerprint` of all texts: equal texts have equal fingerprints.
    package var fingerprint: String
    /// The texts, in the order read.
    package var sources: [RuleText]

    package func apply(to state: inout State, _ event: Event) { state.rules = fingerprint }
}

/// The rules protect less than before.
package struct RulesWeakened: FactPayload {
    /// The weaker entries, as paths: `quiet_hours.nights`.
    package var entries: [String]

    package func apply(to state: inout State, _ event: Event) {
        state.record(Incident(.rulesWeakened, event, what: entries))
    }
}

/// A switch that a person set through the socket.
package struct Switch: FactPayload {
    package var subject: Subject
    package var isOn: Bool
    /// The entry in the rules at that time; a later edit of it clears the switch.
    package var fingerprint: String

    package init(subject: Subject, isOn: Bool, fingerprint: String) {
        self.subject = subject
        self.isOn = isOn
        self.fingerprint = fingerprint
    }

    /// The subject of a switch, with its key in the rules.
    package enum Subject: Hashable, Comparable, Sendable {
        case schedule(String)
        case target(String)
        case autoProtection(String)
    }

    package func apply(to state: inout State, _ event: Event) {
        state.switches[subject] = self
        state.recordSwitchOn(self, event)
        state.record(self, event)
    }
}

/// The removal of a switch because its entry in the rules was edited.
extension Switch.Subject: FactPayload {
    private enum Key: String, CodingKey { case schedule, target, autoProtection }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let key = try container.decodeIfPresent(String.self, forKey: .schedule) {
            self = .schedule(key)
        } else if let key = try container.decodeIfPresent(String.self, forKey: .autoProtection) {
            self = .autoProtection(key)
        } else {
            self = .target(try container.decode(String.self, forKey: .target))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .schedule(let key): try container.encode(key, forKey: .schedule)
        case .target(let key): try container.encode(key, forKey: .target)
        case .autoProtection(let key): try container.encode(key, forKey: .autoProtection)
        }
    }

    package func apply(to state: inout State, _ event: Event) { state.switches[self] = nil }
}

extension RuleEdit: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.edits.begin(self)
        state.edits.prune(at: event.deadline)
    }
}

extension EditEnd: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.edits.end(edit)
        state.edits.prune(at: event.deadline)
    }
}

extension EditReversal: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.edits.revert(from: first)
        state.edits.prune(at: event.deadline)
    }
}
