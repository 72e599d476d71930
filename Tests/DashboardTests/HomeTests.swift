import API
import Foundation
import Testing

@testable import Dashboard

/// The first page in the states that it can be in.
@Suite struct HomeTests {
    private func home(_ daemon: CannedDaemon) throws -> String {
        let page = try Site.forTests().page(
            PageRequest(base: "/s-1", languages: ["en-GB"]), daemon)
        #expect(page.status == 200)
        return page.html
    }

    @Test func aNightInFull() throws {
        let html = try home(HomeWorld.daemon())
        for words in [
            "«Shopping»", "Blocked", "until 06:30", "«nights» (quiet hours), strict",
            ">7</span>", "protection moments this week", "13 the week before", "86%",
            "6 impulses, 1 planned", "moderate", "It is late at night (+0.40)", "«70 %»",
            "«Bicycle»", "€100.00 of €400.00", "25%", "You answered yes 5 days in a row",
            "Now, until 06:30", "Quiet hours are active. Pause before you go on.",
        ] {
            #expect(html.contains(words), "\(words)")
        }
        #expect(html.contains(#"href="/s-1/pause""#))
    }

    @Test func someoneWhoHasJustInstalledIt() throws {
        let html = try home(
            HomeWorld.daemon(
                targets: [], metrics: HomeWorld.metrics(),
                risk: HomeWorld.risk(0, .low, factors: []), goals: [], checkIns: [],
                insights: []))
        for words in [
            "No apps or sites yet", "Choose apps and sites", "No insights yet",
            "You are not saving for anything yet", "Nothing raises your risk",
            "No upcoming quiet hours", "No planned requests and no impulses this week",
        ] {
            #expect(html.contains(words), "\(words)")
        }
        #expect(!html.contains("Quiet hours are active"))
    }

    /// From a high risk on, a banner says why and what can be done.
    @Test(arguments: [(RiskAPI.Level.high, true), (.critical, true), (.moderate, false)])
    func aHighRiskHasABanner(level: RiskAPI.Level, isShown: Bool) throws {
        let daemon = HomeWorld.daemon(
            risk: HomeWorld.risk(700, level, factors: ["late_night", "my_own"]))
        let html = try home(
            daemon.on(QuietHoursAPI.List.self) { _ in
                .init(schedules: [
                    Self.schedule("nights", enabled: true, start: "2026-11-21T22:30:00+01:00"),
                    Self.schedule("rest days", enabled: false, start: "2026-11-21T20:00:00+01:00"),
                    Self.schedule("later", enabled: false, start: "2026-11-21T23:30:00+01:00"),
                ])
            })
        #expect(html.contains("The risk of an impulse is \(level.rawValue).") == isShown)
        #expect(html.contains("It is late at night. My own.") == isShown)
        #expect(html.contains(#"action="/s-1/protect""#) == isShown)
        #expect(html.contains("Protect for an hour") == isShown)
        #expect(html.contains("Switch on «rest days»") == isShown)
        #expect(html.contains(#"action="/s-1/quiet-hours/rest%20days/switch""#) == isShown)
        #expect(!html.contains("Switch on «nights»") && !html.contains("Switch on «later»"))
    }

    private static func schedule(
        _ key: String, enabled: Bool, start: String
    ) -> QuietHoursAPI.Schedule {
        QuietHoursAPI.Schedule(
            schedule: key, name: "«\(key)»", targets: ["shopping"], ranges: [],
            timeZone: "Europe/Berlin", enabled: enabled, switched: true, strict: false,
            active: enabled, start: start, end: HomeWorld.until)
    }

    @Test func everythingIsProtectedForAnHour() throws {
        let daemon = HomeWorld.daemon().on(ProtectionAPI.Start.self) { _ in
            .init(id: 7, targets: ["shopping"], until: HomeWorld.until)
        }
        let request = PageRequest(.post, path: ["protect"], base: "/s-1")
        guard case .redirect(let path) = try Site.forTests().respond(request, daemon) else {
            throw SiteTests.Unexpected()
        }
        #expect(path == "?done=protected")
        #expect(daemon.calls(of: ProtectionAPI.Start.self).map(\.seconds) == [3600])
        #expect(daemon.calls(of: ProtectionAPI.Start.self).map(\.target) == [nil])
    }

    @Test(arguments: [
        (HomeWorld.target(blocked: false, until: nil), "Open"),
        (
            HomeWorld.target(blocked: false, until: nil, grantedUntil: "2026-11-21T23:33:00+01:00"),
            "until 23:33"
        ),
        (HomeWorld.target(blocked: false, monitored: false, until: nil), "Not monitored"),
        (HomeWorld.target(until: nil), "with no known end"),
    ])
    func targets(state: ProtectionAPI.TargetState, words: String) throws {
        #expect(try home(HomeWorld.daemon(targets: [state])).contains(words))
    }

    @Test func aPermissionCanBeEnded() throws {
        let granted = HomeWorld.target(
            blocked: false, until: nil, grantedUntil: "2026-11-21T23:33:00+01:00")
        let html = try home(HomeWorld.daemon(targets: [granted]))
        #expect(html.contains("action=\"/s-1/pause/end\""))
        #expect(html.contains("name=\"target\" value=\"\(granted.target)\""))
        #expect(html.contains("End now"))
        let blocked = try home(HomeWorld.daemon(targets: [HomeWorld.target()]))
        #expect(!blocked.contains("/pause/end"))
    }

    @Test(arguments: [
        (CheckInAPI.Phase.asking, "/s-1/check-in/morning"),
        (.no, "You answered no. Blocked until 06:30"),
    ])
    func checkIns(phase: CheckInAPI.Phase, words: String) throws {
        let html = try home(HomeWorld.daemon(checkIns: [HomeWorld.checkIn(phase)]))
        #expect(html.contains(words))
        #expect(html.contains("«Is today planned?»"))
    }

    @Test(arguments: [
        ("a/b?c#d", "a%2Fb%3Fc%23d"), ("50 % \"früh\"", "50%20%25%20%22fr%C3%BCh%22"),
    ])
    func aCheckInsLinkLeadsToItWhateverItsKey(key: String, part: String) throws {
        let checkIn = HomeWorld.checkIn(.asking, key: key)
        let html = try home(HomeWorld.daemon(checkIns: [checkIn]))
        #expect(html.contains("href=\"/s-1/check-in/\(part)\""))
        let page = try Site.forTests().page(
            PageRequest(path: ["check-in", key], base: "/s-1", languages: ["en-GB"]),
            HomeWorld.daemon(checkIns: [checkIn]))
        #expect(page.status == 200)
    }

    @Test(arguments: [CheckInAPI.Phase.lapsed, .waiting])
    func checkInsThatSayNothingToday(phase: CheckInAPI.Phase) throws {
        let html = try home(HomeWorld.daemon(checkIns: [HomeWorld.checkIn(phase)]))
        #expect(!html.contains("«Is today planned?»"))
    }

    @Test func whatIsInTheWayIsSaidFirst() throws {
        let refused = try home(
            HomeWorld.daemon(
                status: HomeWorld.status(rules: HomeWorld.rules(refused: true, errors: 2))))
        #expect(refused.contains("The rule files have 2 errors"))
        let unhealthy = try home(
            HomeWorld.daemon(
                status: HomeWorld.status(
                    store: .init(healthy: false, problem: "disk full", path: "/x", events: 0))))
        #expect(unhealthy.contains("it unblocks nothing: disk full"))
        let clock = try home(HomeWorld.daemon(status: HomeWorld.status(trusted: false)))
        #expect(clock.contains("clock was changed"))
        let waiting = try home(
            HomeWorld.daemon(
                status: HomeWorld.status(
                    rules: HomeWorld.rules(waiting: [
                        .init(
                            edit: 1, kind: .files, weakens: ["quiet_hours.nights"],
                            since: HomeWorld.now, until: "2026-11-22T23:18:00+01:00")
                    ]))))
        #expect(waiting.contains("A change that weakens the rules is on hold until Sun 23:18"))
    }

    @Test(
        arguments: [
            (["0.1.0"], "is version 0.1.0; Soteria is 0.2.0. Run “soteria browser install”"),
            (["0.2.0", nil], "is older than Soteria 0.2.0. Run “soteria browser install”"),
            (["0.2.0", "0.3.0"], nil), ([], nil),
        ] as [([String?], String?)])
    func anOlderExtensionIsTold(versions: [String?], words: String?) throws {
        var status = HomeWorld.status()
        status.version = "0.2.0"
        status.extensions = versions.map { .init(version: $0, at: HomeWorld.now) }
        let html = try home(HomeWorld.daemon(status: status))
        #expect(html.contains("The Soteria extension") == (words != nil))
        if let words { #expect(html.contains(words)) }
    }

    @Test func namesAreNeverMarkup() throws {
        let name = #"<script>alert("x")</script>"#
        let html = try home(
            HomeWorld.daemon(
                targets: [HomeWorld.target(name: name)], goals: [HomeWorld.goal(name)],
                insights: [name]))
        #expect(!html.contains("<script>alert"))
        #expect(html.components(separatedBy: "&lt;script&gt;alert(").count >= 4)
    }

    @Test func unknownFactorsAreNamedByTheirKey() throws {
        let html = try home(
            HomeWorld.daemon(risk: HomeWorld.risk(factors: ["my_own_factor"])))
        #expect(html.contains("my own factor (+0.40)"))
    }
}
