import RuleModel

/// A person switches an entry of the rules: a schedule, a target's monitoring, an auto-protection.
package struct SwitchEntry: Request {
    package let subject: Switch.Subject
    package let isOn: Bool

    package enum Reply: Hashable, Sendable {
        /// It was so already.
        case unchanged
        /// It is as asked from now on.
        case changed
        /// It will be as asked, at the instant: what weakens the rules waits.
        indirect case waiting(RuleEdit, until: Instant)
    }

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchEntry
        /// It is strict and holds; it ends at the instant, if an end is known.
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
