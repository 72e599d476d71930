import API
import ArgumentParser

/// `soteria protect`: blocks a target, or all, for a while.
struct ProtectCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "protect", abstract: "Block a target, or all, for a while from now.")

    @Argument(
        help: "The target's key (default: every monitored target).",
        completion: Completions.targets)
    var target: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, such as 45m or 1h30m.", valueName: "length"))
    var length = Length(seconds: 3600)

    @Option(help: "What to call it.")
    var name: String?

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws -> Bool {
        let client = try daemon.client(surroundings)
        let reply = try client.call(
            ProtectionAPI.Start.self,
            .init(target: target, seconds: length.seconds, name: name))
        let state = try client.call(ProtectionAPI.List.self)
        try surroundings.show(reply, daemon.output) { style in
            Self.text(reply, state, style)
        }
        return true
    }

    /// What was done, with each target by its name.
    static func text(
        _ reply: ProtectionAPI.Start.Reply, _ state: ProtectionAPI.List.Reply, _ style: Style
    ) -> String {
        let names = reply.targets.map { key in
            state.targets.first { $0.target == key }?.name ?? key
        }
        let until =
            Moment(state.now).map { TimeWords.until(reply.until, now: $0) }
            ?? " until \(reply.until)"
        let blocked = style.apply(.bad, "blocked" + until)
        return names.map { style.apply(.strong, Printable.text($0)) }.joined(separator: ", ")
            + " " + blocked + "\n"
    }
}
