import API
import ArgumentParser

/// A kind of thing in the rules that people list, and switch on and off by key.
protocol Switchable {
    associatedtype Listing: TypedMethod where Listing.Parameters == NoMembers
    associatedtype Switching: TypedMethod

    /// What is said in the help of the three commands.
    static var help: SwitchHelp { get }
    /// The keys that the shell may complete.
    static var completion: CompletionKind { get }
    /// What the daemon is asked to switch one.
    static func parameters(_ key: String, isOn: Bool) -> Switching.Parameters
    static func text(_ list: Listing.Reply, now: () throws -> Moment?, _ style: Style) throws
        -> String
    static func text(_ switched: Switching.Reply, now: () throws -> Moment?, _ style: Style) throws
        -> String
}

/// The names and the help of the commands of one kind.
struct SwitchHelp {
    /// What the list says of itself.
    var list: String
    /// What the key is of, in one word.
    var key: String
    /// The name and the abstract of the command that switches on.
    var on: (name: String, abstract: String)
    /// The name and the abstract of the command that switches off.
    var off: (name: String, abstract: String)
    /// When switching off is refused.
    var refusal: String
}

/// `list`: shows all of a kind.
struct ListCommand<Kind: Switchable>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: Kind.help.list)
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws {
        try daemon.show(Kind.Listing.self, NoMembers(), in: surroundings) { reply, now, style in
            try Kind.text(reply, now: now, style)
        }
    }
}

/// `enable KEY`: switches one on.
struct SwitchOnCommand<Kind: Switchable>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Kind.help.on.name, abstract: Kind.help.on.abstract)
    }

    @OptionGroup var change: SwitchOptions<Kind>

    func run(in surroundings: Surroundings) throws {
        try change.set(true, surroundings)
    }
}

/// `disable KEY`: switches one off.
struct SwitchOffCommand<Kind: Switchable>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Kind.help.off.name, abstract: Kind.help.off.abstract,
            discussion: Kind.help.refusal)
    }

    @OptionGroup var change: SwitchOptions<Kind>

    func run(in surroundings: Surroundings) throws {
        try change.set(false, surroundings)
    }
}

struct SwitchOptions<Kind: Switchable>: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The \(Kind.help.key)'s key.", valueName: Kind.help.key),
        completion: Kind.completion)
    var key: String

    @OptionGroup var daemon: DaemonOptions

    /// Switches it and shows how it stands now.
    func set(_ isOn: Bool, _ surroundings: Surroundings) throws {
        try daemon.show(Kind.Switching.self, Kind.parameters(key, isOn: isOn), in: surroundings) {
            reply, now, style in
            try Kind.text(reply, now: now, style)
        }
    }
}

extension SoteriaClient {
    /// The daemon's trusted time.
    func now() throws -> Moment? { Moment(try call(DaemonAPI.GetStatus.self).now) }
}
