import API
import ArgumentParser

/// `soteria targets`: the groups of apps and sites, and whether they are monitored.
struct TargetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "targets", abstract: "Show the targets, switch their monitoring.",
        subcommands: [List.self, Monitor.self, Ignore.self], defaultSubcommand: List.self)

    /// `soteria targets list`.
    struct List: Command {
        static let configuration = CommandConfiguration(
            abstract: "Show every target with its apps and sites.")

        @OptionGroup var daemon: DaemonOptions

        func run(in surroundings: Surroundings) throws -> Bool {
            let reply = try daemon.client(surroundings).call(TargetsAPI.List.self)
            try surroundings.show(reply, daemon.output) { TargetText.list(reply.targets, $0) }
            return true
        }
    }

    /// `soteria targets monitor TARGET`.
    struct Monitor: Command {
        static let configuration = CommandConfiguration(
            abstract: "Block and track a target as the rules say.")

        @Argument(help: "The target's key.", completion: Completions.targets)
        var target: String

        @OptionGroup var daemon: DaemonOptions

        func run(in surroundings: Surroundings) throws -> Bool {
            try set(target, monitored: true, daemon, surroundings)
        }
    }

    /// `soteria targets ignore TARGET`.
    struct Ignore: Command {
        static let configuration = CommandConfiguration(
            abstract: "Neither block nor track a target.",
            discussion: "Refused while a strict rule blocks it.")

        @Argument(help: "The target's key.", completion: Completions.targets)
        var target: String

        @OptionGroup var daemon: DaemonOptions

        func run(in surroundings: Surroundings) throws -> Bool {
            try set(target, monitored: false, daemon, surroundings)
        }
    }

    private static func set(
        _ target: String, monitored: Bool, _ daemon: DaemonOptions, _ surroundings: Surroundings
    ) throws -> Bool {
        let reply = try daemon.client(surroundings).call(
            TargetsAPI.SetMonitored.self, .init(target: target, monitored: monitored))
        try surroundings.show(reply, daemon.output) { TargetText.list([reply.target], $0) }
        return true
    }
}
