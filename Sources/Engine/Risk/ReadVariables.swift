import CEL
import RuleModel

/// The variables that conditions read, among those that exist under any rules.
struct ReadVariables: OptionSet, Sendable {
    let rawValue: UInt32

    static let all = ReadVariables(rawValue: .max)
    static let moment = ReadVariables(.moment)
    static let minute = ReadVariables(.localMinute)
    static let hour = ReadVariables(.localHour)
    static let sinceLast = ReadVariables(.unblocksSinceLast)
    static let attempts = ReadVariables(.attemptsLastHour)
    static let kept: ReadVariables = [.init(.keptToday), .init(.keptThisWeek)]
    static let switchedOff = ReadVariables(.quietHoursSwitchedOff)
    static let mood = ReadVariables(.moodLast)
    static let regret = ReadVariables(.regretMean30Days)
    /// Whether a schedule runs.
    static let quietHours = ReadVariables(.quietHoursActive)
    /// Counts of unblocks that time alone changes within a day.
    static let unblocks: ReadVariables = [
        .init(.unblocksLastHour), .init(.unblocksLast30Days), .init(.unblocksImpulseRatio),
    ]

    init(rawValue: UInt32) { self.rawValue = rawValue }

    @inline(__always)
    init(_ slot: Vocabulary.Slot) { rawValue = 1 << UInt32(slot.rawValue) }

    init(_ conditions: [Program]) {
        self = []
        for name in conditions.flatMap(\.references) {
            guard let place = Vocabulary.entries.firstIndex(where: { $0.name == name }) else {
                continue
            }
            insert(ReadVariables(rawValue: 1 << UInt32(place)))
        }
    }

    /// Whether any of some variables is read.
    func holds(oneOf variables: ReadVariables) -> Bool { !isDisjoint(with: variables) }
}

extension Engine {
    /// The first instant after a moment at which a value that conditions read may differ, if
    /// nothing happens until then; apart from values that change all the time, or with the local
    /// hour.
    func nextChangeOfFeatures(
        after moment: Instant, in stretch: LocalStretch, _ reads: ReadVariables
    ) -> Instant {
        var until = stretch.until
        let behaviour = state.behaviour
        if reads.holds(oneOf: .unblocks), let next = behaviour.nextLeavingOfUnblocks(after: moment)
        {
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
            // By index: a calendar is expensive to copy.
            for index in rules.quietHours.indices where !isEnabled(rules.quietHours[index]) {
                if let stretch = scheduleQueue.calendars[index].stretch(holding: moment) {
                    until = min(until, stretch.end ?? until)
                } else if let start = scheduleQueue.calendars[index].nextStart(after: moment) {
                    until = min(until, start)
                }
            }
        }
        return until
    }

    /// The time from which a rule could start on one of the targets that it names, as things are;
    /// nil: on none.
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
    /// The time after a moment of the stretch at which the local clock shows the next of some
    /// hours, or midnight; nil: any full hour.
    func nextHour(of hours: [Int]?, after moment: Instant) -> Instant {
        let local = LocalTime(moment, offset: offset)
        let next = hours.map { $0.first { $0 > local.hour } ?? 24 } ?? local.hour + 1
        return Instant(seconds: moment.seconds + Int64(next * 3600 - local.secondOfDay))
    }
}
