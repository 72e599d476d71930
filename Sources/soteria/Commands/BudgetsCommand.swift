import API
import ArgumentParser

struct BudgetsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "budgets", abstract: "Show how much of each budget has been used.")

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        try daemon.show(BudgetsAPI.List.self, NoMembers(), in: context) { reply, now, style in
            BudgetText.list(
                reply.budgets, now: try now(), isTerminal: context.isTerminal, style)
        }
    }
}
