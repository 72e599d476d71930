import API

struct HomeView {
    let targets: [TargetRow]
    let requests: String?
    let checkIns: [CheckInCard]
    let figures: [Figure]
    let alert: RiskAlert?
    let risk: RiskCard
    let next: [NextRow]
    let insights: [String]
    let goals: [GoalRow]
    let notices: [Notice]

    init(_ facts: HomeFacts, _ environment: PageEnvironment) {
        let texts = environment.texts
        targets = facts.protection.targets.map { TargetRow($0, facts.now, environment) }
        requests =
            facts.requests.isEmpty
            ? nil : texts("home.openRequests", count: facts.requests.count)
        checkIns = facts.checkIns.compactMap { CheckInCard($0, facts.now, environment) }
        figures = Figure.week(facts.week, environment)
        risk = RiskCard(facts.risk, facts.now, environment)
        alert = facts.isRisky ? RiskAlert(facts, environment) : nil
        next = facts.next.map { NextRow($0, facts.now, environment) }
        insights = facts.insights.prefix(3).map(\.text)
        goals = facts.goals.filter { !$0.reached }.prefix(3).map { GoalRow($0, environment) }
        notices = Self.notices(facts, environment)
    }

    /// Notices of everything that weakens the protection, with links to details.
    private static func notices(_ facts: HomeFacts, _ environment: PageEnvironment) -> [Notice] {
        let texts = environment.texts
        var notices: [Notice] = []
        let waiting = facts.status.rules.pendingEdits ?? []
        if let last = waiting.map(\.until).max() {
            let time = environment.formats.moment(last, now: facts.now)
            notices.append(
                Notice(
                    level: "warning",
                    text: texts("home.waiting", count: waiting.count, ["time": time]),
                    path: "rules", label: texts("home.seeRules")))
        }
        if !facts.status.clock.trusted {
            notices.append(
                Notice(
                    level: "warning", text: texts("home.clock"), path: "record",
                    label: texts("home.seeRecord")))
        }
        if let outdated = facts.status.outdatedExtension {
            let key = outdated.version == nil ? "home.oldExtension" : "home.oldExtensionVersion"
            notices.append(
                Notice(
                    level: "warning",
                    text: texts(
                        key,
                        ["extension": outdated.version ?? "", "version": facts.status.version])))
        }
        return notices
    }
}

struct TargetRow {
    /// The target's key if a permission that can be ended keeps it open.
    let permitted: String?
    let name: String
    let state: String
    let badge: String
    let detail: String?
    let reasons: [String]

    init(_ target: ProtectionAPI.TargetState, _ now: Moment, _ environment: PageEnvironment) {
        let texts = environment.texts
        name = target.name
        permitted =
            target.monitored && !target.blocked && target.grantedUntil != nil
            ? target.target : nil
        func time(_ instant: String) -> String { environment.formats.moment(instant, now: now) }
        if !target.monitored {
            (state, badge, detail) = (texts("home.unmonitored"), "badge-neutral", nil)
        } else if target.blocked {
            state = texts("home.blocked")
            badge = "badge-blocked"
            detail =
                target.until.map { texts("home.until", ["time": time($0)]) }
                ?? texts("home.noEnd")
        } else if let granted = target.grantedUntil {
            (state, badge) = (texts("home.openFor"), "badge-warning")
            detail = texts("home.openUntil", ["time": time(granted)])
        } else {
            (state, badge, detail) = (texts("home.open"), "badge-open", nil)
        }
        reasons = target.restrictions.map { restriction in
            let kind = texts("home.kind.\(restriction.kind.rawValue)")
            let strict = restriction.strict ? texts("home.strictly") : ""
            let name = restriction.name.isEmpty ? kind : "\(restriction.name) (\(kind))"
            return strict.isEmpty ? name : "\(name), \(strict)"
        }
    }
}

/// A check-in with an open question or with today's answer.
struct CheckInCard {
    let question: String
    let href: String
    let isOpen: Bool
    let state: String

    /// Nil if there is nothing to show today.
    init?(_ checkIn: CheckInAPI.CheckIn, _ now: Moment, _ environment: PageEnvironment) {
        let texts = environment.texts
        question = checkIn.question
        href = "\(environment.request.base)/\(CheckInData.path(checkIn.checkIn))"
        isOpen = checkIn.phase == .asking
        switch checkIn.phase {
        case .asking: state = texts("home.notAnswered")
        case .yes: state = texts("home.answeredYes", count: checkIn.streak)
        case .no:
            state =
                checkIn.until.map {
                    texts(
                        "home.answeredNoUntil", ["time": environment.formats.moment($0, now: now)])
                } ?? texts("home.answeredNo")
        case .lapsed, .waiting: return nil
        }
    }
}

/// A number of this week, with that of the previous week.
struct Figure {
    let value: String
    let label: String
    let before: String?

    static func week(_ week: MetricsAPI.Metrics, _ environment: PageEnvironment) -> [Figure] {
        let texts = environment.texts
        let formats = environment.formats
        func before(_ number: Int?) -> String? {
            number.map { texts("home.lastWeek", ["number": formats.number($0)]) }
        }
        let episodes = week.byEpisode
        return [
            Figure(
                value: formats.number(episodes.kept),
                label: texts("home.moments", count: episodes.kept),
                before: episodes.countsRequests
                    ? texts("home.byRequest") : before(episodes.keptBefore)),
            Figure(
                value: formats.number(week.requests),
                label: texts("home.requests", count: week.requests),
                before: before(week.previous?.requests)),
            Figure(
                value: episodes.impulse.map { formats.percent($0.count, of: $0.of) } ?? "–",
                label: texts("home.impulses"),
                before: episodes.impulse.map {
                    texts(
                        "home.outOf",
                        [
                            "count": formats.number($0.count),
                            "planned": formats.number($0.of - $0.count),
                        ])
                } ?? texts("home.noPurpose")),
        ] + unblocks(week, environment)
    }
}

extension Figure {
    /// The busiest time and the use rate; neither without data.
    private static func unblocks(
        _ week: MetricsAPI.Metrics, _ environment: PageEnvironment
    ) -> [Figure] {
        let texts = environment.texts
        let formats = environment.formats
        let day = week.mostActiveWeekday.flatMap {
            (1...7).contains($0) ? formats.weekday($0) : nil
        }
        let hour = week.mostActiveHour.map { formats.time(minute: $0 * 60) }
        let used = week.unblocks > 0 ? week.used : nil
        return [
            (day ?? hour).map {
                Figure(
                    value: $0, label: texts("home.busiest"),
                    before: day == nil ? nil : hour.map { texts("home.busiestHour", ["time": $0]) })
            },
            used.map {
                Figure(
                    value: formats.percent($0.count, of: $0.of), label: texts("home.used"),
                    before: texts(
                        "home.usedOf",
                        ["count": formats.number($0.count), "of": formats.number($0.of)]))
            },
        ].compactMap(\.self)
    }
}

struct NextRow {
    let name: String
    let time: String

    init(_ occurrence: QuietHoursAPI.Occurrence, _ now: Moment, _ environment: PageEnvironment) {
        name = occurrence.name
        let start = environment.formats.moment(occurrence.start, now: now)
        let end = occurrence.end.map { environment.formats.moment($0, now: now) }
        let isRunning = Moment(occurrence.start).map { $0 <= now } ?? false
        switch (isRunning, end) {
        case (true, let end?): time = environment.texts("home.runsUntil", ["end": end])
        case (true, nil): time = environment.texts("home.runs")
        case (false, let end?):
            time = environment.texts("home.fromTo", ["start": start, "end": end])
        case (false, nil): time = environment.texts("home.from", ["start": start])
        }
    }
}

struct GoalRow {
    let name: String
    let saved: String
    let progress: String
    let percent: String

    init(_ goal: GoalsAPI.Goal, _ environment: PageEnvironment) {
        let formats = environment.formats
        name = goal.name
        saved = environment.texts(
            "home.saved",
            [
                "saved": formats.money(goal.saved, goal.currency),
                "target": formats.money(goal.target, goal.currency),
            ])
        let thousandths = min(max(goal.progress.thousandths, 0), 1000)
        progress = String(thousandths)
        percent = formats.percent(thousandths, of: 1000)
    }
}

/// The banner while the risk is high: why, and what can be done.
struct RiskAlert {
    let title: String
    /// The factors that hold, in sentences.
    let reasons: String
    let schedules: [Schedule]

    struct Schedule {
        let path: String
        let label: String
    }

    init(_ facts: HomeFacts, _ environment: PageEnvironment) {
        let texts = environment.texts
        title = texts("home.alert.\(facts.risk.level.rawValue)")
        reasons = RiskCard.holding(facts.risk)
            .map { RiskCard.name(of: $0, texts) }
            .map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " ")
        schedules = facts.switchedOff.map { schedule in
            Schedule(
                path: "\(QuietHoursRoutes.path)/\(schedule.schedule.asPathPart)/switch",
                label: texts("home.switchOn", ["name": schedule.name]))
        }
    }
}

struct RiskCard {
    let meter: String
    let badge: String
    let level: String
    let reasons: [String]
    let assessed: String

    init(_ status: RiskAPI.Status, _ now: Moment, _ environment: PageEnvironment) {
        let texts = environment.texts
        let formats = environment.formats
        level = texts("home.level.\(status.level.rawValue)")
        badge =
            switch status.level {
            case .low: "badge-success"
            case .moderate: "badge-neutral"
            case .high, .critical: "badge-warning"
            }
        let text = { (score: FixedPoint) in formats.number(FiniteNumber(score).value, digits: 2) }
        reasons = Self.holding(status).map { factor in
            texts(
                "home.factorAdds",
                ["factor": Self.name(of: factor, texts), "weight": text(factor.weight)])
        }
        assessed = texts("home.assessed", ["time": formats.moment(status.assessedAt, now: now)])
        meter =
            Meter(
                caption: ChartCaption(
                    id: "risk-meter", title: texts("home.riskNow"),
                    description: texts(
                        "home.riskDescription",
                        ["score": text(status.score), "level": level]),
                    tableLabel: texts("home.showLevels"), emptyText: ""),
                value: FiniteNumber(status.score), valueText: text(status.score),
                bands: ValueBand.levels(status.thresholds) { texts("home.level.\($0)") },
                heads: [texts("home.levelTitle"), texts("home.levelFrom")],
                format: { formats.number($0, digits: 2) }
            ).html
    }

    /// The factors that hold, the heaviest first.
    static func holding(_ status: RiskAPI.Status) -> [RiskAPI.Factor] {
        status.factors.filter(\.holds).sorted {
            ($1.weight, $0.factor) < ($0.weight, $1.factor)
        }
    }

    static func name(of factor: RiskAPI.Factor, _ texts: Texts) -> String {
        texts.text("home.factor.\(factor.factor)")
            ?? factor.factor.replacing("_", with: " ")
    }
}
