import API
import ArgumentParser

/// `soteria explain`: every rule that concerns a target.
struct ExplainCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show which rules concern a target, and what would lift a block.")

    @Argument(help: "The target's key.", completion: Completions.targets)
    var target: String

    @Option(
        help: ArgumentHelp(
            "Look at this instant instead of now: 22:30, 2026-12-24, \"2026-12-24 22:30\".",
            valueName: "time"))
    var at: InstantArgument?

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws {
        let reply = try daemon.client(surroundings).call(
            ProtectionAPI.Explain.self, .init(target: target, at: at?.rfc3339()))
        try surroundings.show(reply, daemon.output) { style in
            ExplanationText.text(reply, isNow: at == nil, style)
        }
    }
}
