import API
import ArgumentParser

/// `soteria quiet-hours`: the schedules, and their switches.
struct QuietHoursCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet-hours", abstract: "Show the quiet-hours schedules, switch them.",
        subcommands: [
            ListCommand<Schedules>.self, SwitchOnCommand<Schedules>.self,
            SwitchOffCommand<Schedules>.self,
        ], defaultSubcommand: ListCommand<Schedules>.self)

    /// The schedules, which may run or not.
    enum Schedules: Switchable {
        typealias Listing = QuietHoursAPI.List
        typealias Switching = QuietHoursAPI.SetEnabled

        static var help: SwitchHelp {
            SwitchHelp(
                list: "Show every schedule, and when it runs.", key: "schedule",
                on: ("enable", "Let a schedule run."),
                off: ("disable", "Keep a schedule from running."),
                refusal: "Refused while the schedule is strict and runs.")
        }
        static var completion: CompletionKind { Completions.schedules }

        static func parameters(_ key: String, isOn: Bool) -> Switching.Parameters {
            .init(schedule: key, enabled: isOn)
        }
        static func text(_ list: Listing.Reply, now: () throws -> Moment?, _ style: Style) throws
            -> String
        {
            ScheduleText.list(list.schedules, now: try now(), style)
        }
        static func text(_ switched: Switching.Reply, now: () throws -> Moment?, _ style: Style)
            throws -> String
        {
            let now = try now()
            return ScheduleText.list([switched.schedule], now: now, style)
                + EditText.pending(switched.pendingUntil, now: now)
        }
    }
}
