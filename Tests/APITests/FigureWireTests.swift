import API
import Testing
import Varlink

/// Figures, findings and goals as they stand on the socket.
@Suite struct FigureWireTests {
    /// Nothing is divided by nothing: what has no whole is left out, not zero.
    @Test func anEmptyRange() throws {
        var figures = Sample.noFigures
        #expect(figures.hours.count == 24 && figures.weekdays.count == 7)
        #expect(figures.hourWeekday.count == 168)
        figures.hours = []
        figures.weekdays = []
        figures.hourWeekday = []
        figures.episodes = nil
        #expect(
            try ReplyText.compact(MetricsAPI.Get.Reply(metrics: figures)) == """
                {"metrics":{"range":"all","from":"2026-11-21","to":"2026-11-21","requests":0,\
                "attempts":0,"unblocks":0,"kept":0,"expired":0,"hours":[],"weekdays":[],\
                "hourWeekday":[],"categories":[],"moods":[],"logged":0,"spent":[],\
                "keptAmounts":[],"usage":[],"autoProtections":0,"protections":0,\
                "checkInsYes":0,"checkInsNo":0}}
                """)
    }

    @Test func figuresOfAWeek() throws {
        var figures = Sample.everyFigure
        figures.hours = [.init(requests: 12, unblocks: 9, kept: 3)]
        figures.weekdays = []
        figures.hourWeekday = [0, 9]
        figures.episodes = nil
        #expect(
            try ReplyText.compact(figures) == """
                {"range":"this_week","from":"2026-11-16","to":"2026-11-21","requests":12,\
                "attempts":30,"unblocks":9,"kept":3,"expired":1,"impulse":{"count":6,"of":9},\
                "planned":{"count":3,"of":9},\
                "hours":[{"requests":12,"unblocks":9,"kept":3}],"weekdays":[],\
                "hourWeekday":[0,9],"categories":[{"name":"gift","unblocks":3,"kept":0}],\
                "moods":[{"name":"stressed","unblocks":5,"kept":2}],\
                "quietHours":{"count":2,"of":9},"quietHoursRequests":{"count":3,"of":12},\
                "meanGapSeconds":5400,"used":{"count":4,"of":9},"meanUsedSeconds":540,\
                "meanIntendedMinutes":7.500,"meanUsedOfIntendedSeconds":480,"logged":4,\
                "bought":{"count":1,"of":4},\
                "spent":[{"amount":"12.50","currency":"EUR"},{"amount":"3.00"}],\
                "meanRegret":2.333,"keptAmounts":[{"amount":"149.70","currency":"EUR"}],\
                "usage":[{"target":"shopping","name":"Shopping","seconds":2160}],\
                "autoProtections":2,"protections":1,"checkInsYes":4,"checkInsNo":1,\
                "mostActiveHour":22,"mostActiveWeekday":5,"commonMood":"stressed",\
                "commonCategory":"gift","previous":{"requests":20,"unblocks":15,"kept":5},\
                "imported":[{"target":"shopping","name":"Shopping","seconds":7200}]}
                """)
    }

    @Test func episodesOfAWeek() throws {
        var episodes = try #require(Sample.everyFigure.episodes)
        episodes.hours = [0, 2]
        episodes.weekdays = []
        #expect(
            try ReplyText.compact(episodes) == """
                {"countsRequests":true,"all":8,"opened":5,"kept":2,"keptBefore":4,\
                "keptShare":{"count":2,"of":7},"impulse":{"count":4,"of":6},\
                "planned":{"count":2,"of":6},"hours":[0,2],"weekdays":[],\
                "categories":[{"name":"gift","opened":2,"kept":0}],\
                "moods":[{"name":"stressed","opened":3,"kept":1}],"commonCategory":"gift",\
                "commonMood":"stressed","meanIntendedMinutes":7.500,\
                "meanUsedOfIntendedSeconds":480,\
                "keptAmounts":[{"amount":"149.70","currency":"EUR"}]}
                """)
    }

    /// From a daemon that counts no episodes, figures by request take their place.
    @Test func withoutEpisodes() {
        var figures = Sample.everyFigure
        #expect(figures.byEpisode == figures.episodes)
        figures.episodes = nil
        let episodes = figures.byEpisode
        #expect(episodes.all == 12 && episodes.opened == 9 && episodes.kept == 3)
        #expect(episodes.keptBefore == 5 && episodes.impulse == figures.impulse)
        #expect(episodes.hours == figures.hours.map(\.kept) && !episodes.countsRequests)
    }

    @Test(arguments: [
        (MetricsAPI.Range.today, "today"), (.thisWeek, "this_week"), (.thisMonth, "this_month"),
        (.all, "all"), (.custom, "custom"),
    ])
    func rangesHaveTheirWords(range: MetricsAPI.Range, word: String) throws {
        let asked = MetricsAPI.Get.Parameters(range: range)
        #expect(try ReplyText.compact(asked) == "{\"range\":\"\(word)\"}")
        #expect(try JSON(encoding: asked).decode(as: type(of: asked)) == asked)
    }

    @Test(arguments: ["thisWeek", "This_Week", "week", "", "this week"])
    func anotherRangeIsRefused(word: String) {
        let asked: JSON = ["range": .string(word)]
        #expect(throws: DecodingError.self) {
            try asked.decode(as: MetricsAPI.Insights.Parameters.self)
        }
    }

    @Test func findings() throws {
        let insight = MetricsAPI.Insight(
            kind: "busiest_part", text: "Most unblocks on Friday nights: 9 of 20.", count: 9,
            of: 20, weekday: 5, part: "night")
        #expect(
            try ReplyText.compact(insight) == """
                {"kind":"busiest_part","text":"Most unblocks on Friday nights: 9 of 20.",\
                "count":9,"of":20,"weekday":5,"part":"night"}
                """)
        #expect(
            try ReplyText.compact(
                MetricsAPI.Prediction.Reply(next: Sample.riskyHour, enabled: true))
                    == """
                    {"next":{"weekday":5,"hour":22,"count":14,"of":40,\
                    "begins":"2026-11-27T22:00:00+01:00"},"enabled":true}
                    """)
        #expect(
            try ReplyText.compact(MetricsAPI.Prediction.Reply(enabled: false))
                == #"{"enabled":false}"#)
    }

    /// The text of a file keeps its line ends, its quotes and whatever a person typed.
    @Test(arguments: ["a,\"b\"\"c\"\r\n", "{\"a\":1}\n", "", "Ünïcode \u{1F6E1}\u{2028}\t"])
    func exportedText(text: String) throws {
        let reply = MetricsAPI.Export.Reply(text: text)
        let sent = try JSON(parsing: ReplyText.compact(reply))
        #expect(try sent.decode(as: MetricsAPI.Export.Reply.self).text == text)
    }

    @Test func goals() throws {
        #expect(
            try ReplyText.compact(GoalsAPI.Contribute.Reply(goal: Sample.bareGoal)) == """
                {"goal":{"goal":72,"name":"A journey","target":"1500.00","currency":"CHF",\
                "saved":"1.00","left":"1499.00","progress":0.001,"fromKept":false,\
                "reached":false,"addedAt":"2026-11-21T22:30:00+01:00","contributions":1}}
                """)
        #expect(
            try ReplyText.compact(Sample.goal) == """
                {"goal":71,"name":"A bicycle","target":"800.00","currency":"EUR",\
                "saved":"800.00","left":"0.00","progress":1.000,"by":"2027-05-01","late":false,\
                "fromKept":true,"reached":true,"reachedAt":"2026-11-22T06:30:00+01:00",\
                "addedAt":"2026-11-21T22:30:00+01:00","contributions":12}
                """)
    }

    /// Money is text on the way in as well: a number's digits are not what the person typed.
    @Test(arguments: [
        ["goal": 71, "amount": 49.9] as JSON, ["goal": 71, "amount": 50], ["goal": 71],
        ["amount": "49.90"], ["goal": "71", "amount": "49.90"],
    ])
    func aContributionOfAnotherShapeIsRefused(asked: JSON) {
        #expect(throws: DecodingError.self) {
            try asked.decode(as: GoalsAPI.Contribute.Parameters.self)
        }
    }

    @Test func refusals() {
        #expect(
            MetricsAPI.PlanLimit(plan: "free", what: "export").varlinkError.description
                == #"org.soteria.metrics.PlanLimit {"plan":"free","what":"export"}"#)
        #expect(
            MetricsAPI.InvalidRange(to: "2026-13-01").varlinkError.description
                == #"org.soteria.metrics.InvalidRange {"to":"2026-13-01"}"#)
        #expect(
            GoalsAPI.TooMany(maximum: 100).varlinkError.description
                == #"org.soteria.goals.TooMany {"maximum":100}"#)
    }
}
