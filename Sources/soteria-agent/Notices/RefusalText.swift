import API

/// Explains why the daemon refused or missed an answer.
enum RefusalText {
    /// Whether the daemon did not answer at all, so that a retry makes sense.
    static func isLost(_ failure: CallFailure) -> Bool {
        switch failure {
        case .notRunning, .disconnected, .timedOut: true
        case .refused, .invalidParameter, .unexpected, .broken: false
        }
    }

    /// A failure as full sentences. `since` is an earlier instant, RFC 3339; times on its day are
    /// shown without a date.
    static func text(
        _ failure: CallFailure, since: String, _ names: [String: String]
    ) -> String {
        switch failure {
        case .notRunning, .disconnected:
            "The daemon is not responding. Your answer did not reach it."
        case .timedOut: "The daemon did not respond in time."
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
        case is PromptsAPI.NoSuchPrompt: "The question was answered elsewhere or has expired."
        case is PromptsAPI.NotAChoice: "That answer is no longer accepted."
        case let error as PromptsAPI.Strict: strict(error.target, error.until, since, names)
        case let error as PromptsAPI.NotOpen:
            "The question is no longer open. It will be asked again at "
                + "\(InstantText.at(error.next, since: since))."
        case let error as PromptsAPI.AlreadyAnswered:
            "The question was already answered (\(error.yes ? "yes" : "no")). It will be asked "
                + "again at \(InstantText.at(error.next, since: since))."
        case let error as PromptsAPI.TooLate:
            "The outcome of an unblock can be logged for \(error.days) days. This unblock is older."
        case let error as PromptsAPI.NotPossible: "\(capitalized(error.reason))."
        case let error as PromptsAPI.StoreUnavailable: unrecorded(error.reason)
        case let error as UnblockAPI.Strict: strict(error.target, error.until, since, names)
        case let error as UnblockAPI.RequestOver: over(error.outcome)
        case is UnblockAPI.NoSuchRequest: "The request is over. The block holds."
        case is UnblockAPI.BeingConfirmed: "The request is already being confirmed."
        case let error as UnblockAPI.NotMonitored:
            "\(names[error.target] ?? error.target) is no longer monitored."
        case let error as UnblockAPI.NoSuchTarget:
            "The rules no longer have a target \(error.target)."
        case is UnblockAPI.NoSuchProtection: "The protection is over."
        case is UnblockAPI.NotBlocked: "This is no longer blocked."
        case let error as UnblockAPI.StoreUnavailable: unrecorded(error.reason)
        default: nil
        }
    }

    private static func strict(
        _ target: String, _ until: String?, _ since: String, _ names: [String: String]
    ) -> String {
        let name = names[target] ?? target
        guard let until else {
            return "\(name) is strictly blocked and cannot be unblocked."
        }
        return "\(name) is strictly blocked and cannot be unblocked before "
            + "\(InstantText.at(until, since: since))."
    }

    private static func unrecorded(_ reason: String) -> String {
        "Soteria could not record this (\(reason)). All blocks stay in place."
    }

    private static func over(_ outcome: UnblockAPI.Outcome) -> String {
        switch outcome {
        case .open: "The request is open."
        case .kept: "The block was kept."
        case .unblocked: "This is already unblocked."
        case .expired: "The request has expired. The block holds."
        case .lapsed: "This is no longer blocked."
        case .protected: "A protection was started instead."
        }
    }
}
