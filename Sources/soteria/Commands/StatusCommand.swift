import API
import ArgumentParser
import Localization

struct StatusCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status", abstract: localized("Show what is blocked, why and until when."),
            discussion: localized(
                """
                With --waybar, prints one line of JSON for a status bar. To use the line, set \
                return-type to json in a custom module of Waybar, json to true in a custom block \
                of i3status-rust, or format=json in i3blocks. If the daemon is not running, the \
                line says so, and the exit status is 0.
                """))
    }

    @Flag(
        name: [.customLong("waybar"), .customLong("i3status")],
        help: .localized("Print one line of JSON for a status bar."))
    var bar = false

    @Flag(help: .localized("With --waybar: print a new line at each change."))
    var follow = false

    @Flag(
        help: .localized("Wait for Enter before exiting, so that the terminal window stays open."))
    var hold = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if follow, !bar { throw ValidationError(localized("--follow needs --waybar")) }
        if hold, bar { throw ValidationError(localized("--hold cannot be used with --waybar")) }
    }

    func run(in context: CommandContext) throws {
        guard hold else { return try show(context) }
        // Errors are shown too, before the wait.
        var shown = self
        shown.hold = false
        let status = context.perform(shown)
        context.error(localized("\nPress Enter to close. "))
        _ = try context.listen(true).nextInput(within: nil)
        if status != ExitStatus.fine { throw ExitCode(status) }
    }

    private func show(_ context: CommandContext) throws {
        if bar {
            var following = BarFollower(daemon: daemon, context: context)
            if follow { try following.run() }
            try following.showOnce()
            return
        }
        let client = try daemon.client(context)
        var status = StatusText(
            protection: try client.call(ProtectionAPI.List.self),
            risk: try client.call(RiskAPI.GetStatus.self).status,
            daemon: try client.call(DaemonAPI.GetStatus.self),
            checkIns: try client.call(CheckInAPI.List.self).checkIns,
            budgets: try client.call(BudgetsAPI.List.self).budgets)
        // The figures are an extra: without them the status is shown all the same.
        let week = try? client.call(MetricsAPI.Get.self, .init(range: .thisWeek)).metrics
        status.week = week.map(StatusText.Week.init)
        try context.show(status, daemon.output) { status.text($0) }
        if context.isTerminal, !daemon.output.json { try offerPause(client, context) }
    }

    /// While quiet hours run, the status offers a pause.
    private func offerPause(_ client: SoteriaClient, _ context: CommandContext) throws {
        let schedules = try client.call(QuietHoursAPI.List.self).schedules
        guard schedules.contains(where: \.active) else { return }
        context.output(
            localized("\nQuiet hours are active. Pause before you go on: soteria pause\n"))
    }
}
