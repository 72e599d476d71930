@testable import Engine
import RuleModel

/// Answers and refusals as the tests say them: what is nested in them is left out.

extension Answer where Asked.Reply == Done {
    static var kept: Self { .replied(Done()) }
    static var changed: Self { .replied(Done()) }
}

extension Answer where Asked == AnswerPrompt {
    static var kept: Self { .replied(.kept) }
    static var changed: Self { .replied(.closed) }
    static func explained(_ prompt: Prompt) -> Self { .replied(.explained(prompt)) }
    static func requested(_ request: UnblockRequest) -> Self { .replied(.requested(request)) }
    static func protecting(_ protection: Protection, until: Instant) -> Self {
        .replied(.protecting(StartProtection.Reply(protection: protection, until: until)))
    }
}

extension Answer where Asked == SwitchEntry {
    static var changed: Self { .replied(.changed) }
    static var unchanged: Self { .replied(.unchanged) }
}

extension Answer where Asked.Reply == StartProtection.Reply {
    static func protecting(_ protection: Protection, until: Instant) -> Self {
        .replied(StartProtection.Reply(protection: protection, until: until))
    }
}

extension Answer where Asked == ReportAttempt {
    static func attempted(_ targets: [String]) -> Self { .replied(targets) }
}

extension Answer where Asked.Reply == ConfirmUnblock.Reply {
    static func granted(_ grant: Grant, until: Instant) -> Self {
        .replied(.granted(grant, until: until))
    }
    static func released(blocked: [String]) -> Self { .replied(.released(blocked: blocked)) }
}

extension Answer where Asked.Reply == String {
    static func checkedIn(_ key: String) -> Self { .replied(key) }
}

extension Answer where Asked == LogOutcome {
    static func logged(_ outcome: LoggedOutcome) -> Self { .replied(outcome) }
}

extension ConfirmUnblock.Refusal {
    static func noSuchRequest(_ id: Int64) -> Self { .notOpen(.noSuchRequest(id)) }
    static func beingConfirmed(_ id: Int64) -> Self { .notOpen(.beingConfirmed(id)) }
    static func requestOver(_ id: Int64, _ outcome: UnblockRequest.Ending) -> Self {
        .notOpen(.requestOver(id, outcome))
    }
}

extension ProtectInstead.Refusal {
    static var invalidLength: Self { .protection(.invalidLength) }
    static func noSuchRequest(_ id: Int64) -> Self { .notOpen(.noSuchRequest(id)) }
    static func beingConfirmed(_ id: Int64) -> Self { .notOpen(.beingConfirmed(id)) }
    static func requestOver(_ id: Int64, _ outcome: UnblockRequest.Ending) -> Self {
        .notOpen(.requestOver(id, outcome))
    }
}
