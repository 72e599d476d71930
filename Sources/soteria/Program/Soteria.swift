import API
import ArgumentParser
import Foundation

package enum ClientMain {
    package static func main() {
        // A closed pipe, as with head(1), ends the output and is no error.
        signal(SIGPIPE, SIG_DFL)
        let arguments = Array(CommandLine.arguments.dropFirst())
        Foundation.exit(CommandContext.process().perform(arguments: arguments))
    }
}

/// The command line: every subcommand asks the daemon over its socket and shows the answer.
struct Soteria: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soteria",
        abstract: "Shows and steers what the Soteria daemon protects.",
        discussion: """
            Without a subcommand: the status.
            Exit status: 0 all is well, 1 the answer is no or there was an error, \
            64 a mistake on the command line, 69 the daemon does not run.
            """,
        version: API.Version.text,
        subcommands: [
            StatusCommand.self, RiskCommand.self, WatchCommand.self, ProtectCommand.self,
            UnblockCommand.self, KeepCommand.self, PauseCommand.self, PromptsCommand.self,
            CheckInCommand.self, LogCommand.self, MetricsCommand.self, InsightsCommand.self,
            UsageCommand.self, BudgetsCommand.self, GoalsCommand.self, ExplainCommand.self,
            QuietHoursCommand.self, AutoProtectionCommand.self, TargetsCommand.self,
            RulesCommand.self, BrowserCommand.self, EventsCommand.self, ExportCommand.self,
            ImportCommand.self, BackupCommand.self, RestoreCommand.self, DoctorCommand.self,
            DashboardCommand.self, DemoCommand.self,
        ],
        defaultSubcommand: StatusCommand.self)
}
