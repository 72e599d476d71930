import API
import ArgumentParser
import Localization

struct TargetsCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "targets",
            abstract: localized(
                "Show the targets, switch monitoring on or off, and name apps and sites."),
            subcommands: [
                ListCommand<Targets>.self, SwitchOnCommand<Targets>.self,
                SwitchOffCommand<Targets>.self, TargetsNameCommand.self,
            ], defaultSubcommand: ListCommand<Targets>.self)
    }

    enum Targets: Switchable {
        typealias Listing = TargetsAPI.List
        typealias Switching = TargetsAPI.SetMonitored
        typealias Item = TargetsAPI.Target

        static var help: SwitchHelp {
            SwitchHelp(
                list: localized("Show every target with its apps and sites."),
                key: ("target", localized("The target's key.")),
                on: (
                    "monitor", localized("Monitor a target: block and track it as the rules say.")
                ),
                off: ("ignore", localized("Stop monitoring a target: neither block nor track it.")),
                refusal: localized("A target cannot be ignored while a strict rule blocks it."))
        }
        static var completion: CompletionKind { Completions.targets }

        static func parameters(_ key: String, isOn: Bool) -> Switching.Parameters {
            .init(target: key, monitored: isOn)
        }
        static func items(_ list: Listing.Reply) -> [Item] { list.targets }
        static func change(_ switched: Switching.Reply) -> (item: Item, pendingUntil: String?) {
            (switched.target, switched.pendingUntil)
        }
        static func text(_ items: [Item], now: Now, _ style: Style) -> String {
            TargetText.list(items, style)
        }
    }
}

struct TargetsNameCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "name", abstract: localized("Give an app or a site a name of your own."),
            discussion: localized(
                """
                An empty name removes the name that you gave: soteria targets name amazon.com ""
                Without --site or --app, a word that could be a site or an app is tried as a site \
                first.
                """))
    }

    enum Kind: String, EnumerableFlag {
        case site, app

        static func help(for value: Self) -> ArgumentHelp? {
            switch value {
            case .site: .localized("The first argument is a site's host name.")
            case .app: .localized("The first argument is an app's id or an executable's path.")
            }
        }
    }

    @Argument(
        help: ArgumentHelp(
            localized("A site's host name, an app's id or an executable's path."),
            valueName: "site|app"),
        completion: Completions.places)
    var place: String

    @Argument(help: .localized("The new name; an empty name removes the name that you gave."))
    var name: String

    @Flag var kind: Kind?

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let reply = try set(daemon.client(context))
        try context.show(reply, daemon.output) { style in
            TargetText.list(reply.targets, style)
        }
    }

    private func set(_ client: SoteriaClient) throws -> TargetsAPI.SetName.Reply {
        func set(_ kind: Kind) throws -> TargetsAPI.SetName.Reply {
            let name = name.allSatisfy(\.isWhitespace) ? nil : name
            return try client.call(
                TargetsAPI.SetName.self,
                .init(
                    site: kind == .site ? place : nil, app: kind == .app ? place : nil, name: name))
        }
        if let kind { return try set(kind) }
        // The id of an app can look like a host name.
        let targets = try client.call(TargetsAPI.List.self).targets
        let isApp =
            place.hasPrefix("/")
            || targets.contains { $0.apps.contains(place) && !$0.sites.contains(place) }
        if isApp { return try set(.app) }
        do {
            return try set(.site)
        } catch CallFailure.refused(is TargetsAPI.NoSuchPlace) {
            // The list is truncated for a long target.
            return try set(.app)
        }
    }
}
