import CEL
import RuleModel

/// Of what conditions read, what changes by itself as time goes on.
struct ReadVariables: OptionSet, Sendable {
    let rawValue: UInt16

    /// All variables.
    static let all = ReadVariables(rawValue: .max)
    static let moment = ReadVariables(rawValue: 1)
    static let minute = ReadVariables(rawValue: 1 << 1)
    static let hour = ReadVariables(rawValue: 1 << 2)
    static let sinceLast = ReadVariables(rawValue: 1 << 3)
    /// Counts of unblocks.
    static let unblocks = ReadVariables(rawValue: 1 << 4)
    static let attempts = ReadVariables(rawValue: 1 << 5)
    static let kept = ReadVariables(rawValue: 1 << 6)
    static let switchedOff = ReadVariables(rawValue: 1 << 7)
    static let mood = ReadVariables(rawValue: 1 << 8)
    static let regret = ReadVariables(rawValue: 1 << 9)
    /// Whether a schedule runs.
    static let quietHours = ReadVariables(rawValue: 1 << 10)
    static let day = ReadVariables(rawValue: 1 << 11)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ conditions: [Program]) {
        self = []
        for name in conditions.flatMap(\.references) {
            switch name {
            case "now": insert(.moment)
            case "local.minute": insert(.minute)
            case "local.hour": insert(.hour)
            case "local.day": insert(.day)
            case "unblocks.since_last": insert(.sinceLast)
            case "unblocks.last_hour", "unblocks.last_30_days", "unblocks.impulse_ratio":
                insert(.unblocks)
            case "attempts.last_hour": insert(.attempts)
            case "kept.today", "kept.this_week": insert(.kept)
            case "quiet_hours.switched_off": insert(.switchedOff)
            case "quiet_hours.active": insert(.quietHours)
            case "mood.last": insert(.mood)
            case "regret.mean_30_days": insert(.regret)
            // Days and weeks begin at midnight, which is always looked at.
            default: break
            }
        }
    }
}

extension Engine {
    /// The first instant after a moment at which a value that conditions read may be another than
    /// at the moment, if nothing happens until then; those aside that change all the time, or with
    /// the local hour.
    func nextChangeOfFeatures(
        after moment: Instant, in stretch: LocalStretch, _ reads: ReadVariables
    ) -> Instant {
        var until = stretch.until
        let behaviour = state.behaviour
        if reads.contains(.unblocks), let next = behaviour.nextLeavingOfUnblocks(after: moment) {
            until = min(until, next)
        }
        if reads.contains(.attempts), let next = behaviour.nextLeavingOfAttempts(after: moment) {
            until = min(until, next)
        }
        if reads.contains(.regret), let next = state.nextLeavingOfRegret(after: moment) {
            until = min(until, next)
        }
        for variable in rules.risk.variables {
            guard variable.figure == .budgetUsed || variable.figure == .budgetLeft,
                let budget = rules.budgets.first(where: { $0.key == variable.key })
            else { continue }
            until = min(until, period(of: budget, at: moment).until)
        }
        if reads.contains(.switchedOff) {
            for (schedule, calendar) in zip(rules.quietHours, agenda.calendars)
            where !isEnabled(schedule) {
                if let stretch = calendar.stretch(holding: moment) {
                    until = min(until, stretch.end ?? until)
                } else if let start = calendar.nextStart(after: moment) {
                    until = min(until, start)
                }
            }
        }
        return until
    }

    /// From when on a rule could begin on one of the targets that it names, as things stand; nil:
    /// on none.
    func freeFrom(for rule: AutoProtection) -> Instant? {
        guard isEnabled(rule) else { return nil }
        var soonest: Instant?
        for target in rule.targets ?? [] where isMonitored(target) && !isAutoProtected(target) {
            guard let ended = state.autoProtectionEnds[target] else { return .distantPast }
            let then =
                ended.elapsed.boot == clock.last.boot
                ? now + (ended.elapsed.elapsed - clock.last.elapsed) : ended.at
            soonest = min(soonest ?? .distantFuture, then + rule.againAfter)
        }
        return soonest
    }
}

extension TimeZoneRules {
    /// The first instant after a moment at which a local day begins, at most a day later.
    func nextMidnight(after moment: Instant) -> Instant {
        let next = instant(ofDay: LocalTime(moment, in: self).daysSince1970 + 1)
        return next > moment ? next : moment + TimeSpan(milliseconds: 1)
    }
}

extension LocalStretch {
    /// When the local clock shows the next of some hours of the day, or midnight, after a moment of
    /// the stretch; nil: any full hour.
    func nextHour(of hours: [Int]?, after moment: Instant) -> Instant {
        let local = LocalTime(moment, offset: offset)
        let next = hours.map { $0.first { $0 > local.hour } ?? 24 } ?? local.hour + 1
        return Instant(seconds: moment.seconds + Int64(next * 3600 - local.secondOfDay))
    }
}
