import API
import ArgumentParser
import Localization

struct MetricsCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "metrics",
            abstract: localized("Show the figures for today, this week, this month or all time."),
            discussion: localized(
                "docs/metrics.md explains each figure. Write dates as 2026-12-24."))
    }

    @OptionGroup var range: RangeOptions

    @Flag(
        help: .localized(
            "Print comma-separated values with the columns \"figure\", \"value\" and \"of\"."))
    var csv = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if csv, daemon.output.json {
            throw ValidationError(localized("--csv and --json cannot be combined"))
        }
    }

    func run(in context: CommandContext) throws {
        let reply = try daemon.client(context).call(
            MetricsAPI.Get.self,
            .init(range: range.asked, from: range.from?.description, to: range.to?.description))
        if csv {
            context.output(MetricsTable.csv(reply.metrics, reply.emergency))
        } else {
            try context.show(reply, daemon.output) { style in
                MetricsText(
                    metrics: reply.metrics, emergency: reply.emergency,
                    isTerminal: context.isTerminal, style: style
                ).text
            }
        }
    }
}

struct RangeOptions: ParsableArguments {
    /// The ranges by their names on the command line.
    enum Named: String, ExpressibleByArgument, CaseIterable {
        case today, week, month, all

        /// The daemon's names, which JSON and CSV show, are accepted too.
        init?(argument: String) {
            let name = argument.hasPrefix("this_") ? argument.dropFirst(5) : argument[...]
            self.init(rawValue: String(name))
        }
    }

    @Option(
        help: .localized(
            """
            The days to include: today, this week (from Monday), this month (from the 1st), or all.
            """))
    var range: Named?

    @Option(
        help: ArgumentHelp(
            localized("The first day to include; replaces --range."), valueName: "day"),
        transform: CalendarDay.parse)
    var from: CalendarDay?

    @Option(
        help: ArgumentHelp(
            localized("The last day to include (default: today)."), valueName: "day"),
        transform: CalendarDay.parse)
    var to: CalendarDay?

    func validate() throws {
        if range != nil, from != nil || to != nil {
            throw ValidationError(localized("--range and --from cannot be combined"))
        }
        if to != nil, from == nil { throw ValidationError(localized("--to needs --from")) }
        if let from, let to, to.number < from.number {
            throw ValidationError(localized("--to is before --from"))
        }
    }

    /// The daemon's range; nil if none was given.
    var asked: MetricsAPI.Range? {
        if from != nil { return .custom }
        switch range {
        case nil: return nil
        case .today: return .today
        case .week: return .thisWeek
        case .month: return .thisMonth
        case .all: return .all
        }
    }
}
