import API
import ArgumentParser
import Localization

struct RiskCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "risk",
            abstract: localized("Show the current risk, and how it has changed."),
            discussion: localized(
                """
                Write times as 22:30, 2026-12-24 or "2026-12-24 22:30", or in RFC 3339 format.
                With --json, --history and --follow print one object per line.
                """))
    }

    @Flag(
        help: .localized(
            "Show every factor with its weight, its condition, and the values of its variables."))
    var explain = false

    @Flag(help: .localized("Show the recorded scores, one for each change."))
    var history = false

    @Flag(
        name: .shortAndLong,
        help: .localized("Show each change of the score as it happens, until interrupted."))
    var follow = false

    @Option(
        help: ArgumentHelp(
            localized("With --history: only scores at or after this time."), valueName: "time"),
        transform: InstantArgument.parse)
    var from: InstantArgument?

    @Option(
        help: ArgumentHelp(
            localized("With --history: only scores before this time."), valueName: "time"),
        transform: InstantArgument.parse)
    var to: InstantArgument?

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp(
            localized(
                "With --history: how many of the newest scores to show (0: all; default: 50)."),
            valueName: "count"))
    var limit: Int?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if [explain, history, follow].filter(\.self).count > 1 {
            throw ValidationError(localized("--explain, --history and --follow cannot be combined"))
        }
        if !history, from != nil || to != nil || limit != nil {
            throw ValidationError(localized("--from, --to and --limit need --history"))
        }
        if let limit, limit < 0 { throw ValidationError(localized("--limit must not be negative")) }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        if history {
            let limit = limit ?? 50
            try daemon.showLines(
                RiskAPI.History.self,
                .init(
                    from: try client.rfc3339(from, context),
                    to: try client.rfc3339(to, context), limit: limit == 0 ? nil : limit),
                client, in: context, none: localized("No scores.\n"), of: { $0.points },
                as: { RiskText.line($0, $1) })
            return
        }
        if follow { try goOn(client, context) }
        let reply = try client.call(RiskAPI.GetStatus.self)
        try context.show(reply, daemon.output) { style in
            RiskText.text(reply.status, explaining: explain, now: nil, style)
        }
    }

    /// Shows the score and each of its changes, across restarts of the daemon.
    private func goOn(_ client: SoteriaClient, _ context: CommandContext) throws -> Never {
        var last: RiskAPI.Status?
        try DaemonFollower(daemon: daemon, context: context).run(client) { client, markConnected in
            try client.monitor(RiskAPI.Monitor.self, NoMembers()) { reply in
                markConnected()
                // After a restart the first reply may repeat the previous one.
                if reply.status == last { return }
                last = reply.status
                try context.showLine(reply, daemon.output) {
                    RiskText.line(reply.status, $0)
                }
            }
        }
    }
}
