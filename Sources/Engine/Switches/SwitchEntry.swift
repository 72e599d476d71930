import RuleModel

/// Switches an entry of the rules: a schedule, a target's monitoring, an auto-protection.
package struct SwitchEntry: Request {
    package let subject: Switch.Subject
    package let isOn: Bool

    package enum Reply: Hashable, Sendable {
        /// The entry was in that state already.
        case unchanged
        case changed
        /// The switch takes effect at the instant: it weakens the rules and is delayed.
        indirect case waiting(RuleEdit, until: Instant)
    }

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchEntry
        /// The entry is strict and in force; it ends at the instant, if an end is known.
        case strict(until: Instant?)
    }

    package static var cause: Decision.Cause? { .switch }

    package func perform(on engine: inout Engine) -> Response<Self> {
        engine.switch(subject, isOn: isOn)
    }
}

extension Request where Self == SwitchEntry {
    package static func `switch`(_ subject: Switch.Subject, isOn: Bool) -> Self {
        Self(subject: subject, isOn: isOn)
    }
}
