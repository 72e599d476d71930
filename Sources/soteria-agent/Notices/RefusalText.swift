import API
import Localization

/// Explains why the daemon refused or missed an answer.
enum RefusalText {
    /// A failure as full sentences. `since` is an earlier instant, RFC 3339; times on its day are
    /// shown without a date.
    static func text(_ failure: CallFailure, since: String, _ names: [String: String]) -> String {
        switch failure {
        case .notRunning, .disconnected, .refused(is DaemonAPI.TooManyConnections):
            localized("Soteria is not responding and did not receive your answer.")
        case .timedOut: localized("Soteria did not respond in time.")
        case .refused(let error): text(error, since, names) ?? sentence(failure)
        case .invalidParameter, .unexpected, .broken: sentence(failure)
        }
    }

    private static func sentence(_ failure: CallFailure) -> String {
        capitalized(localized(failure.text)) + "."
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func text(
        _ error: any TypedError, _ since: String, _ names: [String: String]
    ) -> String? {
        switch error {
        case is PromptsAPI.NoSuchPrompt:
            localized("This question was already answered elsewhere, or it has expired.")
        case is PromptsAPI.NotAChoice: localized("You can no longer give this answer.")
        case let error as PromptsAPI.Strict where error.checkIn != nil:
            unanswered(error.target, error.restriction, names)
        case let error as UnblockAPI.Strict where error.checkIn != nil:
            unanswered(error.target, error.restriction, names)
        case let error as PromptsAPI.Strict:
            strict(error.target, error.until, since, names)
                + (error.emergency == true ? emergency(error.target) : "")
        case let error as PromptsAPI.NotOpen:
            localized(
                """
                You can no longer answer this question. Soteria will ask it again at \
                \(InstantText.at(error.next, since: since)).
                """)
        case let error as PromptsAPI.AlreadyAnswered:
            answered(error.yes, InstantText.at(error.next, since: since))
        case let error as PromptsAPI.TooLate:
            localized(
                """
                You can log the outcome of an unblock for \(error.days) days. This unblock is \
                older than that.
                """)
        case let error as PromptsAPI.NotPossible: "\(capitalized(error.reason))."
        case let error as PromptsAPI.StoreUnavailable: unrecorded(error.reason)
        case let error as UnblockAPI.Strict:
            strict(error.target, error.until, since, names)
                + (error.emergency == nil ? "" : emergency(error.target))
        case let error as UnblockAPI.EmergencyUsed:
            emergencyUsed(
                error.emergency.per, InstantText.at(error.emergency.next ?? since, since: since))
        case let error as UnblockAPI.RequestOver: over(error.outcome)
        case is UnblockAPI.NoSuchRequest:
            localized("The request has ended. The block stays in place.")
        case is UnblockAPI.BeingConfirmed:
            localized("This request was already confirmed elsewhere and is about to take effect.")
        case let error as UnblockAPI.NotMonitored:
            localized("\(names[error.target] ?? error.target) is no longer monitored.")
        case let error as UnblockAPI.NoSuchTarget:
            localized("The target \(error.target) is no longer in the rules.")
        case is UnblockAPI.NoSuchProtection: localized("This protection has already ended.")
        case is UnblockAPI.NotBlocked: localized("This site or app is no longer blocked.")
        case let error as UnblockAPI.StoreUnavailable: unrecorded(error.reason)
        default: nil
        }
    }

    private static func answered(_ isYes: Bool, _ next: String) -> String {
        isYes
            ? localized(
                """
                This question was already answered: yes. Soteria will ask it again at \(next).
                """)
            : localized(
                """
                This question was already answered: no. Soteria will ask it again at \(next).
                """)
    }

    private static func emergencyUsed(_ per: UnblockAPI.EmergencyPeriod, _ next: String) -> String {
        switch per {
        case .day:
            localized(
                """
                You have no emergencies left today. The next one is possible from \(next).
                """)
        case .week:
            localized(
                """
                You have no emergencies left this week. The next one is possible from \(next).
                """)
        case .month:
            localized(
                """
                You have no emergencies left this month. The next one is possible from \(next).
                """)
        }
    }

    private static func unanswered(
        _ target: String, _ checkIn: String?, _ names: [String: String]
    ) -> String {
        localized(
            """
            \(names[target] ?? target) is blocked until you answer the \
            check-in\(checkIn.map { " “\($0)”" } ?? "").
            """)
    }

    private static func strict(
        _ target: String, _ until: String?, _ since: String, _ names: [String: String]
    ) -> String {
        let name = names[target] ?? target
        guard let until else {
            return localized("The block on \(name) is strict and cannot be ended early.")
        }
        return localized(
            """
            The block on \(name) is strict and cannot be ended before \
            \(InstantText.at(until, since: since)).
            """)
    }

    private static func emergency(_ target: String) -> String {
        localized(" In an emergency, run: soteria unblock \(target) --emergency")
    }

    private static func unrecorded(_ reason: String) -> String {
        localized("Soteria could not record your answer (\(reason)). All blocks stay in place.")
    }

    private static func over(_ outcome: UnblockAPI.Outcome) -> String {
        switch outcome {
        case .open: localized("The request is still open.")
        case .kept: localized("You already kept the block.")
        case .unblocked: localized("This site or app is already unblocked.")
        case .expired: localized("The request has expired. The block stays in place.")
        case .lapsed: localized("This site or app is no longer blocked.")
        case .protected: localized("You started a protection instead of opening anything.")
        }
    }
}
