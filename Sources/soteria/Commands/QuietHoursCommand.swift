import API
import ArgumentParser

/// `soteria quiet-hours`: the schedules, and their switches.
struct QuietHoursCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet-hours", abstract: "Show the quiet-hours schedules, switch them.",
        subcommands: [List.self, Enable.self, Disable.self], defaultSubcommand: List.self)

    /// `soteria quiet-hours list`.
    struct List: Command {
        static let configuration = CommandConfiguration(
            abstract: "Show every schedule, and when it runs.")

        @OptionGroup var daemon: DaemonOptions

        func run(in surroundings: Surroundings) throws -> Bool {
            let client = try daemon.client(surroundings)
            let reply = try client.call(QuietHoursAPI.List.self)
            let now = Moment(try client.call(DaemonAPI.GetStatus.self).now)
            try surroundings.show(reply, daemon.output) { style in
                ScheduleText.list(reply.schedules, now: now, style)
            }
            return true
        }
    }

    /// `soteria quiet-hours enable SCHEDULE`.
    struct Enable: Command {
        static let configuration = CommandConfiguration(abstract: "Let a schedule run.")

        @Argument(help: "The schedule's key.", completion: Completions.schedules)
        var schedule: String

        @OptionGroup var daemon: DaemonOptions

        func run(in surroundings: Surroundings) throws -> Bool {
            try set(schedule, enabled: true, daemon, surroundings)
        }
    }

    /// `soteria quiet-hours disable SCHEDULE`.
    struct Disable: Command {
        static let configuration = CommandConfiguration(
            abstract: "Keep a schedule from running.",
            discussion: "Refused while the schedule is strict and runs.")

        @Argument(help: "The schedule's key.", completion: Completions.schedules)
        var schedule: String

        @OptionGroup var daemon: DaemonOptions

        func run(in surroundings: Surroundings) throws -> Bool {
            try set(schedule, enabled: false, daemon, surroundings)
        }
    }

    private static func set(
        _ schedule: String, enabled: Bool, _ daemon: DaemonOptions, _ surroundings: Surroundings
    ) throws -> Bool {
        let client = try daemon.client(surroundings)
        let reply = try client.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: schedule, enabled: enabled))
        let now = Moment(try client.call(DaemonAPI.GetStatus.self).now)
        try surroundings.show(reply, daemon.output) { style in
            ScheduleText.list([reply.schedule], now: now, style)
        }
        return true
    }
}
