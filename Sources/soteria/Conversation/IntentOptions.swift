import API
import ArgumentParser
import Engine

/// What is behind the wish to open something, as options.
struct IntentOptions: ParsableArguments {
    /// Whoever says it is asked nothing; see `Conversation.unblock`.
    @Flag(help: "What is behind it.")
    var purpose: UnblockAPI.Purpose?

    @Option(help: "What it is for, such as gift.", completion: Completions.categories)
    var category: String?

    @Option(help: "How you feel, such as tired.", completion: Completions.moods)
    var mood: String?

    @Option(help: ArgumentHelp("What you expect to spend, such as 49.90.", valueName: "amount"))
    var amount: String?

    @Option(help: ArgumentHelp("The amount's currency, such as EUR.", valueName: "code"))
    var currency: String?

    @Option(help: "How many minutes you mean to use it.")
    var minutes: Int?

    func validate() throws {
        do {
            if let amount { _ = try AmountText.amount(amount, currency: currency) }
            if let minutes { _ = try MinutesText.minutes(minutes) }
        } catch {
            throw ValidationError(error.description)
        }
        if currency != nil, amount == nil {
            throw ValidationError("--currency needs --amount")
        }
        if purpose == nil, isGiven { throw ValidationError("give --planned or --impulse too") }
    }

    /// Whether anything was said.
    var isGiven: Bool {
        purpose != nil || category != nil || mood != nil || amount != nil || minutes != nil
    }

    /// The intent; nil where its purpose was not said.
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
    /// What the help says of each flag.
    package static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .planned: "It was planned; the wait is short."
        case .impulse: "It is an impulse; the wait is longer."
        }
    }
}

/// Amounts as people type them: `49.90`, `49.90 EUR`.
enum AmountText {
    /// The amount and its currency, which may stand in the text behind a blank.
    static func amount(_ text: String, currency: String? = nil) throws(Failure)
        -> (amount: String, currency: String?)
    {
        let parts = text.split(separator: " ").map(String.init)
        guard let number = parts.first, parts.count <= (currency == nil ? 2 : 1) else {
            throw Failure(problem(.notDecimal, text))
        }
        let currency = currency ?? parts.dropFirst().first
        do {
            _ = try Money(decimal: number, currency: currency)
        } catch {
            throw Failure(problem(error, error == .notACurrency ? currency ?? "" : number))
        }
        return (number, currency)
    }

    private static func problem(_ problem: Money.Problem, _ text: String) -> String {
        let text = "\"\(Printable.text(text))\""
        return switch problem {
        case .negative: "\(text) is below zero"
        case .enormous: "\(text) is too much: at most \(Money.limit / 1000)"
        case .notDecimal: "\(text) is no amount: write it like 49.90"
        case .notACurrency: "\(text) is no currency: write three capital letters, like EUR"
        }
    }
}

/// Minutes of intended use as people type them.
enum MinutesText {
    static func minutes(_ text: String) throws(Failure) -> Int {
        guard let number = Int(text) else {
            throw Failure("\"\(Printable.text(text))\" is no whole number of minutes")
        }
        return try minutes(number)
    }

    static func minutes(_ number: Int) throws(Failure) -> Int {
        let allowed = Intent.minutesAllowed
        guard allowed.contains(number) else {
            throw Failure(
                "\(number) minutes are not possible: at least \(allowed.lowerBound), at most "
                    + "\(allowed.upperBound)")
        }
        return number
    }
}
