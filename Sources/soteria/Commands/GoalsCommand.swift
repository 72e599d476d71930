import API
import ArgumentParser
import Localization

struct GoalsCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "goals", abstract: localized("Show and manage your savings goals."),
            subcommands: [
                GoalsListCommand.self, GoalsAddCommand.self, GoalsContributeCommand.self,
                GoalsRemoveCommand.self,
            ], defaultSubcommand: GoalsListCommand.self)
    }
}

struct GoalsListCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list", abstract: localized("Show every goal and its progress."))
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        try daemon.showGoals(GoalsAPI.List.self, NoMembers(), in: context) { $0.goals }
    }
}

struct GoalsAddCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add", abstract: localized("Add a goal."),
            discussion: localized(
                "For example: soteria goals add \"A bicycle\" 450 EUR --by 2027-04-01"))
    }

    @Argument(help: .localized("What you are saving for."))
    var name: String

    @Argument(help: .localized("The amount to save, such as 450 or 449.90."))
    var amount: String

    @Argument(help: .localized("The currency, such as EUR."))
    var currency: String

    @Option(
        help: ArgumentHelp(
            localized("The deadline for the goal, such as 2027-04-01."), valueName: "date"),
        transform: CalendarDay.parse)
    var by: CalendarDay?

    @Flag(
        help: .localized(
            """
            Each time you resist an impulse, add the amount that you expected to spend. This \
            happens about two hours later, unless you have opened the target by then.
            """))
    var fromKept = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        try asArguments { _ = try AmountText.amount(amount, currency: currency) }
        if name.allSatisfy(\.isWhitespace) {
            throw ValidationError(localized("a name cannot be empty"))
        }
    }

    func run(in context: CommandContext) throws {
        let target = try AmountText.amount(amount, currency: currency).amount
        try daemon.showGoals(
            GoalsAPI.Add.self,
            .init(
                name: name, target: target, currency: currency, by: by?.description,
                fromKept: fromKept ? true : nil), in: context
        ) { [$0.goal] }
    }
}

struct GoalsContributeCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "contribute", abstract: localized("Add money to a goal's savings."))
    }

    @Argument(help: .localized("The goal's name or number."), completion: Completions.goals)
    var goal: String

    @Argument(help: .localized("The amount in the goal's currency, such as 20 or 19.90."))
    var amount: String

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        try asArguments { _ = try AmountText.amount(amount, currency: "EUR") }
    }

    func run(in context: CommandContext) throws {
        let number = try daemon.client(context).number(ofGoal: goal)
        let amount = try AmountText.amount(amount, currency: "EUR").amount
        try daemon.showGoals(
            GoalsAPI.Contribute.self, .init(goal: number, amount: amount), in: context
        ) { [$0.goal] }
    }
}

struct GoalsRemoveCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: localized("Remove a goal; its events stay in the record."))
    }

    @Argument(help: .localized("The goal's name or number."), completion: Completions.goals)
    var goal: String

    @OptionGroup var daemon: DaemonOptions

    /// The JSON output; the daemon's reply is empty.
    struct Output: Encodable {
        var removed: Int
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let number = try client.number(ofGoal: goal)
        _ = try client.call(GoalsAPI.Remove.self, .init(goal: number))
        try context.show(Output(removed: number), daemon.output) { _ in
            localized("Goal \(Printable.text(goal)) was removed.\n")
        }
    }
}

extension SoteriaClient {
    /// The number of the goal with a name, in any case; a number is taken as it is.
    fileprivate func number(ofGoal text: String) throws -> Int {
        if let number = Int(text) { return number }
        let goals = try call(GoalsAPI.List.self).goals
        let found = goals.filter { $0.name.lowercased() == text.lowercased() }
        guard found.count <= 1 else {
            let numbers = found.map { String($0.goal) }.joined(separator: ", ")
            throw Failure(
                localized(
                    """
                    several goals are called "\(Printable.text(text))"; use one of these numbers: \
                    \(numbers)
                    """))
        }
        if let goal = found.first { return goal.goal }
        let complaint = localized("there is no goal \"\(Printable.text(text))\"")
        guard let near = CommandNames.nearest(to: text, among: goals.map(\.name)) else {
            throw Failure(localized("\(complaint); see: soteria goals"))
        }
        throw Failure(localized("\(complaint); did you mean \"\(Printable.text(near))\"?"))
    }
}

extension DaemonOptions {
    fileprivate func showGoals<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters, in context: CommandContext,
        _ goals: (Called.Reply) -> [GoalsAPI.Goal]
    ) throws {
        try show(method, parameters, in: context) { reply, now, style in
            GoalText.list(
                goals(reply), now: try now(), isTerminal: context.isTerminal, style)
        }
    }
}
