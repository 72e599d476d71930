import API
import ArgumentParser
import Localization

struct WatchCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "watch",
            abstract: localized("Show decisions as they happen, until interrupted."),
            discussion: localized(
                """
                With --json, prints the current state and then each decision, one object per line.
                With --exec, runs a command after each decision, one at a time. The command's \
                environment has the variables SOTERIA_TARGET, SOTERIA_NAME, SOTERIA_VERDICT \
                (block, unblock or update), SOTERIA_UNTIL, SOTERIA_GRANTED_UNTIL, SOTERIA_CAUSE, \
                SOTERIA_REASONS, SOTERIA_STRICT (1 or 0) and SOTERIA_SEQUENCE. If the command \
                exits with a status other than 0, standard error says so. Ctrl-C ends the watch as \
                soon as the running command has finished.
                """))
    }

    @Option(
        help: ArgumentHelp(
            localized("Run this command with /bin/sh for each decision."), valueName: "COMMAND"),
        completion: .default)
    var exec: String?

    @Flag(help: .localized("With --exec: also run the command once for each target at the start."))
    var initial = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if initial, exec == nil { throw ValidationError(localized("--initial needs --exec")) }
        if exec != nil, daemon.output.json {
            throw ValidationError(
                localized(
                    "--exec cannot be combined with --json, because --exec prints no decisions"))
        }
        if let exec, exec.allSatisfy(\.isWhitespace) {
            throw ValidationError(localized("--exec needs a command"))
        }
    }

    func run(in context: CommandContext) throws {
        if let exec {
            try CommandWatch(
                daemon: daemon, context: context, command: exec, initial: initial
            ).run()
        }
        var view = WatchText(style: context.style)
        let client = try daemon.client(context)
        try DaemonFollower(daemon: daemon, context: context).run(client) { client, markConnected in
            let now = Moment(try client.call(DaemonAPI.GetStatus.self).now)
            try client.monitor(ProtectionAPI.Monitor.self, NoMembers()) { reply in
                markConnected()
                try context.showLine(reply, daemon.output) { _ in
                    view.lines(reply, now: now)
                }
            }
        }
    }
}

/// The output of `soteria watch` for each reply.
struct WatchText {
    let style: Style
    private(set) var nameWidth = 0
    /// The shown state of each target by key: true for blocked.
    private(set) var blocked: [String: Bool] = [:]

    /// The lines of a reply: a decision, or the state of the targets. If an earlier state is known,
    /// as after a restart of the daemon, only the targets that differ.
    mutating func lines(_ reply: ProtectionAPI.Monitor.Reply, now: Moment?) -> String {
        var text = ""
        let targets = reply.targets ?? []
        nameWidth = targets.map { Printable.columns($0.name) }.max() ?? nameWidth
        for target in targets where blocked[target.target] != target.blocked {
            blocked[target.target] = target.blocked
            text += DecisionText.line(target, now: now, nameWidth: nameWidth, style)
        }
        if let decision = reply.decision {
            blocked[decision.target] = decision.verdict != .unblock
            text += DecisionText.line(decision, nameWidth: nameWidth, style)
        }
        return text
    }
}
