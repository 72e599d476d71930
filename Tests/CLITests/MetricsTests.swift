import API
import EventStore
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria metrics`: figures in words, bars, JSON and CSV.
@Suite struct MetricsTests {
    private func text(
        _ metrics: MetricsAPI.Metrics = SampleReplies.metrics, isTerminal: Bool = false,
        _ style: Style = Style(width: 60)
    ) -> String {
        MetricsText(metrics: metrics, isTerminal: isTerminal, style: style).text
    }

    @Test func withoutATerminalItIsPlainText() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("metrics", daemon: daemon)
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(
            run.output == """
                This week (2026-11-16 to 2026-11-21)
                Protection moments  2 (1 before)
                Unblocks            5 (8 before)
                Requests            9 (12 before)
                Attempts            31
                Expired             1
                Kept                2 of 6 occasions (33%)
                Impulse             3 of 4 occasions (75%)
                Planned             1 of 4 occasions (25%)
                In quiet hours      2 of 5 (40%)
                Protections         2 by you, 1 automatic
                Check-ins           4 yes, 1 no

                Busiest hour           23–24
                Busiest weekday        Friday
                Most common mood       tired
                Most common category   gift
                Time between unblocks  1 h 30 min on average

                Used after an unblock    2 of 5 (40%)
                How long the use lasted  12 min on average
                Intended                 12.0 min on average, used 15 min
                Logged                   2
                Bought                   1 of 2 (50%)
                Spent                    20.00 EUR, 5.00
                Average regret           2.4 of 4
                Not spent                120.00 EUR

                Used
                  Shopping  1 h 30 min

                Used, as other programs measured (imported)
                  Shopping  2 h

                By hour
                  21–22  1 unblocked, 1 kept
                  22–23
                  23–24  4 unblocked, 1 kept

                By weekday
                  Mon
                  Tue
                  Wed
                  Thu
                  Fri  5 unblocked, 2 kept
                  Sat
                  Sun

                By mood
                  tired  2 unblocked, 1 kept

                By category
                  gift  1 unblocked

                """)
    }

    @Test func aTerminalHasBarsOfItsWidth() {
        let text = text(isTerminal: true, Style(width: 46))
        #expect(
            text.contains(
                """
                By hour
                  21–22  ███▒▒▒  1 unblocked, 1 kept
                  22–23
                  23–24  █████████████▒▒▒  4 unblocked, 1 kept

                """), "\(text)")
        for width in [40, 46, 80, 120] {
            let text = self.text(isTerminal: true, Style(width: width))
            let bars = text.split(separator: "\n").filter { $0.contains("█") }
            #expect(bars.count == 5)
            #expect(bars.allSatisfy { Printable.columns(String($0)) <= width }, "\(text)")
        }
    }

    @Test func coloursChangeNothingElse() {
        let colored = text(isTerminal: true, Style(width: 60, color: true))
        #expect(colored.contains("\u{1b}[31m█"))
        #expect(colored.replacing(/\u{1b}\[[0-9]+m/, with: "") == text(isTerminal: true))
        #expect(!text().contains("\u{1b}") && !text().contains("█"))
    }

    @Test func aDayOnWhichNothingHappenedIsShort() {
        #expect(
            text(SampleReplies.nothing) == """
                Today (2026-11-21)
                Protection moments  0
                Unblocks            0
                Requests            0
                Attempts            0

                """)
    }

    @Test func noNumberIsTooLarge() {
        var metrics = SampleReplies.metrics
        metrics.impulse = .init(count: .max, of: 1)
        metrics.planned = .init(count: .min, of: .max)
        metrics.episodes = nil
        (metrics.mostActiveHour, metrics.mostActiveWeekday) = (.max, .min)
        metrics.hours[3] = .init(requests: .max, unblocks: .max, kept: .max)
        metrics.weekdays[3] = .init(requests: .min, unblocks: .min, kept: -1)
        let text = text(metrics, isTerminal: true, Style(width: 80))
        #expect(text.contains("Busiest hour           \(Int.max)\n"))
        #expect(text.contains("(100%)") && !text.contains("Busiest weekday"))
    }

    @Test func everyRangeHasItsName() {
        let names = MetricsAPI.Range.allCases.map(MetricsText.name)
        #expect(Set(names).count == MetricsAPI.Range.allCases.count)
    }

    @Test func jsonIsTheReplyItself() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("metrics", "--json", daemon: daemon)
        let reply = try JSON(parsing: run.output).decode(as: MetricsAPI.Get.Reply.self)
        #expect(reply.metrics == SampleReplies.metrics)
        #expect(run.output.contains("\"meanRegret\":2.350"))
    }

    @Test func csvHasEveryFigure() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("metrics", "--csv", daemon: daemon, isTerminal: true)
        let lines = run.output.components(separatedBy: "\r\n")
        #expect(lines.first == "figure,value,of" && lines.last == "")
        #expect(lines.allSatisfy { $0.isEmpty || $0.filter { $0 == "," }.count == 2 })
        for line in [
            "range,this_week,", "from,2026-11-16,", "requests,9,", "impulse,4,5",
            "mean_regret,2.350,", "hour.23.unblocks,4,", "hour.0.requests,0,", "weekday.5.kept,3,",
            "weekday.5.hour.23.unblocks,4,", "mood.tired.kept,1,", "category.gift.unblocks,1,",
            "spent.EUR,20.00,", "spent,5.00,", "kept_amount.EUR,99.90,",
            "usage.shopping.seconds,5400,", "imported.shopping.seconds,7200,",
            "previous.unblocks,8,", "most_active_weekday,5,",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.count == 1 + MetricsTable.rows(SampleReplies.metrics).count + 1)
        // A figure without a value has no row.
        let none = MetricsTable.rows(SampleReplies.nothing).map(\.figure)
        #expect(!none.contains("impulse") && !none.contains("mean_regret"))
        #expect(none.contains("unblocks") && Set(none).count == none.count)
    }

    @Test(arguments: [
        (["plain", nil, "a b"], "plain,,a b\r\n"), (["a,b"], "\"a,b\"\r\n"),
        (["say \"no\""], "\"say \"\"no\"\"\"\r\n"), (["two\r\nlines"], "\"two\r\nlines\"\r\n"),
    ])
    func csvIsQuotedAsTheStandardSays(fields: [String?], line: String) {
        #expect(CSVRow.encode(fields) == line)
    }

    @Test(arguments: [
        ([], "{}"), (["--range", "today"], #"{"range":"today"}"#),
        (["--range", "week"], #"{"range":"this_week"}"#),
        (["--range", "this_week"], #"{"range":"this_week"}"#),
        (["--range", "month"], #"{"range":"this_month"}"#),
        (["--range", "all"], #"{"range":"all"}"#),
        (["--from", "2026-11-01"], #"{"range":"custom","from":"2026-11-01"}"#),
        (
            ["--from", "2026-11-01", "--to", "2026-11-01"],
            #"{"range":"custom","from":"2026-11-01","to":"2026-11-01"}"#
        ),
    ])
    func rangesArePassedOn(arguments: [String], parameters: String) throws {
        let tracking = FakeTracking()
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        #expect(CommandRun(arguments: ["metrics"] + arguments, daemon: daemon).status == 0)
        #expect(CommandRun(arguments: ["insights"] + arguments, daemon: daemon).status == 0)
        #expect(tracking.log == ["metrics.Get \(parameters)", "metrics.Insights \(parameters)"])
    }

    @Test(arguments: [
        (["--range", "year"], "'today', 'week', 'month' or 'all'"),
        (["--range", "this_all_"], "'today', 'week', 'month' or 'all'"),
        (["--csv", "--json"], "cannot be combined"),
        (["--range", "all", "--from", "2026-11-01"], "cannot be combined"),
        (["--to", "2026-11-01"], "--to needs --from"), (["--from", "2026-02-30"], "Usage"),
        (["--from", "2026-11-02", "--to", "2026-11-01"], "--to is before --from"),
        (["--from", "yesterday"], "Usage"), (["--from", "0000-00-00"], "Usage"),
    ])
    func mistakesAreExplained(arguments: [String], text: String) {
        let run = CommandRun(arguments: ["metrics"] + arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        // Lines may be broken anywhere between words.
        let words = run.unwrappedError
        #expect(words.contains(text), "\(words)")
    }

    @Test func whatThePlanDoesNotAllowIsSaid() throws {
        let daemon = try FakeDaemon([
            "org.soteria.metrics.Get": Method { _ in
                throw MetricsAPI.PlanLimit(plan: "free", what: "metrics of all time").varlinkError
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("metrics", "--range", "all", daemon: daemon)
        #expect(run.status == 1)
        #expect(
            run.error
                == "soteria: the plan \"free\" does not allow metrics of all time; "
                + "see: soteria plan\n")
    }
}

/// Bars and their widths.
@Suite struct BarTests {
    @Test(arguments: [
        ([4, 2], 6, 12, [8, 4]), ([1, 0], 1000, 10, [1, 0]), ([0, 0], 0, 10, [0, 0]),
        ([999, 1], 1000, 10, [10, 0]), ([5, 5], 10, 0, [0, 0]), ([3], 3, -1, [0]),
        ([Int.max, 1], Int.max, 10, [10, 0]),
    ])
    func widthsNeverPassTheColumns(parts: [Int], whole: Int, columns: Int, widths: [Int]) {
        #expect(Bar.widths(parts, of: whole, columns: columns) == widths)
    }

    @Test(arguments: [
        (0, 10, 0), (5, 10, 500), (20, 10, 1000), (1, 0, 0), (-1, 10, 0), (1, 3, 333),
        (.max, 1, 1000), (.max, .max, 1000), (.min, .min, 0),
    ])
    func partsAreAtMostTheWhole(part: Int, whole: Int, thousandths: Int) {
        #expect(Bar.thousandths(part, of: whole) == thousandths)
    }

    @Test(arguments: [(0, 0), (333, 9), (999, 29), (1000, 30), (2000, 30), (-5, 0)])
    func progressFillsItsPart(thousandths: Int, full: Int) {
        let bar = Bar.progress(thousandths, columns: 30, .good, Style())
        #expect(bar.filter { $0 == "█" }.count == full && bar.count == 30)
    }
}
