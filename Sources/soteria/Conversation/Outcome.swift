import API
import ArgumentParser
import Engine
import Localization

/// A person's account of an unblock afterwards.
struct Outcome: Hashable {
    var bought: Bool
    var amount: String?
    var currency: String?
    var regret: Int?

    func parameters(_ request: Int) -> UnblockAPI.LogOutcome.Parameters {
        .init(
            request: request, bought: bought, amount: amount, currency: currency, regret: regret)
    }
}

struct OutcomeOptions: ParsableArguments {
    enum Purchase: String, EnumerableFlag {
        case bought, nothingBought

        static func help(for value: Self) -> ArgumentHelp? {
            switch value {
            case .bought: .localized("Something was bought.")
            case .nothingBought: .localized("Nothing was bought.")
            }
        }
    }

    @Flag var purchase: Purchase?

    @Option(
        help: ArgumentHelp(
            localized("The amount that you spent, such as 49.90."), valueName: "amount"))
    var amount: String?

    @Option(
        help: ArgumentHelp(localized("The currency of the amount, such as EUR."), valueName: "code")
    )
    var currency: String?

    @Option(
        help: ArgumentHelp(
            localized("How much you regret the unblock, from 0 (not at all) to 4 (strongly)."),
            valueName: "0–4"),
        completion: .list(LoggedOutcome.regrets.map(String.init)))
    var regret: Int?

    func validate() throws {
        try asArguments {
            if let amount { _ = try AmountText.amount(amount, currency: currency) }
            if let regret { _ = try RegretText.regret(regret) }
        }
        if currency != nil, amount == nil {
            throw ValidationError(localized("--currency needs --amount"))
        }
        if amount != nil, purchase != .bought {
            throw ValidationError(localized("--amount needs --bought"))
        }
    }

    var isGiven: Bool { purchase != nil || amount != nil || regret != nil }
    var bought: Bool? { purchase.map { $0 == .bought } }

    /// The given outcome of an unblock that cannot cost money; nil without its first part.
    var outcomeWithoutSpending: Outcome? {
        outcome ?? regret.map { Outcome(bought: false, regret: $0) }
    }

    /// The given outcome; nil without its first part.
    var outcome: Outcome? {
        let money = amount.flatMap { try? AmountText.amount($0, currency: currency) }
        return bought.map {
            Outcome(
                bought: $0, amount: money?.amount, currency: money?.currency, regret: regret)
        }
    }
}

struct OutcomeQuestions {
    let dialogue: Dialogue

    /// Asks for the parts that were not given; nil if the first question is skipped. `spends`:
    /// whether a purchase is asked for.
    func outcome(_ given: OutcomeOptions, spends: Bool) throws -> Outcome? {
        var said = given.outcome
        if said == nil, !spends {
            let regret = try given.regret ?? regret()
            return regret.map { Outcome(bought: false, regret: $0) }
        }
        if said == nil {
            let bought = try dialogue.chooseOrSkip(
                localized("Did you buy something?"),
                [
                    .init(key: "b", label: localized("[b]ought"), word: "bought", value: true),
                    .init(key: "n", label: localized("[n]othing"), word: "nothing", value: false),
                ], enter: localized("later"))
            said = bought.map { Outcome(bought: $0, regret: given.regret) }
        }
        guard let said else { return nil }
        return try details(of: said)
    }

    /// Asks for the missing details; Enter skips one.
    func details(of outcome: Outcome) throws -> Outcome {
        var outcome = outcome
        if outcome.bought, outcome.amount == nil {
            let money = try dialogue.read(
                localized("How much did you spend, for example 49.90 or 49.90 EUR?")
            ) { line throws(Failure) in try AmountText.amount(line) }
            (outcome.amount, outcome.currency) = (money?.amount, money?.currency)
        }
        if outcome.regret == nil {
            outcome.regret = try regret()
        }
        return outcome
    }

    private func regret() throws -> Int? {
        try dialogue.read(
            localized("How much do you regret the unblock, from 0 (not at all) to 4 (strongly)?")
        ) { line throws(Failure) in try RegretText.regret(line) }
    }
}

enum RegretText {
    static func regret(_ text: String) throws(Failure) -> Int {
        guard let number = Int(text) else {
            throw Failure(
                localized("\"\(Printable.text(text))\" is not a whole number from 0 to 4"))
        }
        return try regret(number)
    }

    static func regret(_ number: Int) throws(Failure) -> Int {
        let allowed = LoggedOutcome.regrets
        guard allowed.contains(number) else {
            throw Failure(
                localized(
                    """
                    the regret must be between \(allowed.lowerBound) (not at all) and \
                    \(allowed.upperBound) (strongly)
                    """))
        }
        return number
    }

    /// `2 of 4`.
    static func words(_ regret: Int) -> String {
        localized("\(regret) of \(LoggedOutcome.regrets.upperBound)")
    }
}
