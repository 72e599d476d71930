import API
import Foundation
import Testing

@testable import Dashboard

/// The page of figures.
@Suite struct MetricsPagesTests {
    private func page(
        _ query: [String: String], _ daemon: CannedDaemon, texts: Texts? = nil,
        languages: [String] = ["en-GB"]
    ) throws -> FiguresPage {
        try FiguresPage(
            PageRequest(path: ["metrics"], query: query, base: "/s-1", languages: languages),
            daemon, texts: texts)
    }

    private func page(
        _ daemon: CannedDaemon, texts: Texts? = nil, languages: [String] = ["en-GB"]
    ) throws -> FiguresPage {
        try page([:], daemon, texts: texts, languages: languages)
    }

    // MARK: Figures

    @Test func everyFigureIsShownWithWhatItCounts() throws {
        let html = try page(CannedDaemon.figures(MetricsSamples.few)).html
        for text in [
            "16 November 2026 to 22 November 2026", "Protection moments", "Unblock requests",
            "67%", "Your request was an impulse on 6 of 9 occasions.", "1 h 30 min",
            "Used after an unblock",
            "A target was used after 4 of 9 unblocks.", "44%",
            "1 of 4 logged outcomes include a purchase.", "€12.50</span>", ">3.00</span>",
            "2.3 of 4", "€149.70",
            "5 in the previous period", "Attempts", "30", "22:00 to 23:00", "Friday",
            "stressed", "gift", "9 min", "Requests that ran out of time",
        ] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(!html.contains("metrics."), "a text is missing")
    }

    @Test func everyChartIsShownWithATable() throws {
        let html = try page(
            ["range": "this_week"],
            CannedDaemon.figures(
                MetricsSamples.few,
                changes: [CannedDaemon.change("2026-11-17T10:00:00+01:00", 400)])
        ).html
        let charts = [
            "by-hour", "by-weekday", "by-hour-and-weekday", "by-category", "by-mood",
            "quiet-hours", "use-after-unblock", "intended-and-used", "time-used", "trend",
            "impulse-trend", "use-trend", "risk",
        ]
        for id in charts {
            #expect(html.components(of: "<figure class=\"chart\" id=\"\(id)\">") == 1, "\(id)")
        }
        #expect(html.components(of: "<details class=\"chart-table\">") == charts.count)
        #expect(
            html.contains(
                "Unblock requests: 5 of 12 in quiet hours. Unblocks: 2 of 9 in quiet hours."))
        #expect(html.contains("Intended: 7.5 min. Used: 8.0 min."))
        #expect(html.contains("Used longest: Shopping, 36 min."))
    }

    @Test func aShareOrAMeanOfNothingIsLeftOut() throws {
        var metrics = MetricsSamples.empty()
        metrics.requests = 1
        metrics.expired = 1
        let html = try page(CannedDaemon.figures(metrics)).html
        for text in [
            "Impulse share</span>", "Average regret", "Time between unblocks", "Spent",
            "Purchases logged",
            "Used after an unblock", "Busiest hour", "id=\"by-hour\"", "id=\"quiet-hours\"",
            "id=\"by-mood\"", "NaN", "inf",
        ] {
            #expect(!html.contains(text), "\(text)")
        }
        #expect(html.contains("Expired"))
        #expect(html.contains("id=\"trend\""))
    }

    @Test func anEmptyRangeHasWordsAndNoPicture() throws {
        let daemon = CannedDaemon.figures(MetricsSamples.empty())
        let page = try page(daemon)
        #expect(page.status == 200)
        #expect(page.html.contains("No figures for these days yet"))
        #expect(page.html.contains("href=\"/s-1/metrics?range=all\""))
        #expect(page.html.contains("href=\"/s-1/pause\""))
        #expect(!page.html.contains("<svg"))
        #expect(page.html.contains("at least five events"))
        #expect(daemon.calls(of: MetricsAPI.Get.self).count == 1)
        #expect(daemon.calls(of: RiskAPI.History.self).isEmpty)
    }

    @Test func weekdaysBeginAsTheRegionHasThem() throws {
        func order(_ languages: [String]) throws -> Bool {
            let html = try page(
                CannedDaemon.figures(MetricsSamples.few), languages: languages
            ).html
            let table = try #require(html.range(of: "id=\"by-weekday\"")).upperBound
            let rest = html[table...]
            let sunday = try #require(rest.range(of: "scope=\"row\">Sunday")).lowerBound
            let monday = try #require(rest.range(of: "scope=\"row\">Monday")).lowerBound
            return sunday < monday
        }
        #expect(try order(["en-US"]))
        #expect(try !order(["de-DE"]))
    }

    @Test func numbersAreThoseOfTheRegion() throws {
        let html = try page(
            ["range": "all"], CannedDaemon.figures(MetricsSamples.year), languages: ["de-DE"]
        ).html
        #expect(html.contains("2.431"))
        #expect(html.contains("8.123,45"))
        #expect(!html.contains("in the previous period"))
    }

    // MARK: Ranges

    @Test func theRangeShownIsMarked() throws {
        let html = try page(
            ["range": "this_month"], CannedDaemon.figures(MetricsSamples.few)
        ).html
        #expect(html.contains("href=\"/s-1/metrics?range=this_month\" aria-current=\"true\""))
        #expect(html.components(of: "aria-current=\"true\"") == 1)
        #expect(html.contains("action=\"/s-1/metrics\""))
    }

    @Test func daysOfOnesOwnAreAskedForAndKept() throws {
        let daemon = CannedDaemon.figures(MetricsSamples.few)
        let query = ["range": "custom", "from": "2026-11-01", "to": "2026-11-02"]
        let html = try page(query, daemon).html
        #expect(html.contains("name=\"from\" value=\"2026-11-01\""))
        #expect(html.contains("name=\"to\" value=\"2026-11-02\""))
        #expect(!html.contains("aria-current=\"true\""))
        let asked = daemon.calls(of: MetricsAPI.Get.self)
        #expect(asked.first == .init(range: .custom, from: "2026-11-01", to: "2026-11-02"))
        #expect(
            daemon.calls(of: MetricsAPI.Insights.self) == [
                .init(range: .custom, from: "2026-11-01", to: "2026-11-02")
            ])
        #expect(
            asked.dropFirst().map { "\($0.from ?? "") \($0.to ?? "")" }
                == ["2026-11-01 2026-11-01", "2026-11-02 2026-11-02"])
    }

    @Test(arguments: [
        ("", "", "from", "Choose the first day."), ("2026-02-30", "", "from", "not a valid date"),
        ("2026-11-01", "x\"><script>", "to", "not a valid date"),
        ("2026-11-02", "2026-11-01", "to", "before the first day"),
    ])
    func anErrorStandsAtItsField(from: String, to: String, field: String, words: String) throws {
        let daemon = CannedDaemon.figures(MetricsSamples.few)
        let page = try page(["range": "custom", "from": from, "to": to], daemon)
        #expect(page.status == 422)
        #expect(daemon.asked.isEmpty)
        let error = "<p class=\"field-error\" id=\"\(field)-error\">"
        #expect(page.html.contains(error))
        #expect(page.html.contains(words))
        #expect(page.html.components(of: "aria-invalid=\"true\"") == 1)
        #expect(page.html.components(of: "autofocus") == 1)
        #expect(page.html.contains("value=\"\(HTML.escaped(to))\""))
        #expect(!page.html.contains("<script>"))
    }

    @Test func whatTheDaemonRefusesStandsAtItsField() throws {
        let daemon = CannedDaemon().on(MetricsAPI.Get.self) { asked throws(CallFailure) in
            throw .refused(MetricsAPI.InvalidRange(from: asked.from, to: asked.to))
        }
        let page = try page(["range": "custom", "from": "2030-01-01"], daemon)
        #expect(page.status == 422)
        #expect(page.html.contains("This day is in the future"))
    }

    @Test func anUnknownRangeIsThisWeekInWords() throws {
        let daemon = CannedDaemon.figures(MetricsSamples.few)
        let page = try page(["range": "<script>"], daemon)
        #expect(page.html.contains("That range does not exist. This page shows this week instead."))
        #expect(daemon.calls(of: MetricsAPI.Get.self).first == .init(range: .thisWeek))
        #expect(!page.html.contains("<script>"))
    }

    // MARK: Plans

    private func free() -> CannedDaemon {
        let daemon = CannedDaemon.figures(
            MetricsSamples.few, prediction: .init(enabled: false))
        return daemon.on(MetricsAPI.Get.self) { asked throws(CallFailure) in
            guard let range = asked.range, [.today, .thisWeek].contains(range) else {
                throw .refused(
                    MetricsAPI.PlanLimit(plan: "free", what: "figures of \(asked.range ?? .all)"))
            }
            return .init(metrics: MetricsSamples.few)
        }
    }

    @Test func whatThePlanDoesNotAllowIsSaidWithWhatItDoes() throws {
        for query in [["range": "all"], ["range": "custom", "from": "2026-11-01"]] {
            let page = try page(query, free())
            #expect(page.status == 409)
            #expect(page.html.contains("The plan “free” does not allow figures of"))
            let after = try #require(page.html.range(of: "You can view:")).upperBound
            let offered = page.html[after...]
            #expect(offered.contains("metrics?range=today"))
            #expect(offered.contains("metrics?range=this_week"))
            #expect(!offered.contains("metrics?range=this_month"))
            #expect(!offered.contains("metrics?range=all"))
        }
    }

    @Test func whatThePlanAllowsIsShownWithoutATrend() throws {
        let page = try page(["range": "this_week"], free())
        #expect(page.status == 200)
        #expect(page.html.contains("Protection moments"))
        #expect(page.html.contains("The plan “free” does not include figures for single days"))
        #expect(page.html.contains("Your plan does not include predictions of risky hours."))
        #expect(!page.html.contains("id=\"trend\""))
    }

    // MARK: Sentences

    @Test func sentencesAndTheRiskyHourAreSaid() throws {
        let next = MetricsAPI.RiskyHour(
            weekday: 5, hour: 22, count: 14, of: 40, begins: "2026-11-27T22:00:00+01:00")
        let daemon = CannedDaemon.figures(
            MetricsSamples.few, insights: ["Busiest: Friday nights, 9 of 20 unblocks."],
            prediction: .init(
                next: next, text: "Fridays 22-23: 14 of your last 40 unblocks", enabled: true))
        let html = try page(daemon).html
        #expect(html.contains("Busiest: Friday nights, 9 of 20 unblocks."))
        #expect(html.contains("Fridays 22-23: 14 of your last 40 unblocks"))
        #expect(html.contains("The next risky hour begins on Friday 27 November at 22:00."))
        #expect(!html.contains("No hour of the week stands out"))
    }

    // MARK: Trend

    @Test func aYearIsAskedForMonthByMonth() throws {
        let daemon = CannedDaemon.figures(MetricsSamples.year)
        let html = try page(["range": "all"], daemon).html
        let asked = daemon.calls(of: MetricsAPI.Get.self)
        #expect(asked.count == 1 + 13)
        #expect(asked.dropFirst().allSatisfy { $0.range == .custom })
        #expect(html.contains("Requests, unblocks and protection moments"))
        #expect(html.contains("protection moments in each month."))
    }

    @Test func aSingleDayHasNoTrend() throws {
        var metrics = MetricsSamples.few
        metrics.from = "2026-11-22"
        let daemon = CannedDaemon.figures(metrics)
        let html = try page(["range": "today"], daemon).html
        #expect(daemon.calls(of: MetricsAPI.Get.self).count == 1)
        #expect(!html.contains("Over time"))
        #expect(html.contains(">22 November 2026</h2>"))
    }

    // MARK: Whatever is said

    @Test func hostileFiguresBreakNothing() throws {
        let daemon = CannedDaemon.figures(
            MetricsSamples.worst, insights: [MetricsSamples.hostile],
            prediction: .init(
                next: .init(
                    weekday: .max, hour: .min, count: .max, of: 0, begins: MetricsSamples.hostile),
                text: MetricsSamples.hostile, enabled: true))
        let page = try page(daemon)
        #expect(page.status == 200)
        #expect(!page.html.contains("<script>"))
        #expect(!page.html.contains("<img src=x"))
        #expect(page.html.contains("&lt;script&gt;"))
        #expect(page.html.contains("{{base}}"))
        #expect(page.html.contains("188 others"))
    }

    @Test func everyWordIsInTheCatalogue() throws {
        let changes = [CannedDaemon.change("2026-11-17T10:00:00+01:00", 400)]
        let texts = try Texts.english().pseudo
        let daemon = CannedDaemon.figures(MetricsSamples.few, changes: changes)
        let words = try page(daemon, texts: texts).readWords
        // Words from the daemon, and the region's format of dates and amounts.
        let known: Set = [
            "Soteria", "November", "Nov", "Shopping", "gift", "stressed", "bored", "Monday",
            "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Mon", "Tue",
            "Wed", "Thu", "Fri", "Sat", "Sun",
        ]
        #expect(words.subtracting(known) == [])
        let empty = CannedDaemon.figures(MetricsSamples.empty())
        #expect(try page(empty, texts: texts).readWords.subtracting(known) == [])
        let limited = try page(["range": "all"], free(), texts: texts).readWords
        #expect(limited.subtracting(known) == [])
        let refused = try page(["range": "custom"], free(), texts: texts).readWords
        #expect(refused.subtracting(known) == [])
    }

    @Test func whatCannotBeReadHasItsPage() throws {
        let daemon = CannedDaemon().on(MetricsAPI.Get.self) { _ throws(CallFailure) in
            throw .refused(MetricsAPI.StoreUnavailable(reason: "the disk is gone"))
        }
        let page = try page(daemon)
        #expect(page.status == 409)
        #expect(page.html.contains("The record cannot be read: the disk is gone."))
    }
}

extension String {
    /// How often a text is in this one.
    func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.range(of: text) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
