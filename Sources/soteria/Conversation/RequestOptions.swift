import API
import ArgumentParser
import Engine
import Localization

/// The subject of an unblock request, as options.
struct PlaceOptions: ParsableArguments {
    @Argument(help: .localized("The target's key."), completion: Completions.targets)
    var target: String?

    @Option(
        help: ArgumentHelp(
            localized("Every target that contains this site or page."), valueName: "host|page"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            localized("Every target that contains this app or executable."),
            valueName: "id|path"))
    var app: String?

    /// How many places are named; the command explains if too many, as it may accept others too.
    var count: Int { [target, site, app].compactMap(\.self).count }

    var place: UnblockAPI.Place? {
        guard target != nil || site != nil || app != nil else { return nil }
        return UnblockAPI.Place(target: target, siteName: site, app: app)
    }
}

extension UnblockAPI.Place {
    /// The arguments of `soteria unblock` for the place; none for a pause.
    var arguments: String {
        if let target { return " " + target }
        if let siteName { return " --site " + siteName }
        if let app { return " --app " + app }
        return protection.map { " --protection \($0)" } ?? ""
    }
}

struct IntentOptions: ParsableArguments {
    /// The purpose. If it is given, no question is asked; see `Conversation.unblock`.
    @Flag(help: .localized("The purpose."))
    var purpose: UnblockAPI.Purpose?

    @Option(
        help: .localized("What the unblock is for, such as gift."),
        completion: Completions.categories)
    var category: String?

    @Option(help: .localized("How you feel, such as tired."), completion: Completions.moods)
    var mood: String?

    @Option(
        help: ArgumentHelp(
            localized("How much you expect to spend, such as 49.90."), valueName: "amount"))
    var amount: String?

    @Option(
        help: ArgumentHelp(localized("The currency of the amount, such as EUR."), valueName: "code")
    )
    var currency: String?

    @Option(
        help: .localized(
            "How many minutes you need: the target stays open that long, if the rules allow it."))
    var minutes: Int?

    func validate() throws {
        try asArguments {
            if let amount { _ = try AmountText.amount(amount, currency: currency) }
            if let minutes { _ = try MinutesText.minutes(minutes) }
        }
        if currency != nil, amount == nil {
            throw ValidationError(localized("--currency needs --amount"))
        }
        if purpose == nil, isGiven {
            throw ValidationError(
                localized("--category, --mood, --amount and --minutes need --planned or --impulse"))
        }
    }

    var isGiven: Bool {
        purpose != nil || category != nil || mood != nil || amount != nil || minutes != nil
    }

    /// The intent; nil without a purpose.
    var intent: UnblockAPI.Intent? {
        let money = amount.flatMap { try? AmountText.amount($0, currency: currency) }
        return purpose.map {
            UnblockAPI.Intent(
                purpose: $0, category: category, mood: mood, amount: money?.amount,
                currency: money?.currency, minutes: minutes)
        }
    }
}

/// The purposes as flags, `--planned` and `--impulse`.
extension UnblockAPI.Purpose: EnumerableFlag {
    package static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .planned: .localized("You planned to use the target.")
        case .impulse: .localized("You are following an impulse.")
        }
    }
}

/// Amounts as people type them: `49.90`, `49.90 EUR`.
enum AmountText {
    /// The amount and its currency, which can follow after a space.
    static func amount(_ text: String, currency: String? = nil) throws(Failure)
        -> (amount: String, currency: String?)
    {
        let parts = text.split(separator: " ").map(String.init)
        guard let typed = parts.first, parts.count <= (currency == nil ? 2 : 1) else {
            throw Failure(problem(.notDecimal, text))
        }
        let number = try withPoint(typed)
        let currency = currency ?? parts.dropFirst().first
        do {
            _ = try Money(decimal: number, currency: currency)
        } catch {
            throw Failure(problem(error, error == .notACurrency ? currency ?? "" : number))
        }
        return (number, currency)
    }

    /// The number with a decimal point if it was typed with a decimal comma, as in `12,50`. A comma
    /// before three digits may separate thousands, so it is refused.
    private static func withPoint(_ number: String) throws(Failure) -> String {
        let parts = number.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, !parts[1].contains(".") else { return number }
        guard parts[1].count != 3 else {
            throw Failure(
                localized(
                    """
                    "\(Printable.text(number))" can be read in two ways; write thousands without a \
                    comma, and decimals after a point
                    """))
        }
        return "\(parts[0]).\(parts[1])"
    }

    private static func problem(_ problem: Money.Problem, _ text: String) -> String {
        let text = "\"\(Printable.text(text))\""
        return switch problem {
        case .negative: localized("\(text) is negative")
        case .enormous: localized("\(text) is too large; the limit is \(Money.limit / 1000)")
        case .notDecimal: localized("\(text) is not an amount; write an amount like 49.90")
        case .notACurrency:
            localized("\(text) is not a currency; write three capital letters, like EUR")
        }
    }
}

/// Minutes of intended use as people type them.
enum MinutesText {
    static func minutes(_ text: String) throws(Failure) -> Int {
        guard let number = Int(text) else {
            throw Failure(localized("\"\(Printable.text(text))\" is not a whole number of minutes"))
        }
        return try minutes(number)
    }

    static func minutes(_ number: Int) throws(Failure) -> Int {
        let allowed = Intent.minutesAllowed
        guard allowed.contains(number) else {
            throw Failure(
                localized(
                    """
                    the number of minutes must be between \(allowed.lowerBound) and \
                    \(allowed.upperBound)
                    """))
        }
        return number
    }
}

struct IntentQuestions {
    let dialogue: Dialogue
    let options: UnblockAPI.Options.Reply

    /// Asks for the missing details; Enter skips one. `spends`: whether an amount is asked for.
    func details(of intent: UnblockAPI.Intent, spends: Bool) throws -> UnblockAPI.Intent {
        var intent = intent
        switch intent.purpose {
        case .planned:
            intent.category =
                try intent.category
                ?? pick(localized("What is the unblock for?"), options.categories)
        case .impulse:
            intent.mood = try intent.mood ?? pick(localized("How do you feel?"), options.moods)
        }
        if spends, intent.amount == nil {
            let answer = try dialogue.read(
                localized("How much do you expect to spend, for example 49.90 or 49.90 EUR?")
            ) { line throws(Failure) in try AmountText.amount(line) }
            intent.amount = answer?.amount
            intent.currency = answer?.currency
        }
        if intent.minutes == nil {
            intent.minutes = try dialogue.read(localized("How many minutes do you need\(limit)?")) {
                line throws(Failure) in try MinutesText.minutes(line)
            }
        }
        return intent
    }

    /// `, up to 15`: the longest permission; empty unless it is a number of whole minutes.
    private var limit: String {
        options.grant % 60 == 0 ? localized(", up to \(options.grant / 60)") : ""
    }

    /// The intent without the rejected part; nil if it was rejected for another reason.
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
        return try dialogue.pick(question, from: names, enter: localized("to skip")).map {
            names[$0]
        }
    }
}
