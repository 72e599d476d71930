import API

/// Explains why the daemon refused or missed an answer.
enum RefusalText {
    /// A failure as full sentences. `since` is an earlier instant, RFC 3339; times on its day are
    /// shown without a date.
    static func text(_ failure: CallFailure, since: String, _ names: [String: String]) -> String {
        switch failure {
        case .notRunning, .disconnected, .refused(is DaemonAPI.TooManyConnections):
            "Soteria is not responding and did not receive your answer."
        case .timedOut: "Soteria did not respond in time."
        case .refused(let error): text(error, since, names) ?? sentence(failure)
        case .invalidParameter, .unexpected, .broken: sentence(failure)
        }
    }

    private static func sentence(_ failure: CallFailure) -> String {
        capitalized(failure.description) + "."
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func text(
        _ error: any TypedError, _ since: String, _ names: [String: String]
    ) -> String? {
        switch error {
        case is PromptsAPI.NoSuchPrompt:
            "This question was already answered elsewhere, or it has expired."
        case is PromptsAPI.NotAChoice: "You can no longer give this answer."
        case let error as PromptsAPI.Strict where error.checkIn != nil:
            unanswered(error.target, error.restriction, names)
        case let error as UnblockAPI.Strict where error.checkIn != nil:
            unanswered(error.target, error.restriction, names)
        case let error as PromptsAPI.Strict:
            strict(error.target, error.until, since, names)
                + (error.emergency == true ? emergency(error.target) : "")
        case let error as PromptsAPI.NotOpen:
            "You can no longer answer this question. Soteria will ask it again at "
                + "\(InstantText.at(error.next, since: since))."
        case let error as PromptsAPI.AlreadyAnswered:
            "This question was already answered: \(error.yes ? "yes" : "no"). Soteria will ask it "
                + "again at \(InstantText.at(error.next, since: since))."
        case let error as PromptsAPI.TooLate:
            "You can log the outcome of an unblock for \(error.days) days. This unblock is older "
                + "than that."
        case let error as PromptsAPI.NotPossible: "\(capitalized(error.reason))."
        case let error as PromptsAPI.StoreUnavailable: unrecorded(error.reason)
        case let error as UnblockAPI.Strict:
            strict(error.target, error.until, since, names)
                + (error.emergency == nil ? "" : emergency(error.target))
        case let error as UnblockAPI.EmergencyUsed:
            "You have no emergencies left \(period(error.emergency.per)). The next one is possible "
                + "from \(InstantText.at(error.emergency.next ?? since, since: since))."
        case let error as UnblockAPI.RequestOver: over(error.outcome)
        case is UnblockAPI.NoSuchRequest: "The request has ended. The block stays in place."
        case is UnblockAPI.BeingConfirmed:
            "This request was already confirmed elsewhere and is about to take effect."
        case let error as UnblockAPI.NotMonitored:
            "\(names[error.target] ?? error.target) is no longer monitored."
        case let error as UnblockAPI.NoSuchTarget:
            "The target \(error.target) is no longer in the rules."
        case is UnblockAPI.NoSuchProtection: "This protection has already ended."
        case is UnblockAPI.NotBlocked: "This site or app is no longer blocked."
        case let error as UnblockAPI.StoreUnavailable: unrecorded(error.reason)
        default: nil
        }
    }

    private static func unanswered(
        _ target: String, _ checkIn: String?, _ names: [String: String]
    ) -> String {
        "\(names[target] ?? target) is blocked until you answer the check-in"
            + "\(checkIn.map { " “\($0)”" } ?? "")."
    }

    private static func strict(
        _ target: String, _ until: String?, _ since: String, _ names: [String: String]
    ) -> String {
        let name = names[target] ?? target
        guard let until else {
            return "The block on \(name) is strict and cannot be ended early."
        }
        return "The block on \(name) is strict and cannot be ended before "
            + "\(InstantText.at(until, since: since))."
    }

    private static func period(_ per: UnblockAPI.EmergencyPeriod) -> String {
        per == .day ? "today" : "this \(per.rawValue)"
    }

    private static func emergency(_ target: String) -> String {
        " In an emergency, run: soteria unblock \(target) --emergency"
    }

    private static func unrecorded(_ reason: String) -> String {
        "Soteria could not record your answer (\(reason)). All blocks stay in place."
    }

    private static func over(_ outcome: UnblockAPI.Outcome) -> String {
        switch outcome {
        case .open: "The request is still open."
        case .kept: "You already kept the block."
        case .unblocked: "This site or app is already unblocked."
        case .expired: "The request has expired. The block stays in place."
        case .lapsed: "This site or app is no longer blocked."
        case .protected: "You started a protection instead of opening anything."
        }
    }
}
