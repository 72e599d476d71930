import API
import ArgumentParser

/// A kind of rule entries that people list, and switch on and off by key.
protocol Switchable {
    associatedtype Listing: TypedMethod where Listing.Parameters == NoMembers
    associatedtype Switching: TypedMethod
    associatedtype Item

    static var help: SwitchHelp { get }
    static var completion: CompletionKind { get }
    /// The parameters of the call that switches an entry.
    static func parameters(_ key: String, isOn: Bool) -> Switching.Parameters
    static func items(_ list: Listing.Reply) -> [Item]
    /// The current state, and the time of a delayed switch-off.
    static func change(_ switched: Switching.Reply) -> (item: Item, pendingUntil: String?)
    static func text(_ items: [Item], now: Now, _ style: Style) throws -> String
}

/// The names and the help of the commands for one kind.
struct SwitchHelp {
    /// The name of the list.
    var list: String
    /// The name of an entry, one word.
    var key: String
    var on: (name: String, abstract: String)
    var off: (name: String, abstract: String)
    var refusal: String
}

struct ListCommand<Kind: Switchable>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: Kind.help.list)
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        try daemon.show(Kind.Listing.self, NoMembers(), in: context) { reply, now, style in
            try Kind.text(Kind.items(reply), now: now, style)
        }
    }
}

struct SwitchOnCommand<Kind: Switchable>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Kind.help.on.name, abstract: Kind.help.on.abstract)
    }

    @OptionGroup var change: SwitchOptions<Kind>

    func run(in context: CommandContext) throws {
        try change.set(true, context)
    }
}

struct SwitchOffCommand<Kind: Switchable>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Kind.help.off.name, abstract: Kind.help.off.abstract,
            discussion: Kind.help.refusal)
    }

    @OptionGroup var change: SwitchOptions<Kind>

    func run(in context: CommandContext) throws {
        try change.set(false, context)
    }
}

struct SwitchOptions<Kind: Switchable>: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The \(Kind.help.key)'s key.", valueName: Kind.help.key),
        completion: Kind.completion)
    var key: String

    @OptionGroup var daemon: DaemonOptions

    /// Switches an entry and shows its new state.
    func set(_ isOn: Bool, _ context: CommandContext) throws {
        try daemon.show(Kind.Switching.self, Kind.parameters(key, isOn: isOn), in: context) {
            reply, now, style in
            let (item, until) = Kind.change(reply)
            return try Kind.text([item], now: now, style)
                + EditText.pending(until, now: until == nil ? nil : now())
        }
    }
}

extension SoteriaClient {
    /// The daemon's trusted time.
    func now() throws -> Moment? { Moment(try call(DaemonAPI.GetStatus.self).now) }
}

struct QuietHoursCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet-hours",
        abstract: "Show the quiet-hours schedules and switch them on or off.",
        subcommands: [
            ListCommand<Schedules>.self, SwitchOnCommand<Schedules>.self,
            SwitchOffCommand<Schedules>.self,
        ], defaultSubcommand: ListCommand<Schedules>.self)

    enum Schedules: Switchable {
        typealias Listing = QuietHoursAPI.List
        typealias Switching = QuietHoursAPI.SetEnabled
        typealias Item = QuietHoursAPI.Schedule

        static var help: SwitchHelp {
            SwitchHelp(
                list: "Show every schedule and its times.", key: "schedule",
                on: ("enable", "Switch a schedule on."),
                off: ("disable", "Switch a schedule off."),
                refusal: "This is refused while a strict schedule is active.")
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

struct AutoProtectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auto-protection",
        abstract: "Show the automatic protections and switch them on or off.",
        subcommands: [
            ListCommand<Rules>.self, SwitchOnCommand<Rules>.self, SwitchOffCommand<Rules>.self,
        ], defaultSubcommand: ListCommand<Rules>.self)

    enum Rules: Switchable {
        typealias Listing = ProtectionAPI.ListAutoProtections
        typealias Switching = ProtectionAPI.SetAutoProtection
        typealias Item = ProtectionAPI.AutoProtection

        static var help: SwitchHelp {
            SwitchHelp(
                list: "Show every rule with its condition and state.", key: "rule",
                on: ("enable", "Switch a rule on."),
                off: ("disable", "Switch a rule off; a running protection is not ended."),
                refusal: "This is refused while the protection of a strict rule is running.")
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
