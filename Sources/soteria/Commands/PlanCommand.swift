import API
import ArgumentParser
import Localization
import RuleEditing
import RuleModel

struct PlanCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "plan",
            abstract: localized("Show your plan, its limits, and how to change the plan."),
            discussion: localized(
                """
                You choose your plan in the rules; there is no account. See the section "plans" in \
                soteria-rules(5).
                """))
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let inForce = try client.call(RulesAPI.List.self)
        let directories = try client.call(DaemonAPI.GetStatus.self).rules.directories
        let lookup = try PlanLookup(client, environment: context.environment)
        let text = PlanText(
            plan: inForce.plan, plans: lookup.all(besides: inForce.plan), choice: lookup.choice,
            directory: directories.last { $0.layer == .person }?.path)
        try context.show(text.reply, daemon.output) { text.text($0) }
    }
}
