import API
import ArgumentParser
import Localization

struct ExplainCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "explain",
            abstract: localized("Show which rules affect a target, and how a block can be lifted."))
    }

    @Argument(help: .localized("The target's key."), completion: Completions.targets)
    var target: String

    @Option(
        help: ArgumentHelp(
            localized(
                """
                Explain the state at this time, such as 22:30 or "2026-12-24 22:30" (default: now).
                """),
            valueName: "time"),
        transform: InstantArgument.parse)
    var at: InstantArgument?

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let reply = try client.call(
            ProtectionAPI.Explain.self,
            .init(target: target, at: try client.rfc3339(at, context)))
        try context.show(reply, daemon.output) { style in
            ExplanationText.text(reply, isNow: at == nil, style)
        }
    }
}
