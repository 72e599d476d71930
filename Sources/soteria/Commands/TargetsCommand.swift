import API
import ArgumentParser

/// `soteria targets`: the groups of apps and sites, and whether they are monitored.
struct TargetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "targets", abstract: "Show the targets, switch their monitoring.",
        subcommands: [
            ListCommand<Targets>.self, SwitchOnCommand<Targets>.self,
            SwitchOffCommand<Targets>.self,
        ], defaultSubcommand: ListCommand<Targets>.self)

    /// The targets, which are monitored or not.
    enum Targets: Switchable {
        typealias Listing = TargetsAPI.List
        typealias Switching = TargetsAPI.SetMonitored

        static var help: SwitchHelp {
            SwitchHelp(
                list: "Show every target with its apps and sites.", key: "target",
                on: ("monitor", "Block and track a target as the rules say."),
                off: ("ignore", "Neither block nor track a target."),
                refusal: "Refused while a strict rule blocks it.")
        }
        static var completion: CompletionKind { Completions.targets }

        static func parameters(_ key: String, isOn: Bool) -> Switching.Parameters {
            .init(target: key, monitored: isOn)
        }
        static func text(_ list: Listing.Reply, now: () throws -> Moment?, _ style: Style) throws
            -> String
        {
            TargetText.list(list.targets, style)
        }
        static func text(_ switched: Switching.Reply, now: () throws -> Moment?, _ style: Style)
            throws -> String
        {
            TargetText.list([switched.target], style)
        }
    }
}
