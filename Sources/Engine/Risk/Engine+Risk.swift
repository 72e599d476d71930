import CEL
import RuleModel

/// The risk, and the values that it is computed from.
extension Engine {
    /// The last risk assessment; nil before the first.
    package var assessment: RiskAssessment? { riskWatch.assessment }

    mutating func forgetAssessment() { riskWatch.forgetAssessment() }

    /// Evaluates auto-protection, then the risk. After an unblock is on disk, the risk is assessed
    /// at once.
    mutating func evaluate(_ marks: Cadences, isUnblock: Bool) {
        var judgements: RulesInForce.Judgements?
        if marks.contains(.autoProtection) {
            recordUse()
            if canAutoProtect {
                let present = judge()
                if autoProtect(present) { reevaluate(.protection) } else { judgements = present }
            }
        }
        if marks.contains(.risk) || !riskWatch.isAssessed || isUnblock {
            assess(judgements ?? judge())
        }
    }

    /// Assesses the risk by present judgements, and records a score that differs from the last one.
    private mutating func assess(_ judgements: RulesInForce.Judgements) {
        let fresh = rules.assessment(of: judgements)
        riskWatch.record(fresh)
        let isElevated = isElevated(fresh.score) ? true : nil
        if !fresh.isRecorded(as: state.risk, isElevated: isElevated) {
            var record = fresh.record
            record.isElevated = isElevated
            self.record(.riskAssessed(record))
        }
        act(.assessed(fresh))
    }

    /// Whether a score is high or above, or was and has not yet fallen well below.
    private func isElevated(_ score: Score) -> Bool {
        let threshold = rules.risk.levels.high.thousandths
        guard state.risk?.isElevated ?? false else { return score.thousandths >= threshold }
        return score.thousandths > max(0, threshold - Self.hysteresis)
    }

    /// How far below `high` the risk must fall, in thousandths, before a rise suggests quiet hours
    /// again.
    private static let hysteresis = 50

    /// The present figures of the person's actions.
    package var figures: Behaviour.Figures {
        let stretch = localStretch
        return state.behaviour.figures(
            at: now, today: stretch.midnight, thisWeek: stretch.monday)
    }

    package var today: Instant { localStretch.midnight }

    /// The present values of all variables.
    package var features: Features { features(at: now, in: localStretch, reads: .all) }

    /// The present values of what an evaluator reads.
    package func features(for evaluator: RiskEvaluator) -> Features {
        features(at: now, in: localStretch, reads: evaluator.reads)
    }

    /// The values of some variables, at an instant in a stretch of local time, if nothing happens
    /// until then.
    func features(
        at instant: Instant, in stretch: LocalStretch, reads: ReadVariables
    ) -> Features {
        features(of: rules.own, at: instant, in: stretch, rules.risk.variables, reads: reads)
    }

    /// The present values that the conditions of a set in force read; `isJoined`: over the facts
    /// of all devices.
    private func features(of set: CompiledRules, isJoined: Bool = false) -> Features {
        let isOwn = set === rules.own
        return features(
            of: set, at: now,
            in: isOwn ? localStretch : LocalStretch(now, in: set.rules.timeZone ?? zone),
            set.rules.risk.variables, reads: isJoined ? .all : set.evaluator.reads,
            isJoined: isJoined)
    }

    /// The present values of all variables, and of some of the rules' own variables.
    package func features(reading variables: [RuleVariable]) -> Features {
        features(of: rules.own, at: now, in: localStretch, variables, reads: .all)
    }

    /// Whether there are several scores, of several rule sets or over the facts of several devices.
    var hasSeveralScores: Bool { !rules.earlier.isEmpty || state.others != nil }

    /// Judges the conditions of each set in force with the present values.
    func judge() -> RulesInForce.Judgements {
        // A loop: a closure would get a copy of the whole engine.
        var earlier: [Judgement] = []
        for view in rules.views { earlier.append(Judgement(view, features(of: view))) }
        let own = Judgement(rules.own, features(of: rules.own))
        guard state.others != nil else { return .init(own: own, earlier: earlier) }
        var joined = [Judgement(rules.own, features(of: rules.own, isJoined: true), isJoined: true)]
        for view in rules.views {
            joined.append(Judgement(view, features(of: view, isJoined: true), isJoined: true))
        }
        return .init(own: own, earlier: earlier, joined: joined)
    }

    private func features(
        of set: CompiledRules, at now: Instant, in stretch: LocalStretch,
        _ variables: [RuleVariable], reads: ReadVariables, isJoined: Bool = false
    ) -> Features {
        let midnight = stretch.midnight
        var features = Features(
            now: now, local: LocalTime(now, offset: stretch.offset),
            quietHoursActive: set.schedules.map { own in
                own.contains { state.quietHours[rules.quietHours[$0].key] != nil }
            } ?? !state.quietHours.isEmpty,
            quietHoursSwitchedOff: set.schedules.map { own in
                own.contains { isSwitchedOff($0, at: now) }
            } ?? rules.quietHours.indices.contains { isSwitchedOff($0, at: now) },
            figures: state.behaviour.figures(
                at: now, today: midnight, thisWeek: stretch.monday, reads: reads),
            ofRules: variables.compactMap { variable in
                value(of: variable, in: set.rules, at: now, midnight, isJoined: isJoined)
                    .map { .init(variable, $0) }
            })
        features.isIdle = isIdle
        features.isLocked = isLocked
        if reads.contains(.regret) { features.regretMean30Days = state.regretMean(at: now) }
        if isJoined { join(&features, midnight: midnight, monday: stretch.monday) }
        return features
    }

    /// Whether a schedule, by its index, would run at an instant if it were switched on.
    func isSwitchedOff(_ schedule: Int, at instant: Instant) -> Bool {
        !isEnabled(rules.quietHours[schedule])
            && scheduleQueue.calendars[schedule].stretch(holding: instant) != nil
    }

    /// The value of one of the rules' own variables; nil if the rules have no such entry.
    private func value(
        of variable: RuleVariable, in set: RuleSet, at now: Instant, _ midnight: Instant,
        isJoined: Bool
    ) -> RuleVariable.Value? {
        switch variable.figure {
        case .usageToday:
            return .span(used(variable.key, since: midnight, isJoined: isJoined))
        case .budgetUsed, .budgetLeft:
            guard let budget = set.budgets.first(where: { $0.key == variable.key }) else {
                return nil
            }
            let period = period(of: budget, at: now)
            guard period.counts else {
                return .span(variable.figure == .budgetUsed ? .zero : Vocabulary.never)
            }
            let used = used(budget.target, since: period.from, isJoined: isJoined)
            return .span(
                variable.figure == .budgetUsed ? used : max(.zero, budget.limit - used))
        case .checkInAnswered, .checkInYes:
            guard let record = state.checkIns[variable.key] else { return .truth(false) }
            return .truth(
                record.phase == .yes || (variable.figure == .checkInAnswered && record.phase == .no)
            )
        }
    }

    /// How long a target was used since an instant: here, or on all devices.
    private func used(_ target: String, since instant: Instant, isJoined: Bool) -> TimeSpan {
        if isJoined { return usedAnywhere(target, since: instant) }
        return used(target, since: instant)
    }

    // MARK: Hours that have been risky before

    /// Warns of a risky hour: checks each local hour once, when it begins or soon after.
    mutating func warnOfRiskyHour() {
        guard rules.plan.hasPredictiveAlerts, !rules.silenced.contains(.riskyHour) else { return }
        let local = LocalTime(now, offset: offset)
        let today = local.daysSince1970
        let hour = today * 24 + local.hour
        guard hour != riskWatch.hour else { return }
        riskWatch.look(at: hour)
        // Nothing is risky before the first unblock, and sums take time.
        guard state.behaviour.lastUnblock != nil, state.riskyHourToldOn != today,
            let risky = state.tally.riskyHour(
                weekday: local.weekday, hour: local.hour, today: today)
        else { return }
        record(.riskyHourTold(risky))
    }

    /// The next hour within a week that will be announced, with its start, if any.
    package var nextRiskyHour: (hour: RiskyHour, at: Instant)? {
        let zone = localZone
        let local = LocalTime(now, in: zone)
        let today = local.daysSince1970
        let risky = state.tally.riskyHours(today: today)
        for ahead in 1...168 {
            let hours = local.hour + ahead
            let day = today + hours / 24
            let hour = hours % 24
            let weekday = CivilDate.weekday(daysSince1970: day)
            // At most one a day is announced.
            if day == today, state.riskyHourToldOn == today { continue }
            guard let next = risky.first(where: { $0.weekday == weekday && $0.hour == hour })
            else { continue }
            return (next, zone.instant(ofDay: day, minute: hour * 60))
        }
        return nil
    }
}
