import API
import ArgumentParser
import Localization

struct BudgetsCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "budgets",
            abstract: localized("Show how much of each budget has been used."))
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        try daemon.show(BudgetsAPI.List.self, NoMembers(), in: context) { reply, now, style in
            BudgetText.list(
                reply.budgets, now: try now(), isTerminal: context.isTerminal, style)
        }
    }
}
