import RuleModel

/// Starts a manual protection of one target, or of all.
package struct StartProtection: Request {
    package let target: String?
    let length: TimeSpan
    let name: String
    let isStrict: Bool

    /// A running protection, which may have begun earlier.
    package struct Reply: Hashable, Sendable {
        package let protection: Protection
        package let until: Instant
    }

    package enum Refusal: Error, Hashable, Sendable {
        /// No target of that key; empty if none is monitored.
        case noSuchTarget(String)
        case notMonitored(String)
        /// A protection must last from one minute to seven days.
        case invalidLength
    }

    package static var cause: Decision.Cause? { .protection }

    package func perform(on engine: inout Engine) -> Response<Self> {
        Response(engine.protect(target, for: length, name: name, isStrict: isStrict))
    }
}

extension Request where Self == StartProtection {
    package static func startProtection(
        target: String?, length: TimeSpan, name: String, isStrict: Bool = false
    ) -> Self {
        Self(target: target, length: length, name: name, isStrict: isStrict)
    }
}
