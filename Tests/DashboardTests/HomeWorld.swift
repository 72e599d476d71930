import API

@testable import Dashboard

/// A daemon with one target, for the pages that show everything at once.
enum HomeWorld {
    static let now = "2026-11-21T23:18:00+01:00"
    static let until = "2026-11-22T06:30:00+01:00"

    static let restriction = ProtectionAPI.Restriction(
        kind: .quietHours, rule: "nights", name: "«nights»", until: until, strict: true)

    static func target(
        _ key: String = "shopping", name: String = "«Shopping»", blocked: Bool = true,
        monitored: Bool = true, until: String? = until, grantedUntil: String? = nil,
        restrictions: [ProtectionAPI.Restriction] = [restriction]
    ) -> ProtectionAPI.TargetState {
        ProtectionAPI.TargetState(
            target: key, name: name, blocked: blocked, strict: blocked, since: now, until: until,
            restrictions: blocked ? restrictions : [], monitored: monitored, sites: 2, apps: 1,
            grantedUntil: grantedUntil)
    }

    static func metrics(
        requests: Int = 0, kept: Int = 0, impulse: MetricsAPI.Share? = nil,
        previous: MetricsAPI.Cell? = nil
    ) -> MetricsAPI.Metrics {
        let cell = MetricsAPI.Cell(requests: 0, unblocks: 0, kept: 0)
        return MetricsAPI.Metrics(
            range: .thisWeek, from: "2026-11-16", to: "2026-11-21", requests: requests,
            attempts: 0, unblocks: impulse?.of ?? 0, kept: kept, expired: 0, impulse: impulse,
            hours: Array(repeating: cell, count: 24), weekdays: Array(repeating: cell, count: 7),
            hourWeekday: Array(repeating: 0, count: 168), categories: [], moods: [], logged: 0,
            spent: [], keptAmounts: [], usage: [], autoProtections: 0, protections: 0,
            checkInsYes: 0, checkInsNo: 0, previous: previous)
    }

    static func risk(
        _ score: Int = 400, _ level: RiskAPI.Level = .moderate, factors: [String] = ["late_night"]
    ) -> RiskAPI.Status {
        RiskAPI.Status(
            score: FixedPoint(thousandths: score), automatic: FixedPoint(thousandths: score),
            level: level,
            thresholds: .init(
                moderate: FixedPoint(thousandths: 400), high: FixedPoint(thousandths: 600),
                critical: FixedPoint(thousandths: 800)),
            assessedAt: now,
            factors: factors.map {
                RiskAPI.Factor(
                    factor: $0, weight: FixedPoint(thousandths: 400), holds: true, automatic: true,
                    condition: "true", values: [])
            })
    }

    static func status(
        rules: DaemonAPI.RulesStatus? = nil, incidents: [DaemonAPI.Incident] = [],
        store: DaemonAPI.StoreStatus? = nil, trusted: Bool = true
    ) -> DaemonAPI.GetStatus.Reply {
        DaemonAPI.GetStatus.Reply(
            version: "1", pid: 1, startedAt: now, uptime: 60, now: now,
            rules: rules ?? self.rules(),
            clock: .init(trusted: trusted, continuity: .sameBoot, timeZone: "Europe/Berlin"),
            store: store ?? .init(healthy: true, path: "«/state/soteria.sqlite»", events: 1234),
            connections: 1, subscribers: 0, incidents: incidents)
    }

    static func rules(
        refused: Bool = false, errors: Int = 0, waiting: [DaemonAPI.PendingEdit]? = nil
    ) -> DaemonAPI.RulesStatus {
        DaemonAPI.RulesStatus(
            fingerprint: "0123456789ab", loadedAt: now, files: 5, refused: refused, errors: errors,
            warnings: 0, directories: [], pendingEdits: waiting)
    }

    static func goal(_ name: String = "«Bicycle»", progress: Int = 250) -> GoalsAPI.Goal {
        GoalsAPI.Goal(
            goal: 1, name: name, target: "400.00", currency: "EUR", saved: "100.00",
            left: "300.00", progress: FixedPoint(thousandths: progress), fromKept: true,
            reached: false, addedAt: now, contributions: 1)
    }

    static func checkIn(
        _ phase: CheckInAPI.Phase, key: String = "morning"
    ) -> CheckInAPI.CheckIn {
        CheckInAPI.CheckIn(
            checkIn: key, question: "«Is today planned?»", phase: phase, opens: "04:00",
            next: until, blocks: ["shopping"], blocksOnNo: ["shopping"], suggestions: [],
            streak: 5, longestStreak: 9, strict: true, until: phase == .no ? until : nil,
            answers: [])
    }

    /// A daemon in which something of everything is.
    static func daemon(
        targets: [ProtectionAPI.TargetState] = [target()],
        status: DaemonAPI.GetStatus.Reply = status(),
        metrics: MetricsAPI.Metrics = metrics(
            requests: 16, kept: 7, impulse: .init(count: 6, of: 7),
            previous: .init(requests: 19, unblocks: 6, kept: 13)),
        risk: RiskAPI.Status = risk(), goals: [GoalsAPI.Goal] = [goal()],
        checkIns: [CheckInAPI.CheckIn] = [checkIn(.yes)], insights: [String] = ["«70 %»"]
    ) -> CannedDaemon {
        CannedDaemon()
            .on(ProtectionAPI.List.self) { _ in
                .init(now: now, sequence: 17, nextChange: until, targets: targets)
            }
            .on(DaemonAPI.GetStatus.self) { _ in status }
            .on(MetricsAPI.Get.self) { _ in .init(metrics: metrics) }
            .on(MetricsAPI.Insights.self) { _ in
                .init(insights: insights.map { .init(kind: "impulse_share", text: $0, count: 7) })
            }
            .on(RiskAPI.GetStatus.self) { _ in .init(status: risk) }
            .on(QuietHoursAPI.Next.self) { _ in
                .init(
                    occurrences: targets.isEmpty
                        ? []
                        : [
                            .init(
                                schedule: "nights", name: "«nights»", targets: ["shopping"],
                                start: "2026-11-21T22:30:00+01:00", end: until)
                        ])
            }
            .on(GoalsAPI.List.self) { _ in .init(goals: goals) }
            .on(CheckInAPI.List.self) { _ in .init(checkIns: checkIns, debug: false) }
            .on(UnblockAPI.List.self) { _ in .init(requests: [], grants: []) }
    }
}

extension Site {
    /// The HTML of a page, and its status.
    func page(_ request: PageRequest, _ daemon: CannedDaemon) throws -> (status: Int, html: String)
    {
        guard case .page(let status, let html) = respond(request, daemon) else {
            throw SiteTests.Unexpected()
        }
        return (status, html)
    }
}
