import API
import RuleFiles
import Testing

@testable import Dashboard

/// The page of the week to come where the clock changes within it: on 25 October 2026 the clock of
/// Berlin shows the hour from 2 to 3 twice.
@Suite struct NextWeekClockTests {
    private static let now = "2026-10-25T02:46:00+02:00"

    /// The page of a week in which one target is blocked from an instant to another one, or to the
    /// end of the week; from the beginning of the week if `start` is nil.
    private func page(
        _ start: String?, _ end: String?, zone: String? = "Europe/Berlin", times: Int = 1
    ) throws -> ShownPage {
        func decision(_ at: String, _ verdict: RulesAPI.SimulatedVerdict)
            -> RulesAPI.SimulatedDecision
        {
            .init(
                at: at, target: "shopping", name: "«Shopping»", verdict: verdict,
                restrictions: [], cause: "schedule")
        }
        var status = HomeWorld.status()
        status.now = Self.now
        let daemon = HomeWorld.daemon(status: status)
            .onMore(RulesAPI.Simulate.self) { asked in
                [
                    .init(
                        at: asked.from, decisions: [], timeZone: zone,
                        targets: [
                            .init(
                                target: "shopping", name: "«Shopping»", blocked: start == nil)
                        ]),
                    .init(
                        at: asked.to,
                        decisions: [
                            start.map { decision($0, .block) }, end.map { decision($0, .unblock) },
                        ].compactMap(\.self),
                        summary: .init(
                            targets: [
                                .init(
                                    target: "shopping", name: "«Shopping»", seconds: 2640,
                                    times: times)
                            ], requests: 0, kept: 0, unblocked: 0, attempts: 0,
                            autoProtections: 0, highestRisk: FixedPoint(thousandths: 400))),
                ]
            }
        let page = try Site.forTests().look("rules/next-week", daemon)
        let asked = try #require(daemon.calls(of: RulesAPI.Simulate.self).first)
        #expect(Moment(asked.to)?.seconds == Moment(asked.from)?.later(by: 7 * 86400).seconds)
        return page
    }

    /// The rows of the table of the times.
    private func rows(_ page: ShownPage) -> [String] {
        page.html.matches(of: /<th scope="row">([^<]*)<\/th><td[^>]*>([^<]*)<\/td>/)
            .filter { $0.2 != "–" }.map { "\($0.1) \($0.2)".replacing(",", with: "") }
    }

    @Test func theWeekEndsAtItsOwnLocalTime() throws {
        let page = try page("2026-10-31T22:30:00+01:00", nil)
        #expect(
            rows(page) == [
                "Saturday 31 October 22:30–00:00", "Sunday 1 November 00:00–01:46",
            ])
        // Where the zone is not known, by the offset of now.
        let unknown = try self.page("2026-10-31T22:30:00+01:00", nil, zone: "Nowhere/At_All")
        #expect(rows(unknown).last == "Sunday 1 November 00:00–02:46")
    }

    @Test func rulesOfAnotherZoneAreShownByTheirClock() throws {
        let page = try page(nil, "2026-10-25T10:00:00+09:00", zone: "Asia/Tokyo")
        #expect(rows(page) == ["Sunday 25 October 09:46–10:00"])
        #expect(page.has("now, 09:46"))
    }

    @Test func aBlockThatGoesBackInTheRepeatedHourIsShown() throws {
        for start in [nil, Self.now] {
            let page = try page(start, "2026-10-25T02:30:00+01:00")
            #expect(
                rows(page) == ["Sunday 25 October 02:00–02:30", "Sunday 25 October 02:46–03:00"])
        }
    }

    @Test func aBlockThatRunsWhenTheWeekBeginsIsCounted() throws {
        let running = try page(nil, "2026-10-25T02:30:00+01:00", times: 0)
        #expect(running.has("«Shopping»: blocked once, for 44 min"))
        let coming = try page("2026-10-25T03:00:00+01:00", "2026-10-25T03:44:00+01:00", times: 1)
        #expect(coming.has("«Shopping»: blocked once, for 44 min"))
    }
}
