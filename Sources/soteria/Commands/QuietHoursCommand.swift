import API
import ArgumentParser
import Localization

struct QuietHoursCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "quiet-hours",
            abstract: localized("Show the quiet-hours schedules and switch them on or off."),
            subcommands: [
                ListCommand<Schedules>.self, SwitchOnCommand<Schedules>.self,
                SwitchOffCommand<Schedules>.self,
            ], defaultSubcommand: ListCommand<Schedules>.self)
    }

    enum Schedules: Switchable {
        typealias Listing = QuietHoursAPI.List
        typealias Switching = QuietHoursAPI.SetEnabled
        typealias Item = QuietHoursAPI.Schedule

        static var help: SwitchHelp {
            SwitchHelp(
                list: localized("Show every schedule and its times."),
                key: ("schedule", localized("The schedule's key.")),
                on: ("enable", localized("Switch a schedule on.")),
                off: ("disable", localized("Switch a schedule off.")),
                refusal: localized("A strict schedule cannot be switched off while it is active."))
        }
        static var completion: CompletionKind { Completions.schedules }

        static func parameters(_ key: String, isOn: Bool) -> Switching.Parameters {
            .init(schedule: key, enabled: isOn)
        }
        static func items(_ list: Listing.Reply) -> [Item] { list.schedules }
        static func change(_ switched: Switching.Reply) -> (item: Item, pendingUntil: String?) {
            (switched.schedule, switched.pendingUntil)
        }
        static func text(_ items: [Item], now: Now, _ style: Style) throws -> String {
            ScheduleText.list(items, now: try now(), style)
        }
    }
}
