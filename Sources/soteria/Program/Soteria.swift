import API
import ArgumentParser
import Foundation
import Localization

package enum ClientMain {
    package static func main() {
        // A closed pipe, as with head(1), ends the output and is not an error.
        signal(SIGPIPE, SIG_DFL)
        let environment = ProcessInfo.processInfo.environment
        Translation.use(.chosen(variable: { environment[$0] }, files: EmbeddedFiles.all))
        let arguments = Array(CommandLine.arguments.dropFirst())
        Foundation.exit(CommandContext.process().perform(arguments: arguments))
    }
}

/// The command line: every subcommand asks the daemon over its socket and shows the answer.
struct Soteria: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "soteria",
            abstract: localized("Show and control what the Soteria daemon blocks."),
            discussion: localized(
                """
                Without a subcommand, shows the status.
                Exit status: 0 on success, 1 for a negative result or an error, 64 for a mistake \
                on the command line, 69 if the daemon is not running.
                """),
            version: API.Version.text,
            groupedSubcommands: [
                CommandGroup(
                    name: localized("Every day"),
                    subcommands: [
                        StatusCommand.self, ExplainCommand.self, UnblockCommand.self,
                        BlockCommand.self, KeepCommand.self, PauseCommand.self, ProtectCommand.self,
                        CheckInCommand.self, LogCommand.self, PromptsCommand.self,
                    ]),
                CommandGroup(
                    name: localized("Figures"),
                    subcommands: [
                        RiskCommand.self, MetricsCommand.self, InsightsCommand.self,
                        UsageCommand.self, BudgetsCommand.self, GoalsCommand.self,
                    ]),
                CommandGroup(
                    name: localized("Rules"),
                    subcommands: [
                        AddCommand.self, RemoveCommand.self, PlanCommand.self, RulesCommand.self,
                        TargetsCommand.self, QuietHoursCommand.self,
                        AutoProtectionCommand.self,
                    ]),
                CommandGroup(
                    name: localized("Record"),
                    subcommands: [
                        EventsCommand.self, ExportCommand.self, ImportCommand.self,
                        BackupCommand.self, RestoreCommand.self,
                    ]),
                CommandGroup(
                    name: localized("Set up"),
                    subcommands: [
                        DashboardCommand.self, BrowserCommand.self, DesktopCommand.self,
                        WatchCommand.self, DoctorCommand.self, DemoCommand.self,
                    ]),
            ],
            defaultSubcommand: StatusCommand.self)
    }
}
