import API
import ArgumentParser

/// `soteria rules`: the rule files.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Check, show and reload the rule files.",
        subcommands: [
            RulesListCommand.self, RulesCheckCommand.self, RulesCatCommand.self,
            RulesReloadCommand.self, RulesTestCommand.self, RulesVarsCommand.self,
            RulesSchemaCommand.self,
            RulesSimulateCommand.self, RulesDiffCommand.self, ExplainCommand.self,
        ])
}

/// `soteria rules reload`: puts the rule files into force.
struct RulesReloadCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Put the rule files into force now.",
        discussion: "Edits are noticed by themselves; this says at once what came of them.")

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws {
        let client = try daemon.client(surroundings)
        do {
            let reply = try client.call(RulesAPI.Reload.self)
            try surroundings.show(reply, daemon.output) { style in
                // The watch may have been faster.
                let state = "The rules are in force\(reply.changed ? "" : " already")."
                let now = try client.now() ?? Moment(seconds: 0, offset: 0)
                let waiting = TextTable(EditText.rows(reply.pendingEdits, now: now))
                return DiagnosticText.all(reply.diagnostics, style) + state + "\n"
                    + waiting.text(style)
            }
        } catch CallFailure.refused(let error as RulesAPI.RulesRefused) {
            if daemon.output.json {
                try surroundings.showJSON(error)
            } else {
                surroundings.output(DiagnosticText.all(error.diagnostics, surroundings.style))
            }
            throw CallFailure.refused(error)
        }
    }
}
