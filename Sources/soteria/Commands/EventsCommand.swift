import API
import ArgumentParser
import Engine
import EventStore
import Localization

struct EventsCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "events",
            abstract: localized(
                "Show recorded events, check that the record is intact, and forget old events."),
            discussion: localized(
                "To see the options for the list, such as --follow: soteria help events list"),
            subcommands: [
                EventsListCommand.self, EventsVerifyCommand.self, EventsForgetCommand.self,
            ],
            defaultSubcommand: EventsListCommand.self)
    }
}

struct EventsListCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: localized("Show recorded events: decisions, changes and faults."),
            discussion: localized(
                """
                Write times as 22:30, 2026-12-24 or "2026-12-24 22:30", or in RFC 3339 format.
                With --json, prints one object per line.
                """))
    }

    @Flag(
        name: .shortAndLong,
        help: .localized("Keep showing new events as they happen, until interrupted."))
    var follow = false

    @Option(
        help: ArgumentHelp(
            localized(
                "Show only events of this kind, such as decided; can be given several times."),
            valueName: "kind"))
    var kind: [Fact.Kind] = []

    @Option(
        help: ArgumentHelp(localized("Show only events from this time on."), valueName: "time"),
        transform: InstantArgument.parse)
    var from: InstantArgument?

    @Option(
        help: ArgumentHelp(localized("Show only events before this time."), valueName: "time"),
        transform: InstantArgument.parse)
    var to: InstantArgument?

    @Option(
        help: ArgumentHelp(
            localized("Show only events with a higher number than this."), valueName: "number"))
    var after: Int?

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp(
            localized("How many of the newest events to show (0: all)."), valueName: "count"))
    var limit = 50

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if limit < 0 { throw ValidationError(localized("--limit must not be negative")) }
        if follow, to != nil {
            throw ValidationError(localized("--follow and --to cannot be combined"))
        }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        // Requested before the events are read, so that none is missed in between.
        let end = follow ? try client.call(ProtectionAPI.List.self).sequence : 0
        let last = limit == 0 ? try all(client, context) : try newest(client, context)
        guard follow else {
            if last == 0, context.isTerminal, !daemon.output.json {
                context.output(localized("No events.\n"))
            }
            return
        }
        try go(on: client, after: max(end, last, after ?? 0), context)
    }

    /// Shows events as they happen, across restarts of the daemon.
    private func go(on client: SoteriaClient, after number: Int, _ context: CommandContext)
        throws -> Never
    {
        var seen = number
        var isFirst = true
        try DaemonFollower(daemon: daemon, context: context).run(client) { client, markConnected in
            if !isFirst {
                // A new record counts from one again.
                if try client.call(ProtectionAPI.List.self).sequence < seen { seen = 0 }
            }
            isFirst = false
            try client.monitor(
                DaemonAPI.Events.self, .init(after: seen, kinds: kinds, follow: true)
            ) { reply in
                markConnected()
                try show(reply.events, context)
                seen = reply.events.last?.sequence ?? seen
            }
        }
    }

    private var kinds: [String]? { kind.isEmpty ? nil : kind.map(\.rawValue) }

    /// Shows the newest events of the request, oldest first; returns the last one's number.
    private func newest(_ client: SoteriaClient, _ context: CommandContext) throws -> Int {
        var events: [DaemonAPI.Event] = []
        try client.monitor(
            DaemonAPI.Events.self,
            .init(
                after: after, from: try client.rfc3339(from, context),
                to: try client.rfc3339(to, context), kinds: kinds, limit: limit,
                newestFirst: true), timeout: DaemonOptions.patience
        ) { reply in
            events += reply.events
        }
        try show(events.reversed(), context)
        return events.first?.sequence ?? 0
    }

    /// Shows every event as it arrives; returns the last one's number.
    private func all(_ client: SoteriaClient, _ context: CommandContext) throws -> Int {
        var last = 0
        try client.monitor(
            DaemonAPI.Events.self,
            .init(
                after: after, from: try client.rfc3339(from, context),
                to: try client.rfc3339(to, context), kinds: kinds),
            timeout: DaemonOptions.patience
        ) { reply in
            try show(reply.events, context)
            last = reply.events.last?.sequence ?? last
        }
        return last
    }

    private func show(_ events: [DaemonAPI.Event], _ context: CommandContext) throws {
        for event in events {
            try context.showLine(event, daemon.output) { EventText.line(event, $0) }
        }
    }
}

extension Fact.Kind: ExpressibleByArgument {}

struct EventsVerifyCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "verify",
            abstract: localized("Check that no recorded event was changed or removed."),
            discussion: localized(
                """
                Each event is recorded with a hash of itself and of all earlier events, and every \
                hour the daemon writes the latest hash to the journal. This command checks every \
                hash, and compares the hashes with those in the journal. It works without the \
                daemon.
                Exit status: 0 if the record is intact, 1 if it is not intact or an error occurred.
                """))
    }

    @OptionGroup var record: RecordOptions

    func run(in context: CommandContext) throws {
        let directory = try record.directory(
            record.state == nil ? record.running(context) : nil, context)
        let journal = JournalHeads.read(context)
        let path = EventStore.database(in: directory)
        try RecordInput.require(path)
        let report = try journal.verify(
            path: path,
            isInPlace: StateDirectories(environment: context.environment).contains(directory))
        let known = journal.heads(of: report).count
        let text = ChainText(
            report: report, path: path, heads: known, others: journal.entries.count - known)
        try context.show(text.output, record.daemon.output) { text.text($0) }
        if report.broken != nil { throw ExitCode.failure }
    }
}

struct EventsForgetCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "forget",
            abstract: localized(
                "Remove all events from before a date, with everything that you said in them."),
            discussion: localized(
                """
                The figures of those days stay, and so do streaks, goals, names, your last mood \
                and the last two answers to each check-in. The last 31 days always stay, because \
                waits and the risk score depend on them. The record can still be verified, and \
                shows that events were removed. Backups, exports and replaced records that were \
                made earlier still contain the events.
                Asks before it removes anything; without a terminal, --yes is needed.
                """))
    }

    @Option(
        help: ArgumentHelp(
            localized("The first day to keep, such as 2026-06-01."), valueName: "date"))
    var before: String

    @Flag(help: .localized("Remove the events without asking first."))
    var yes = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard CalendarDay(before) != nil else {
            throw ValidationError(localized("--before must be a date, such as 2026-06-01"))
        }
    }

    func run(in context: CommandContext) throws {
        guard try isSure(context) else {
            context.error(localized("Nothing was removed.\n"))
            throw ExitCode(ExitStatus.no)
        }
        // A long record takes a while.
        let limit = max(context.timeout, DaemonOptions.patience)
        let client = try SoteriaClient(daemon.address(context), timeout: limit)
        let reply = try client.call(DaemonAPI.Forget.self, .init(before: before))
        try context.show(reply, daemon.output) { _ in RecordText.forgotten(reply, asked: before) }
    }

    private func isSure(_ context: CommandContext) throws -> Bool {
        if yes { return true }
        guard context.canAsk else {
            throw Failure(
                localized(
                    """
                    cannot ask questions without a terminal; to remove the events anyway, pass --yes
                    """
                ),
                status: ExitStatus.usage)
        }
        var isSure = false
        let dialogue = try Dialogue(context)
        try dialogue.untilInputEnds {
            isSure = try dialogue.choose(
                localized("Permanently remove all events from before \(before)?"),
                [
                    .init(key: "n", label: localized("[n]o"), word: "no", value: false),
                    .init(key: "y", label: localized("[y]es"), word: "yes", value: true),
                ])
        }
        return isSure
    }
}
