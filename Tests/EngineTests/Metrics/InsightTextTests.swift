import RuleModel
import Testing

@testable import Engine

/// The sentences, word for word.
struct InsightTextTests {
    private func share(_ count: Int, _ of: Int) throws -> Share {
        try #require(Share(count, of: of))
    }

    @Test func sentences() throws {
        let insights: [(Insight, String)] = [
            (
                .busiestPart(weekday: 5, part: .night, try share(9, 20)),
                "Busiest: Friday nights (22:00 to 05:00), 9 of 20 unblocks (45%)."
            ),
            (
                .busiestPart(weekday: 1, part: .morning, try share(3, 5)),
                "Busiest: Monday mornings, 3 of 5 unblocks (60%)."
            ),
            (
                .impulseShare(try share(14, 20)),
                "Your request was an impulse on 70% of occasions: 14 of 20."
            ),
            (
                .commonMood("stressed", try share(9, 16)),
                "Stressed is the most common mood: 9 of 16."
            ),
            (
                .commonCategory("treat", try share(3, 5)),
                "Treat is the most common category: 3 of 5."
            ),
            (
                .commonMood("sad", try share(8, 16)),
                "Sad was named more often than any other mood: 8 of 16."
            ),
            (
                .commonMood("ärgerlich", try share(3, 5)),
                "Ärgerlich is the most common mood: 3 of 5."
            ),
            (.useRate(try share(8, 20)), "A target was used after 40% of unblocks: 8 of 20."),
            (.quietShare(try share(7, 20)), "35% of unblocks were during quiet hours: 7 of 20."),
            (
                .keptShare(try share(15, 35)),
                "You kept the block on 43% of occasions: 15 of 35."
            ),
            (
                .meanRegret(try #require(Mean(12, of: 5))),
                "Average regret: 2.4 out of 4, logged 5 times."
            ),
            (
                .minutesUsed(
                    try #require(Mean(8 * 21 * 60_000, of: 8)),
                    intended: try #require(Mean(81, of: 8))),
                "On average, you wanted 10.1 minutes and used 21 (on 8 occasions)."
            ),
            (
                .trend(requests: 15, before: 10),
                "Requests are up 50%: 15, compared with 10 in the period before."
            ),
            (
                .trend(requests: 0, before: 7),
                "Requests are down 100%: 0, compared with 7 in the period before."
            ),
            (
                .trend(requests: 40, before: 8),
                "Requests are up 400%: 40, compared with 8 in the period before."
            ),
        ]
        for (insight, text) in insights { #expect(insight.text == text) }
        #expect(Set(insights.map(\.0.kind)) == Set(Insight.Kind.allCases))
    }

    /// The socket's words for the kinds and the parts of the day.
    @Test func words() {
        #expect(
            Insight.Kind.allCases.map(\.rawValue) == [
                "busiest_part", "impulse_share", "common_mood", "common_category", "use_rate",
                "quiet_share", "kept_share", "mean_regret", "minutes_used", "trend",
            ])
        #expect(
            PartOfDay.allCases.map(\.rawValue) == ["morning", "afternoon", "evening", "night"])
    }

    /// The numbers beside the sentence, for those who write their own.
    @Test func numbers() throws {
        let regret = Insight.meanRegret(try #require(Mean(12, of: 5)))
        #expect([regret.count, regret.of] == [12, 5])
        let trend = Insight.trend(requests: 15, before: 10)
        #expect([trend.count, trend.of] == [15, 10])
        let most = Insight.commonMood("sad", try share(3, 7))
        #expect([most.count, most.of] == [3, 7])
        #expect(most.value == "sad")
        #expect([trend.value, regret.value] == [nil, nil])
        #expect([most.weekday, trend.weekday] == [nil, nil])
        #expect(most.part == nil)
    }

    @Test(arguments: [
        (5, 22, "Fridays 22–23: 14 of your last 40 unblocks"),
        (7, 23, "Sundays 23–24: 14 of your last 40 unblocks"),
        (1, 0, "Mondays 0–1: 14 of your last 40 unblocks"),
    ])
    func riskyHour(weekday: Int, hour: Int, text: String) {
        #expect(RiskyHour(weekday: weekday, hour: hour, count: 14, total: 40).text == text)
    }
}
