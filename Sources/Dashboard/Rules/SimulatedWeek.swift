import API

/// The decisions of the rules in the coming seven days.
struct SimulatedWeek {
    /// A period in which a target is blocked; it ends with the week at the latest.
    struct Stretch {
        var target: String
        var start: Moment
        var end: Moment
        /// The reasons for the block at its beginning.
        var reasons: [String]
    }

    let clock: WallClock
    let targets: [(key: String, name: String)]
    let stretches: [Stretch]
    let summary: RulesAPI.SimulationSummary?

    /// Asks the daemon to simulate the rules in force, or these files on top of the shipped
    /// defaults, from the recorded history, or, if there is none, from an empty one.
    init(_ context: PageContext, files: [RulesAPI.RuleFile]? = nil) throws {
        let now = try context.daemon.now()
        do {
            try self.init(context, from: now, .real, files)
        } catch CallFailure.refused(is RulesAPI.NoHistory) {
            try self.init(context, from: now, .none, files)
        }
    }

    private init(
        _ context: PageContext, from now: Moment, _ history: RulesAPI.SimulatedHistory,
        _ files: [RulesAPI.RuleFile]?
    ) throws {
        var clock = WallClock(now: now, zone: nil)
        var end = now.later(by: 7 * 86400)
        var targets: [(key: String, name: String)] = []
        var open: [String: Stretch] = [:]
        var stretches: [Stretch] = []
        var summary: RulesAPI.SimulationSummary?
        try context.daemon.follow(
            RulesAPI.Simulate.self,
            .init(from: now.rfc3339, to: end.rfc3339, history: history, files: files)
        ) { reply in
            if let zone = reply.timeZone {
                clock = WallClock(now: now, zone: zone, context.environment)
                end = clock.moment(at: end.seconds)
            }
            for target in reply.targets ?? [] {
                targets.append((target.target, target.name))
                if target.blocked {
                    open[target.target] = Stretch(
                        target: target.target, start: clock.now, end: end, reasons: [])
                }
            }
            for decision in reply.decisions {
                guard let at = Moment(decision.at) else { continue }
                switch decision.verdict {
                case .block where open[decision.target] == nil:
                    open[decision.target] = Stretch(
                        target: decision.target, start: at, end: end,
                        reasons: decision.restrictions.map(\.name))
                case .unblock:
                    guard var stretch = open.removeValue(forKey: decision.target) else { continue }
                    stretch.end = at
                    stretches.append(stretch)
                case .block, .update: break
                }
            }
            summary = reply.summary ?? summary
            return true
        }
        self.clock = clock
        self.targets = targets
        self.summary = summary
        self.stretches = (stretches + open.values).sorted {
            ($0.start, $0.target) < ($1.start, $1.target)
        }
    }
}

struct NextWeekView {
    let pictures: [String]
    let totals: [String]
    let nothing: String?
    let protects: String?

    init(_ week: SimulatedWeek, _ environment: PageEnvironment) {
        let texts = environment.texts
        // As many as a picture can tell apart.
        let groups = stride(from: 0, to: week.targets.count, by: 4).map {
            Array(week.targets[$0..<min($0 + 4, week.targets.count)])
        }
        pictures = groups.enumerated().map { index, targets in
            Self.picture(week, targets, id: "week-\(index)", environment)
        }
        // The summary's count leaves out the stretch that runs when the week begins.
        totals = (week.summary?.targets ?? []).map { block in
            texts(
                "rules.blockedFor", count: week.stretches.count { $0.target == block.target },
                ["name": block.name, "length": environment.formats.length(seconds: block.seconds)])
        }
        nothing = week.stretches.isEmpty ? texts("rules.nothingBlocked") : nil
        protects = week.summary.flatMap { summary in
            summary.autoProtections == 0
                ? nil : texts("rules.protectsItself", count: summary.autoProtections)
        }
    }

    private static func picture(
        _ week: SimulatedWeek, _ targets: [(key: String, name: String)], id: String,
        _ environment: PageEnvironment
    ) -> String {
        let texts = environment.texts
        let formats = environment.formats
        let now = week.clock.now
        let first = now.day.number
        let days = (0..<8).map { offset in
            let day = CalendarDay(number: first + offset)
            return WeekChart.Day(
                name: ChartLabel(
                    formats.weekdayAndDay(day), short: formats.shortWeekday(day.weekday)),
                blocks: targets.enumerated().flatMap { index, target in
                    week.stretches.filter { $0.target == target.key }
                        .flatMap { $0.minutes(of: day, by: week.clock) }
                        .map {
                            WeekChart.Block(
                                minutes: $0, schedule: index + 1, label: target.name)
                        }
                })
        }
        return WeekChart(
            caption: ChartCaption(
                id: id, title: texts("rules.weekTitle"), description: texts("rules.weekText"),
                tableLabel: texts("rules.showTimes"), emptyText: texts("rules.nothingBlocked")),
            days: days, schedules: targets.map(\.name),
            now: .init(
                day: 0, minute: now.secondOfDay / 60,
                label: texts("rules.now", ["time": formats.time(now)])),
            heads: [texts("rules.day"), texts("rules.blocked"), texts("rules.target")],
            hour: { formats.hour($0) }, clock: { formats.time(minute: $0) }
        ).html
    }
}

extension SimulatedWeek.Stretch {
    /// The minutes of a day's clock that the period covers, in order; a repeated hour counts once.
    func minutes(of day: CalendarDay, by clock: WallClock) -> [Range<Int>] {
        let midnight = day.number * 86400
        return clock.shown(from: start, to: end).compactMap { range in
            let part = range.clamped(to: midnight..<midnight + 86400)
            let from = (part.lowerBound - midnight) / 60
            let to = (part.upperBound - midnight) / 60
            return from < to ? from..<to : nil
        }
    }
}
