import API
import ArgumentParser

/// `soteria auto-protection`: the rules by which the daemon protects by itself, and their switches.
struct AutoProtectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auto-protection",
        abstract: "Show the rules that protect by themselves, switch them.",
        subcommands: [
            ListCommand<Rules>.self, SwitchOnCommand<Rules>.self, SwitchOffCommand<Rules>.self,
        ], defaultSubcommand: ListCommand<Rules>.self)

    /// The rules, which may protect or not.
    enum Rules: Switchable {
        typealias Listing = ProtectionAPI.ListAutoProtections
        typealias Switching = ProtectionAPI.SetAutoProtection

        static var help: SwitchHelp {
            SwitchHelp(
                list: "Show every rule, its condition and what runs.", key: "rule",
                on: ("enable", "Let a rule protect by itself."),
                off: ("disable", "Keep a rule from protecting; what runs goes on to its end."),
                refusal: "Refused while it is strict and runs.")
        }
        static var completion: CompletionKind { Completions.autoProtections }

        static func parameters(_ key: String, isOn: Bool) -> Switching.Parameters {
            .init(rule: key, enabled: isOn)
        }
        static func text(_ list: Listing.Reply, now: () throws -> Moment?, _ style: Style) throws
            -> String
        {
            AutoProtectionText.list(list.rules, now: try now(), style)
        }
        static func text(_ switched: Switching.Reply, now: () throws -> Moment?, _ style: Style)
            throws -> String
        {
            let now = try now()
            return AutoProtectionText.list([switched.rule], now: now, style)
                + EditText.pending(switched.pendingUntil, now: now)
        }
    }
}
