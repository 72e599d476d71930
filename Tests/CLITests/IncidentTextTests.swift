import API
import Testing
import Varlink

@testable import soteria

/// Incidents, open check-ins and budgets in the status.
@Suite struct IncidentTextTests {
    private let now = Moment(SampleReplies.now) ?? .epoch

    private func incident(
        _ kind: DaemonAPI.IncidentKind, _ at: String = "2026-11-21T12:00:00+01:00",
        seconds: Int? = nil, of what: String? = nil
    ) -> DaemonAPI.Incident {
        .init(kind: kind, at: at, seconds: seconds, what: [what].compactMap(\.self))
    }

    @Test func theLastWeekIsShownInAFewLines() {
        let incidents = [
            incident(.crash, seconds: 125),
            incident(.gap, "2026-11-20T08:00:00+01:00", seconds: 7380),
            incident(.clockJump, "2026-11-19T08:00:00+01:00", seconds: 60),
            incident(.crash, "2026-11-13T08:00:00+01:00"),
        ]
        #expect(
            IncidentText.lately(incidents, now: now, Style(width: 100)) == """
                Recently:
                  12:00         Soteria was killed or crashed, and was not running for up to 2 min
                  19 Nov 08:00  the clock was set forward by 1 min

                """)
        #expect(IncidentText.lately([], now: now, Style()).isEmpty)
        #expect(IncidentText.lately([incidents[3]], now: now, Style()).isEmpty)
    }

    /// Every reboot stops the daemon, and may leave the machine without it for a minute.
    @Test func ordinaryStopsAreNotShown() {
        let stops = (1...6).map { incident(.stop, "2026-11-21T0\($0):00:00+01:00") }
        let gap = incident(.gap, seconds: 61)
        #expect(IncidentText.lately(stops + [gap], now: now, Style()).isEmpty)
        let weakened = incident(
            .rulesWeakened, "2026-11-18T08:00:00+01:00", of: "quiet_hours.nights")
        let jumps = [
            incident(.clockJump, "2026-11-17T09:00:00+01:00", seconds: 60),
            incident(.clockJump, "2026-11-17T08:00:00+01:00", seconds: -60),
        ]
        #expect(
            IncidentText.lately(
                stops.reversed() + [weakened] + jumps, now: now, Style(width: 100)) == """
                    Recently:
                      18 Nov 08:00  the rules are weaker than before: quiet_hours.nights
                      17 Nov 09:00  the clock was set forward by 1 min (and 1 earlier)

                    """)
    }

    @Test func entriesAreNamed() {
        let weakened = DaemonAPI.Incident(
            kind: .rulesWeakened, at: "2026-11-18T08:00:00+01:00",
            what: ["quiet_hours.nights", "budgets.gone"], names: ["Quiet nights", "budgets.gone"])
        #expect(
            IncidentText.words(weakened)
                == "the rules are weaker than before: Quiet nights, budgets.gone")
    }

    private func status(_ week: MetricsAPI.Metrics?) -> String {
        StatusText(
            protection: SampleReplies.list, risk: SampleReplies.risk, daemon: SampleReplies.status,
            week: week.map(StatusText.Week.init)
        ).text(Style(width: 120))
    }

    @Test func figuresOfThisWeek() {
        #expect(
            status(SampleReplies.metrics).contains(
                """
                This week    9 requests, 2 protection moments, 25% planned, 75% impulse
                Unblocks     5 this week, busiest on Friday and at 23–24, 40% used

                """))
        var week = SampleReplies.metrics
        week.episodes?.countsRequests = true
        (week.mostActiveWeekday, week.used) = (nil, nil)
        let text = status(week)
        #expect(
            text.contains(
                "9 requests, 2 protection moments (on some days, each request counts), 25% "))
        #expect(text.contains("Unblocks     5 this week, busiest at 23–24\n"))
        // From a daemon that counts no episodes, by request.
        week.episodes = nil
        #expect(status(week).contains("9 requests, 3 protection moments, 20% planned, 80% impulse"))
        for none in [status(SampleReplies.nothing), status(nil)] {
            #expect(!none.contains("This week") && !none.contains("Unblocks"))
        }
    }

    @Test func everyKindHasWords() {
        let words = DaemonAPI.IncidentKind.allCases.map { IncidentText.words(incident($0)) }
        #expect(Set(words).count == DaemonAPI.IncidentKind.allCases.count)
        #expect(words.allSatisfy { !$0.contains("_") && !$0.hasSuffix(" ") })
        #expect(
            IncidentText.words(incident(.clockJump, seconds: -36_000))
                == "the clock was set back by 10 h")
        #expect(
            IncidentText.words(incident(.clockJump, seconds: 60))
                == "the clock was set forward by 1 min")
        #expect(
            IncidentText.words(incident(.rulesWeakened, of: "quiet_hours.nights"))
                == "the rules are weaker than before: quiet_hours.nights")
        #expect(
            IncidentText.words(incident(.switchedOff, of: "targets.games"))
                == "targets.games was switched off")
        let zones = DaemonAPI.Incident(
            kind: .zoneChanged, at: SampleReplies.now, what: ["Europe/Berlin", "Asia/Tokyo"])
        #expect(
            IncidentText.words(zones)
                == "the time zone changed from Europe/Berlin to Asia/Tokyo")
        #expect(
            IncidentText.words(incident(.restored, of: "a.sqlite"))
                == "the record was replaced with a.sqlite")
    }

    @Test func theStatusShowsThem() throws {
        var status = SampleReplies.status
        status.incidents = [incident(.switchedOff, of: "quiet_hours.nights")]
        var budget = SampleReplies.budget
        budget.reached = true
        let (reply, budgets) = (status, BudgetsAPI.List.Reply(budgets: [budget]))
        let daemon = try FakeDaemon([
            "org.soteria.daemon.GetStatus": Method { $0.reply(reply) },
            "org.soteria.budgets.List": Method { $0.reply(budgets) },
        ])
        defer { daemon.stop() }
        let run = CommandRun(daemon: daemon, style: Style(width: 120))
        #expect(
            run.output.hasSuffix(
                """
                Risk         0.400 moderate
                Next change  06:30 (in 7 h 12 min)
                Check-in     Have you rested today? Answer: soteria checkin morning yes|no
                Budget       Evening shopping: 45 min used up, resets 04:00 (in 4 h 42 min)
                This week    9 requests, 2 protection moments, 25% planned, 75% impulse
                Unblocks     5 this week, busiest on Friday and at 23–24, 40% used

                Recently:
                  12:00  quiet_hours.nights was switched off

                """), "\(run.output)")
        let json = try JSON(parsing: CommandRun("status", "--json", daemon: daemon).output)
        #expect(json["checkIns"]?[0]?["checkIn"]?.stringValue == "morning")
        #expect(json["budgets"]?[0]?["reached"]?.boolValue == true)
    }

    @Test func defaultsThatAnUpgradeChangedAreNoIncident() {
        var status = SampleReplies.status
        status.changedDefaults = ["Soteria 0.2.0 changed its defaults: this instead of that."]
        let text = StatusText(
            protection: SampleReplies.list, risk: SampleReplies.risk, daemon: status
        ).text(Style(width: 120))
        #expect(
            text.hasSuffix("! Soteria 0.2.0 changed its defaults: this instead of that.\n"),
            "\(text)")
        #expect(!text.contains("Since"))
    }

    @Test func whatWasAnsweredOrIsLeftIsNotShown() {
        let text = StatusText(
            protection: SampleReplies.list, risk: SampleReplies.risk, daemon: SampleReplies.status,
            checkIns: [SampleReplies.checkIn("morning", .yes)], budgets: [SampleReplies.budget]
        ).text(Style(width: 120))
        #expect(!text.contains("Check-in") && !text.contains("Budget"))
    }
}
