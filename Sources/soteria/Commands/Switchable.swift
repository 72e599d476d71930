import API
import ArgumentParser
import Localization

/// A kind of rule entries that people list, and switch on and off by key.
protocol Switchable {
    associatedtype Listing: TypedMethod where Listing.Parameters == NoMembers
    associatedtype Switching: TypedMethod
    associatedtype Item

    static var help: SwitchHelp { get }
    static var completion: CompletionKind { get }
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
    /// The name of an entry, one word, and what it is to the commands.
    var key: (name: String, help: String)
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
        help: ArgumentHelp(Kind.help.key.help, valueName: Kind.help.key.name),
        completion: Kind.completion)
    var key: String

    @OptionGroup var daemon: DaemonOptions

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
