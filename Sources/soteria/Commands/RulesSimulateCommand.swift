import API
import ArgumentParser
import Engine
import Foundation
import Localization
import RuleFiles
import RuleModel

struct RulesSimulateCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "simulate",
            abstract: localized("Simulate days or weeks to see what the rules would block."),
            discussion: localized(
                """
                The simulation changes nothing. Write times as 22:30, 2026-12-24 or "2026-12-24 \
                22:30", or in RFC 3339 format.
                With --history none, the simulation starts with an empty record, and nothing is \
                used or unblocked. With --history real, the events that the daemon recorded are \
                replayed under the rules; with --history FILE, the events in a file that soteria \
                export wrote. Only --history real needs the daemon.
                """))
    }

    @Option(
        help: ArgumentHelp(
            localized("The start (default: midnight today; with a history, --days before now)."),
            valueName: "time"),
        transform: InstantArgument.parse)
    var from: InstantArgument?

    @Option(
        help: ArgumentHelp(
            localized("The end (default: the start plus --days)."), valueName: "time"),
        transform: InstantArgument.parse)
    var to: InstantArgument?

    @Option(
        help: ArgumentHelp(localized("How many days to simulate (default: 7)."), valueName: "count")
    )
    var days: Int?

    @Option(
        help: ArgumentHelp(
            localized("The history to replay: none, real, or an export file."),
            valueName: "none|real|FILE"),
        completion: .file(extensions: ["jsonl", "csv"]))
    var history = "none"

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            localized(
                """
                Rule files or a directory to read after the shipped rules (default: the rules in \
                use).
                """), valueName: "path"), completion: .file(extensions: ["yaml"]))
    var rules: [String] = []

    @Option(help: ArgumentHelp(localized("Simulate only this target."), valueName: "key"))
    var target: String?

    @Flag(help: .localized("Show only the totals, not every decision."))
    var summary = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        try RuleFileReader.validate(rules)
        if let days, days < 1 || days > 3653 {
            throw ValidationError(localized("--days must be between 1 and 3653 (ten years)"))
        }
        if days != nil, from != nil, to != nil {
            throw ValidationError(localized("give at most two of --from, --to and --days"))
        }
    }

    func run(in context: CommandContext) throws {
        let zones = ZoneSource(environment: context.environment)
        let machine = zones.local().zone
        let zone: TimeZoneRules
        let span: SimulatedSpan
        let source: any SimulationSource
        switch history {
        case "real":
            let client = try daemon.client(context)
            zone = try client.localZone(
                context, under: rules.isEmpty ? nil : RuleFileReader(context).load(rules).ruleSet)
            span = try self.span(now: context.now(), zone: zone)
            source = DaemonSimulation(
                client: client,
                asked: RulesAPI.Simulate.Parameters(
                    from: LocalTime.rfc3339(span.from, offset: 0),
                    to: LocalTime.rfc3339(span.to, offset: 0), history: .real,
                    files: try files(), target: target))
        default:
            let reader = RuleFileReader(context)
            let loading = reader.load(rules)
            reader.reportZone(of: loading)
            zone = loading.ruleSet?.timeZone ?? machine
            span = try self.span(now: context.now(), zone: zone)
            if history != "none", !FileManager.default.fileExists(atPath: history) {
                throw Failure(
                    localized(
                        """
                        \(Printable.text(history)) does not exist; --history must be none, real, \
                        or an export of events
                        """))
            }
            source = LocalSimulation(
                loading: loading, zone: machine, span: span,
                export: history == "none" ? nil : history, target: target)
        }
        let progress = SimulationProgress(span, context)
        var result = SimulationResult(span, history: history == "none" ? .none : .real)
        do {
            defer { progress.end() }
            try source.run { reply in
                result.append(reply)
                progress.show(reply.at)
            }
        } catch let loading as RefusedRules {
            context.error(RuleFileReader.lined(loading.text))
            throw ExitCode.failure
        }
        try context.show(result, daemon.output) { style in
            let zone = (try? zones.zone(shownAs: result.timeZone).get()) ?? zone
            return SimulationText(
                result: result, zone: zone, isUTF8: context.isUTF8, style: style
            ).all(withDecisions: !summary)
        }
    }

    /// The requested span in a zone: from two ends, or from one end and a number of days.
    private func span(now: Instant, zone: TimeZoneRules) throws -> SimulatedSpan {
        func instant(_ argument: InstantArgument?, _ name: String) throws -> Instant? {
            guard let argument else { return nil }
            guard let instant = Instant(rfc3339: argument.rfc3339(in: zone, now: now)) else {
                let problem = SimulatedSpan.Problem.outOfReach
                throw Failure(
                    localized("\(name) is out of range: \(SimulationText.words(problem))"),
                    status: ExitStatus.usage)
            }
            return instant
        }
        let count = days ?? 7
        let given = (from: try instant(from, "--from"), to: try instant(to, "--to"))
        let isPast = history != "none"
        let begin: Instant
        let end: Instant
        switch given {
        case (let from?, let to?): (begin, end) = (from, to)
        case (let from?, nil): (begin, end) = (from, zone.instant(count, daysFrom: from))
        case (nil, let to?): (begin, end) = (zone.instant(-count, daysFrom: to), to)
        case (nil, nil):
            let midnight = zone.midnight(of: now)
            begin = isPast ? zone.instant(1 - count, daysFrom: midnight) : midnight
            end = isPast ? now : zone.instant(count, daysFrom: midnight)
        }
        switch SimulatedSpan.make(from: begin, to: end) {
        case .success(let span): return span
        case .failure(let problem):
            throw Failure(SimulationText.words(problem), status: ExitStatus.usage)
        }
    }

    /// The texts of the given rule files, for the daemon; nil if none are given.
    private func files() throws -> [RulesAPI.RuleFile]? {
        guard !rules.isEmpty else { return nil }
        let directories =
            rules.contains(where: SocketAddress.directoryExists)
            ? RuleDirectories(overriding: rules) : RuleDirectories(files: rules)
        if rules.count > 1, rules.contains(where: SocketAddress.directoryExists) {
            throw Failure(
                localized("with --history real, --rules takes only one directory"),
                status: ExitStatus.usage)
        }
        let read = RuleLoader(zones: ZoneSource(environment: [:])).load(directories)
        return read.sources.filter { $0.layer > 0 && !$0.isList }.map {
            RulesAPI.RuleFile(
                name: URL(fileURLWithPath: $0.path).standardizedFileURL.path, text: $0.text)
        }
    }
}
