import API
import ArgumentParser
import Localization
import RuleFiles
import RuleModel
import RuleTests

struct RulesCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rules", abstract: localized("Check, show and reload the rule files."),
            subcommands: [
                RulesListCommand.self, RulesCheckCommand.self, RulesCatCommand.self,
                RulesReloadCommand.self, RulesTestCommand.self, RulesVarsCommand.self,
                RulesSchemaCommand.self,
                RulesSimulateCommand.self, RulesDiffCommand.self, ExplainCommand.self,
            ])
    }
}

struct RulesReloadCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reload", abstract: localized("Apply the rule files now."),
            discussion: localized(
                """
                The daemon applies edits by itself; this command also shows the result at once.
                """))
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        do {
            let reply = try client.call(RulesAPI.Reload.self)
            try context.show(reply, daemon.output) { style in
                // The daemon's file watch may have reloaded the files first.
                let state =
                    reply.changed
                    ? localized("The rules are in force.")
                    : localized("The rules are already in force.")
                let now = try client.now() ?? Moment(seconds: 0, offset: 0)
                let waiting = TextTable(EditText.rows(reply.pendingEdits, now: now))
                return DiagnosticText.all(reply.diagnostics, style) + state + "\n"
                    + waiting.text(style)
            }
        } catch CallFailure.refused(let error as RulesAPI.RulesRefused) {
            try context.show(error, daemon.output) {
                DiagnosticText.all(error.diagnostics, $0)
            }
            throw CallFailure.refused(error)
        }
    }
}

struct RulesListCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: localized(
                "Show every rule in force with its file, and the edits that are waiting."),
            discussion: localized(
                """
                If the rule files set edits.weakening_waits, an edit that weakens the rules takes \
                effect only after a delay. Until then, the earlier rules stay in force too. They \
                are listed under their key with @ and six hexadecimal digits, such as nights@3f09ac.
                """))
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        try daemon.show(RulesAPI.List.self, NoMembers(), in: context) { reply, now, style in
            let now = try now() ?? Moment(seconds: 0, offset: 0)
            return RuleListText(list: reply, now: now, style: style).text
        }
    }
}

struct RulesVarsCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "vars", abstract: localized("Show the variables that conditions can use."),
            discussion: localized(
                "If the daemon is running, also shows the current value of each variable."))
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let reply: RulesAPI.Variables.Reply
        do {
            reply = try daemon.client(context).call(RulesAPI.Variables.self)
        } catch CallFailure.notRunning {
            reply = Self.declared
        } catch is SocketAddressError {
            reply = Self.declared
        }
        try context.show(reply, daemon.output) { VariableText.table(reply.variables, $0) }
    }

    /// This program's variables, without values.
    static var declared: RulesAPI.Variables.Reply {
        RulesAPI.Variables.Reply(
            variables: Vocabulary.entries.map { entry in
                RulesAPI.Variable(
                    name: entry.name, type: "\(entry.type)",
                    kind: entry.isReported ? .reported : .automatic, summary: entry.summary)
            })
    }
}

enum VariableText {
    static func table(_ variables: [RulesAPI.Variable], _ style: Style) -> String {
        let hasValues = variables.contains { $0.value != nil }
        let headings =
            [localized("NAME"), localized("TYPE"), localized("KIND")]
            + (hasValues ? [localized("NOW")] : []) + [localized("MEANING")]
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

    /// The value in the syntax of conditions, except for instants.
    private static func value(_ variable: RulesAPI.Variable) -> String {
        guard let value = variable.value else { return "–" }
        return ValueText.timestamp(value) ?? value
    }
}

struct RulesSchemaCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "schema",
            abstract: localized("Print the JSON Schema of rule files, for editors."),
            discussion: localized(
                """
                The schema follows draft 07 of JSON Schema, which YAML editors understand. Save \
                the schema beside your rules, and name that file in the first line of each rule \
                file:
                  # yaml-language-server: $schema=./soteria.schema.json
                Test files (*.test.yaml) have a schema of their own: with --tests, save the schema \
                as soteria-tests.schema.json, and name that file in their first line.
                """))
    }

    @Flag(help: .localized("Print the schema of test files instead."))
    var tests = false

    @Option(
        name: .shortAndLong,
        help: .localized("Write the schema to this file, replacing an earlier one."),
        completion: .file(extensions: ["json"]))
    var output: String?

    func run(in context: CommandContext) throws {
        let schema = tests ? RuleTestSchema.text : RuleSchema.text
        guard let output else {
            context.output(schema)
            return
        }
        let file = try AtomicFile(output, replaces: true, mode: 0o644)
        try file.write(schema.utf8)
        try file.finish()
    }
}
