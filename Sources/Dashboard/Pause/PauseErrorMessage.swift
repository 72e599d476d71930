import API

/// Messages for the daemon's refusals in the conversation about a block.
enum PauseErrorMessage {
    static func words(_ error: any TypedError, _ context: PageContext) -> String {
        let texts = context.texts
        return switch error {
        case let error as UnblockAPI.NoSuchTarget where error.target.isEmpty:
            texts("pause.nothingMonitored")
        case let error as UnblockAPI.NotMonitored:
            texts("pause.notMonitoredAny", ["target": error.target])
        case is UnblockAPI.NoSuchProtection: texts("pause.protectionGone")
        case is UnblockAPI.NotBlocked: texts("pause.notBlocked")
        case let error as UnblockAPI.Strict where error.checkIn != nil:
            texts("pause.checkInOpen", ["targets": error.target])
        case let error as UnblockAPI.Strict where error.until == nil:
            texts("pause.strict", ["targets": error.target])
        case let error as UnblockAPI.EmergencyUsed:
            texts(
                "pause.emergencyUsed.\(error.emergency.per.rawValue)",
                ["time": next(error.emergency, context)])
        case is UnblockAPI.NoSuchRequest: texts("pause.noSuchRequest")
        case let error as UnblockAPI.RequestOver: over(error.outcome, texts)
        case is UnblockAPI.BeingConfirmed: texts("pause.beingConfirmed")
        case is UnblockAPI.IntentNeeded: texts("pause.intentNeeded")
        case let error as UnblockAPI.WaitNotOver:
            texts(
                "pause.waitNotOver",
                ["time": context.formats.length(seconds: error.remainingSeconds)])
        case let error as UnblockAPI.NotUnblocked:
            texts("pause.notUnblocked", ["outcome": over(error.outcome, texts)])
        case let error as UnblockAPI.TooLate: texts("pause.tooLate", count: error.days)
        default: said(error, context) ?? ErrorMessage.words(error, context.environment)
        }
    }

    private static func next(_ way: UnblockAPI.Emergency, _ context: PageContext) -> String {
        guard let moment = way.next.flatMap(Moment.init) else { return "" }
        let day = context.formats.weekdayAndDay(moment.day)
        return "\(day), \(context.formats.time(moment))"
    }

    /// The message for a refusal of what the person stated; nil for any other refusal.
    private static func said(_ error: any TypedError, _ context: PageContext) -> String? {
        let texts = context.texts
        func range(_ key: String, _ minimum: Int, _ maximum: Int) -> String {
            let formats = context.formats
            return texts(
                key, ["minimum": formats.number(minimum), "maximum": formats.number(maximum)])
        }
        return switch error {
        case let error as UnblockAPI.UnknownCategory:
            texts("pause.unknownChoice", ["choice": error.category])
        case let error as UnblockAPI.UnknownMood:
            texts("pause.unknownChoice", ["choice": error.mood])
        case let error as UnblockAPI.InvalidAmount:
            texts("pause.invalidAmount", ["problem": error.problem])
        case let error as UnblockAPI.InvalidMinutes:
            range("pause.invalidMinutes", error.minimum, error.maximum)
        case let error as UnblockAPI.InvalidRegret:
            range("pause.invalidRegret", error.minimum, error.maximum)
        case let error as UnblockAPI.InvalidDuration:
            texts(
                "pause.invalidDuration",
                [
                    "minimum": context.formats.length(seconds: error.minimum),
                    "maximum": context.formats.length(seconds: error.maximum),
                ])
        default: nil
        }
    }

    static func over(_ outcome: UnblockAPI.Outcome, _ texts: Texts) -> String {
        texts("pause.over.\(outcome.rawValue)")
    }
}

extension AmountField {
    /// Reads the fields `amount` and `currency` of a form; nil if they are empty, or if they cannot
    /// be read, with the error recorded at the field at fault.
    static func read(
        _ form: [String: [String]], _ environment: PageEnvironment, _ errors: inout [String: String]
    ) -> AmountField? {
        do throws(AmountProblem) {
            return try read(
                form.typed("amount"), currency: form.typed("currency"), AmountReader(environment))
        } catch {
            let key =
                switch error {
                case .empty, .unreadable: "pause.amountUnreadable"
                case .ambiguous: "pause.amountAmbiguous"
                case .notACurrency: "pause.currencyUnreadable"
                }
            errors[error == .notACurrency ? "currency" : "amount"] = environment.texts(
                key, ["example": environment.formats.money("49.90", nil)])
            return nil
        }
    }
}
