import API
import ArgumentParser
import Localization

struct UsageCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "usage",
            abstract: localized(
                "Show how long you used each target, and what is left of the budgets."),
            discussion: localized(
                """
                Without options, shows today's use and the budgets.
                Write times as 22:30, 2026-12-24 or "2026-12-24 22:30", or in RFC 3339 format.
                With --sessions and --json, prints one object per line.
                """))
    }

    @Flag(help: .localized("Show how long each target was used today, without the budgets."))
    var today = false

    @Flag(help: .localized("Show each session of use."))
    var sessions = false

    @Option(
        help: ArgumentHelp(localized("Show only the sessions of this target."), valueName: "key"),
        completion: Completions.targets)
    var target: String?

    @Option(
        help: ArgumentHelp(localized("Show only sessions from this time on."), valueName: "time"),
        transform: InstantArgument.parse)
    var from: InstantArgument?

    @Option(
        help: ArgumentHelp(localized("Show only sessions before this time."), valueName: "time"),
        transform: InstantArgument.parse)
    var to: InstantArgument?

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp(
            localized("How many of the newest sessions to show (0: all; default: 50)."),
            valueName: "count"))
    var limit: Int?

    @OptionGroup var daemon: DaemonOptions

    struct Output: Encodable {
        var usage: UsageAPI.Today.Reply
        var budgets: [BudgetsAPI.Budget]
    }

    func validate() throws {
        if today, asksForSessions {
            throw ValidationError(
                localized("--today cannot be combined with the options for sessions"))
        }
        if let limit, limit < 0 { throw ValidationError(localized("--limit must not be negative")) }
    }

    /// Whether an option is given that only applies to sessions.
    private var asksForSessions: Bool {
        sessions || target != nil || from != nil || to != nil || limit != nil
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        if asksForSessions {
            try showSessions(client, context)
            return
        }
        let usage = try client.call(UsageAPI.Today.self)
        if today {
            try context.show(usage, daemon.output) { UsageText.today(usage, $0) }
            return
        }
        let result = Output(
            usage: usage, budgets: try client.call(BudgetsAPI.List.self).budgets)
        try context.show(result, daemon.output) { style in
            let budgets = BudgetText.list(
                result.budgets, now: try client.now(), isTerminal: context.isTerminal, style)
            return UsageText.today(usage, style) + (result.budgets.isEmpty ? "" : "\n" + budgets)
        }
    }

    private func showSessions(_ client: SoteriaClient, _ context: CommandContext) throws {
        let limit = limit ?? 50
        let names = UsageText.Names(
            try client.call(ProtectionAPI.List.self).targets.map { ($0.target, $0.name) },
            places: try client.call(TargetsAPI.List.self).targets.flatMap(\.names))
        try daemon.showLines(
            UsageAPI.Sessions.self,
            .init(
                target: target, from: try client.rfc3339(from, context),
                to: try client.rfc3339(to, context), limit: limit == 0 ? nil : limit),
            client, in: context,
            none: localized("No sessions.\n"), of: { $0.sessions },
            as: { UsageText.line($0, names, $1) })
    }
}
