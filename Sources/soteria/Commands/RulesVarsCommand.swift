import API
import ArgumentParser
import Engine
import RuleModel

/// `soteria rules vars`: the variables of conditions, with their values where a daemon answers.
struct RulesVarsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "vars", abstract: "Show the variables that conditions may read.",
        discussion: "Their values now are shown where the daemon answers.")

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws {
        let reply: RulesAPI.Variables.Reply
        do {
            reply = try daemon.client(surroundings).call(RulesAPI.Variables.self)
        } catch CallFailure.notRunning {
            reply = Self.declared
        } catch is SocketAddressError {
            reply = Self.declared
        }
        try surroundings.show(reply, daemon.output) { VariableText.table(reply.variables, $0) }
    }

    /// The variables as this program knows them, without values.
    static var declared: RulesAPI.Variables.Reply {
        RulesAPI.Variables.Reply(
            variables: Vocabulary.entries.map { entry in
                RulesAPI.Variable(
                    name: entry.name, type: "\(entry.type)",
                    kind: entry.isReported ? .reported : .automatic, summary: entry.summary)
            })
    }
}

/// What `soteria rules vars` shows.
enum VariableText {
    static func table(_ variables: [RulesAPI.Variable], _ style: Style) -> String {
        let hasValues = variables.contains { $0.value != nil }
        let headings = ["NAME", "TYPE", "KIND"] + (hasValues ? ["NOW"] : []) + ["MEANING"]
        var table = TextTable([headings.map { TextTable.Cell($0, .faint) }])
        for variable in variables {
            table.add(
                [
                    .init(variable.name, .strong), .init(variable.type),
                    .init(variable.kind.rawValue),
                ] + (hasValues ? [.init(value(variable))] : []) + [.init(variable.summary)])
        }
        return table.text(style)
    }

    /// As conditions write it, but for instants.
    private static func value(_ variable: RulesAPI.Variable) -> String {
        guard let value = variable.value else { return "–" }
        return ValueText.timestamp(value) ?? value
    }
}
