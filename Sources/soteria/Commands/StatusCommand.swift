import API
import ArgumentParser

struct StatusCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what is blocked, why and until when.",
        discussion: """
            With --waybar: one line of JSON for a bar: what Waybar's custom modules take as \
            return-type json, i3status-rust's custom blocks as json, i3blocks as format=json. \
            A bar is told with status 0 that the daemon does not run.
            """)

    @Flag(
        name: [.customLong("waybar"), .customLong("i3status")],
        help: "Print one line of JSON for a status bar.")
    var bar = false

    @Flag(help: "With --waybar: go on with a line at each change.")
    var follow = false

    @Flag(help: "Wait for Enter at the end, in a terminal that closes with the program.")
    var hold = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if follow, !bar { throw ValidationError("--follow needs --waybar") }
        if hold, bar { throw ValidationError("--hold is not for bars") }
    }

    func run(in surroundings: Surroundings) throws {
        guard hold else { return try show(surroundings) }
        // The faults are to be read as well.
        var shown = self
        shown.hold = false
        let status = surroundings.perform(shown)
        surroundings.error("\nEnter ends this. ")
        _ = try surroundings.listen(true).hear(within: nil)
        if status != ExitStatus.fine { throw ExitCode(status) }
    }

    private func show(_ surroundings: Surroundings) throws {
        if bar {
            var following = BarFollowing(daemon: daemon, surroundings: surroundings)
            if follow { try following.run() }
            try following.showOnce()
            return
        }
        let client = try daemon.client(surroundings)
        let status = StatusText(
            protection: try client.call(ProtectionAPI.List.self),
            risk: try client.call(RiskAPI.GetStatus.self).status,
            daemon: try client.call(DaemonAPI.GetStatus.self),
            checkIns: try client.call(CheckInAPI.List.self).checkIns,
            budgets: try client.call(BudgetsAPI.List.self).budgets)
        try surroundings.show(status, daemon.output) { status.text($0) }
        if surroundings.isTerminal, !daemon.output.json { try offerPause(client, surroundings) }
    }

    /// While quiet hours run, a person who looks is offered a pause.
    private func offerPause(_ client: SoteriaClient, _ surroundings: Surroundings) throws {
        let schedules = try client.call(QuietHoursAPI.List.self).schedules
        guard schedules.contains(where: \.active) else { return }
        surroundings.output("\nQuiet hours are active. Pause before you go on: soteria pause\n")
    }
}
