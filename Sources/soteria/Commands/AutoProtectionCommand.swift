import API
import ArgumentParser
import Localization

struct AutoProtectionCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "auto-protection",
            abstract: localized("Show the auto-protections and switch them on or off."),
            subcommands: [
                ListCommand<Rules>.self, SwitchOnCommand<Rules>.self, SwitchOffCommand<Rules>.self,
            ], defaultSubcommand: ListCommand<Rules>.self)
    }

    enum Rules: Switchable {
        typealias Listing = ProtectionAPI.ListAutoProtections
        typealias Switching = ProtectionAPI.SetAutoProtection
        typealias Item = ProtectionAPI.AutoProtection

        static var help: SwitchHelp {
            SwitchHelp(
                list: localized("Show every rule with its condition and state."),
                key: ("rule", localized("The rule's key.")),
                on: ("enable", localized("Switch a rule on.")),
                off: ("disable", localized("Switch a rule off; a running protection continues.")),
                refusal: localized(
                    "A rule cannot be switched off while its own strict protection runs."))
        }
        static var completion: CompletionKind { Completions.autoProtections }

        static func parameters(_ key: String, isOn: Bool) -> Switching.Parameters {
            .init(rule: key, enabled: isOn)
        }
        static func items(_ list: Listing.Reply) -> [Item] { list.rules }
        static func change(_ switched: Switching.Reply) -> (item: Item, pendingUntil: String?) {
            (switched.rule, switched.pendingUntil)
        }
        static func text(_ items: [Item], now: Now, _ style: Style) throws -> String {
            AutoProtectionText.list(items, now: try now(), style)
        }
    }
}
