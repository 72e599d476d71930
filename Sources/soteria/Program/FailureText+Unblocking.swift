import API

/// What the refusals of `org.soteria.unblock` and `org.soteria.prompts` mean.
extension FailureText {
    /// An error of a request in words; nil where it is another interface's.
    static func unblocking(_ error: any TypedError) -> String? {
        switch error {
        case let error as UnblockAPI.NoSuchTarget:
            // A pause from everything, where there is nothing.
            error.target.isEmpty ? nothingToProtect : noSuch("target", error.target)
        case let error as UnblockAPI.NotMonitored: notMonitored(error.target)
        case let error as UnblockAPI.NoSuchProtection:
            "there is no running protection \(error.protection) of yours; see: soteria status"
        case let error as UnblockAPI.NotBlocked:
            error.targets.isEmpty
                ? "no rule speaks of it, so it is not blocked"
                : "nothing of it is blocked (\(list(error.targets)))"
        case let error as UnblockAPI.Strict: strict(error.target, error.until)
        case let error as UnblockAPI.AlreadyOpen:
            "request \(error.request) is open for one of the targets; end it first: "
                + "soteria keep \(error.request)"
        case let error as UnblockAPI.NoSuchRequest: "there is no request \(error.request)"
        case let error as UnblockAPI.RequestOver:
            "request \(error.request) is over: \(outcome(error.outcome))"
        case let error as UnblockAPI.BeingConfirmed:
            "request \(error.request) is being confirmed at this moment"
        case let error as UnblockAPI.IntentNeeded:
            "request \(error.request) needs --planned or --impulse first"
        case let error as UnblockAPI.WaitNotOver:
            "the wait is not over: \(Waiting.text(error.remainingSeconds)) left"
        case let error as UnblockAPI.NotUnblocked:
            "request \(error.request) was not unblocked, so nothing can be logged: "
                + outcome(error.outcome)
        case let error as UnblockAPI.TooLate: tooLate(error.request, error.days)
        default: saying(error)
        }
    }

    /// An error of what was said, or of the store.
    private static func saying(_ error: any TypedError) -> String? {
        switch error {
        case let error as UnblockAPI.UnknownCategory:
            unknown("category", error.category, error.known)
        case let error as UnblockAPI.UnknownMood: unknown("mood", error.mood, error.known)
        case let error as UnblockAPI.InvalidAmount:
            "\"\(Printable.text(error.amount))\" is no amount: \(Printable.text(error.problem))"
        case let error as UnblockAPI.InvalidMinutes:
            "\(error.minutes) minutes are not possible: at least \(error.minimum), at most "
                + "\(error.maximum)"
        case let error as UnblockAPI.InvalidRegret:
            "a regret of \(error.regret) is not possible: \(error.minimum) not at all to "
                + "\(error.maximum) strongly"
        case let error as UnblockAPI.InvalidDuration:
            length(error.seconds, error.minimum, error.maximum)
        case let error as UnblockAPI.StoreUnavailable: unrecorded(error.reason)
        default: nil
        }
    }

    /// An error of a prompt in words; nil where it is another interface's.
    static func prompting(_ error: any TypedError) -> String? {
        switch error {
        case let error as PromptsAPI.NoSuchPrompt:
            "there is no open prompt \(error.prompt); see: soteria prompts"
        case let error as PromptsAPI.NotAChoice:
            "prompt \(error.prompt) takes only: "
                + error.choices.map(\.rawValue).joined(separator: ", ")
        case let error as PromptsAPI.Strict: strict(error.target, error.until)
        case let error as PromptsAPI.NotOpen: notOpen(error.checkIn, error.next)
        case let error as PromptsAPI.AlreadyAnswered:
            alreadyAnswered(error.checkIn, error.yes, error.next)
        case let error as PromptsAPI.TooLate: tooLate(error.request, error.days)
        case let error as PromptsAPI.NotPossible:
            "this is not possible any more: \(Printable.text(error.reason))"
        case let error as PromptsAPI.StoreUnavailable: unrecorded(error.reason)
        default: nil
        }
    }

    private static func strict(_ target: String, _ until: String?) -> String {
        "a strict rule blocks \"\(Printable.text(target))\"\(self.until(until)); "
            + "until then nothing opens it"
    }

    private static func outcome(_ outcome: UnblockAPI.Outcome) -> String {
        switch outcome {
        case .open: "it is open"
        case .kept: "the block was kept"
        case .unblocked: "it was unblocked"
        case .expired: "nobody ended it in time"
        case .lapsed: "nothing was blocked any more"
        case .protected: "a protection was started instead"
        }
    }

    private static func tooLate(_ request: Int, _ days: Int) -> String {
        "request \(request) is too long ago: what came of an unblock can be logged for "
            + Count.text(days, "day")
    }

    private static func unknown(_ kind: String, _ given: String, _ known: [String]) -> String {
        "there is no \(kind) \"\(Printable.text(given))\"; known are: "
            + list(known)
    }

    private static func list(_ names: [String]) -> String {
        Printable.text(names.joined(separator: ", "))
    }

    private static func unrecorded(_ reason: String) -> String {
        "nothing is unblocked, because it could not be recorded: \(Printable.text(reason))"
    }
}
