import API

/// Asks for the details of what is behind the wish to open something.
struct IntentQuestions {
    let dialogue: Dialogue
    /// What can be chosen from.
    let options: UnblockAPI.Options.Reply

    /// Asks for the details that the intent lacks; Enter leaves each out.
    func details(of intent: UnblockAPI.Intent) throws -> UnblockAPI.Intent {
        var intent = intent
        switch intent.purpose {
        case .planned:
            intent.category = try intent.category ?? pick("What is it for?", options.categories)
        case .impulse:
            intent.mood = try intent.mood ?? pick("How do you feel?", options.moods)
        }
        if intent.amount == nil {
            let answer = try dialogue.read("What will it cost, such as 49.90 or 49.90 EUR?") {
                line throws(Failure) in try AmountText.amount(line)
            }
            intent.amount = answer?.amount
            intent.currency = answer?.currency
        }
        if intent.minutes == nil {
            intent.minutes = try dialogue.read("For how many minutes?") {
                line throws(Failure) in try MinutesText.minutes(line)
            }
        }
        return intent
    }

    /// The intent without the part that the daemon does not take; nil where it is refused for
    /// another reason.
    static func without(_ refusal: any TypedError, _ intent: UnblockAPI.Intent)
        -> UnblockAPI.Intent?
    {
        var intent = intent
        switch refusal {
        case is UnblockAPI.UnknownCategory: intent.category = nil
        case is UnblockAPI.UnknownMood: intent.mood = nil
        case is UnblockAPI.InvalidAmount: (intent.amount, intent.currency) = (nil, nil)
        case is UnblockAPI.InvalidMinutes: intent.minutes = nil
        default: return nil
        }
        return intent
    }

    private func pick(_ question: String, _ names: [String]) throws -> String? {
        guard !names.isEmpty else { return nil }
        let index = try dialogue.pick(question, from: names, enter: "to skip")
        return index.map { names[$0] }
    }
}
