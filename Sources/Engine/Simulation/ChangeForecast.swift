import CEL
import RuleComparison
import RuleModel

/// Looks ahead from the engine's state for the next mark of the cadences at which conditions have
/// other results than before, if nothing happens but the passing of time.
///
/// A forecast costs a few conditions for each mark, not a full reevaluation.
struct ChangeForecast: Sendable {
    private var evaluator = RiskEvaluator(.none)
    /// The values of the variables that the evaluator reads.
    private var values = Activation(Vocabulary.environment())
    /// The auto-protections, each with all its possible targets.
    private var protections: [AutoProtection] = []
    /// Whether the rules have changed since the forecast was built.
    private var isForeign = true
    /// Whether an event changed a value that a condition reads.
    private var isStale = true
    /// The time until which the slowly changing values are valid.
    private var standsUntil = Instant.distantPast
    /// The time before which no mark needs a check if no value that a condition reads is changed by
    /// events.
    private var nothingUntil = Instant.distantPast
    private var lastUnblock: Instant?
    /// The spans since the last unblock at which conditions can change, ascending; nil: any.
    private var thresholds: [TimeSpan]?
    /// The indices of the factors that were true at the last assessment, ascending.
    private var known: [Int] = []
    /// The hours of a local day at whose start conditions can change; nil: all.
    private var hours: [Int]?
    /// The time from which each rule could start on one of its targets; nil: on none as things are.
    private var freeFrom: [Instant?] = []
    /// The hours of a local day that will be announced, ascending, and that day.
    private var risky: (day: Int, hours: [Int])?
    /// The stretch of local time around the last mark that was checked.
    private var stretch: LocalStretch?

    private var reads: ReadVariables { evaluator.reads }

    mutating func handle(_ input: Input) {
        switch input {
        case .started, .zone, .clockChecked, .storeReplaced, .retained: isForeign = true
        case .reporterGone: isStale = true
        default: break
        }
    }

    mutating func handle<Asked: Request>(_ request: Asked) {
        if Asked.self == LoadRules.self { isForeign = true }
        if Asked.self == ReportAbsence.self { isStale = true }
    }

    mutating func apply(_ fact: Fact) {
        switch fact {
        case .decided, .requestClosed, .grantEnded, .promptClosed, .timeNoted, .goalAdded,
            .goalContributed, .goalRemoved, .placeNamed, .storeFailed, .retained, .rulesWeakened,
            .reporterLost, .checkInWelcomed, .newsTold, .useImported, .useImportRemoved:
            break
        case .unblockRequested, .intentGiven: if reads.contains(.mood) { isStale = true }
        case .blockKept: if reads.holds(oneOf: .kept) { isStale = true }
        case .attempted: if reads.contains(.attempts) { isStale = true }
        case .quietHoursBegan, .quietHoursMoved, .quietHoursEnded:
            if reads.contains(.quietHours) { isStale = true }
        case .riskyHourTold: risky = nil
        case .clockAdopted, .zoneChanged, .rulesLoaded, .editBegan, .editEnded, .editsTakenBack:
            isForeign = true
        default: isStale = true
        }
    }

    /// The first mark from `cursor` to `limit` at which a result may differ, if any.
    mutating func nextMark(
        from cursor: Instant, through limit: Instant, _ engine: Engine
    ) -> Instant? {
        guard let soonest = Cadences.autoProtection.mark(from: cursor), soonest <= limit else {
            return nil
        }
        if isForeign { rebuild(from: engine) }
        if isStale { review(engine) }
        let isUsing =
            !engine.state.usage.running.isEmpty || engine.uses.hasNews || !engine.uses.open.isEmpty
        let cadence =
            isUsing || freeFrom.contains { $0 != nil } || engine.hasSeveralScores
            ? Cadences.autoProtection : Cadences.risk
        // Use is recorded at each mark and counts from there.
        if isUsing || engine.hasSeveralScores {
            return cadence.mark(from: cursor).flatMap { $0 <= limit ? $0 : nil }
        }
        var next = cadence.mark(from: max(cursor, nothingUntil))
        while let mark = next, mark <= limit {
            let after = mark + TimeSpan(milliseconds: 1)
            switch result(of: mark, engine) {
            case .change: return mark
            case .changeOfRisk: nothingUntil = after
            case .nothing: nothingUntil = max(after, steadyUntil(after: mark, engine))
            }
            next = cadence.mark(from: nothingUntil)
        }
        return nil
    }

    /// Whether there is known to be no such mark: never during use, or with several rule sets in
    /// force.
    func hasNoMark(from cursor: Instant, through limit: Instant) -> Bool {
        if !isForeign, !isStale, nothingUntil > limit { return true }
        return Cadences.autoProtection.mark(from: cursor).map { $0 > limit } ?? true
    }

    /// The time until which no value that is read can change after a mark was checked.
    private mutating func steadyUntil(after mark: Instant, _ engine: Engine) -> Instant {
        guard reads.isDisjoint(with: [.moment, .minute]) else { return mark }
        var until = standsUntil
        if reads.contains(.sinceLast), let lastUnblock {
            guard let thresholds else { return mark }
            if let next = thresholds.first(where: { lastUnblock + $0 > mark }) {
                until = min(until, lastUnblock + next)
            }
        }
        let stretch = localStretch(of: mark, engine)
        if reads.contains(.hour) { until = min(until, stretch.nextHour(of: hours, after: mark)) }
        let told = hoursToWarnOf(on: LocalTime(mark, offset: stretch.offset), engine)
        if !told.isEmpty { until = min(until, stretch.nextHour(of: told, after: mark)) }
        for instant in freeFrom {
            if let instant, instant > mark { until = min(until, instant) }
        }
        return until
    }

    private enum Result {
        case nothing
        /// Nothing now, but the next risk assessment will differ.
        case changeOfRisk
        case change
    }

    private mutating func result(of mark: Instant, _ engine: Engine) -> Result {
        let stretch = localStretch(of: mark, engine)
        let local = LocalTime(mark, offset: stretch.offset)
        if mark >= standsUntil {
            engine.features(at: mark, in: stretch, reads: reads).fill(&values, reads: reads)
            standsUntil = engine.nextChangeOfFeatures(after: mark, in: stretch, reads)
        } else {
            typealias Slot = Vocabulary.Slot
            if reads.contains(.moment) {
                values.setTimestamp(Slot.moment.rawValue, mark.timestamp)
            }
            values.setInt(Slot.localHour.rawValue, Int64(local.hour))
            values.setInt(Slot.localMinute.rawValue, Int64(local.minute))
            if let lastUnblock {
                values.setDuration(
                    Slot.unblocksSinceLast.rawValue, max(.zero, mark - lastUnblock).duration)
            }
        }
        let (sum, isOther) = evaluator.sum(values, before: known)
        let isAssessed = Cadences.risk.mark(from: mark) == mark
        if isAssessed, isOther || warns(local, engine) { return .change }
        if protects(at: mark, sum) { return .change }
        return isOther ? .changeOfRisk : .nothing
    }

    /// Whether a rule would start at a mark.
    private mutating func protects(at mark: Instant, _ sum: RiskSum) -> Bool {
        Features.fill(&values, score: sum.score, automatic: sum.automatic)
        // By index: a rule is expensive to copy.
        for index in protections.indices {
            guard let free = freeFrom[index], free <= mark else { continue }
            if protections[index].condition.holds(values) { return true }
        }
        return false
    }

    /// Whether the local hour will be announced.
    private mutating func warns(_ local: LocalTime, _ engine: Engine) -> Bool {
        local.daysSince1970 * 24 + local.hour != engine.riskWatch.hour
            && hoursToWarnOf(on: local, engine).contains(local.hour)
    }

    /// The hours of a local day that may still be announced.
    private mutating func hoursToWarnOf(on local: LocalTime, _ engine: Engine) -> [Int] {
        let today = local.daysSince1970
        guard engine.rules.plan.hasPredictiveAlerts, lastUnblock != nil,
            engine.state.riskyHourToldOn != today
        else { return [] }
        if let risky, risky.day == today { return risky.hours }
        let hours = engine.state.tally.riskyHours(weekday: local.weekday, today: today)
            .map(\.hour)
        risky = (today, hours)
        return hours
    }

    private mutating func localStretch(of mark: Instant, _ engine: Engine) -> LocalStretch {
        if let stretch, stretch.holds(mark) { return stretch }
        let stretch = LocalStretch(mark, in: engine.localZone)
        self.stretch = stretch
        return stretch
    }

    // MARK: Values

    /// Rebuilds everything from the engine's rules.
    private mutating func rebuild(from engine: Engine) {
        let rules = engine.rules
        isForeign = false
        isStale = true
        risky = nil
        stretch = nil
        evaluator = rules.own.evaluator
        values = evaluator.blank
        let programs =
            rules.risk.factors.map(\.condition) + rules.autoProtections.map(\.condition)
        thresholds = rules.written.thresholds(of: programs, for: "unblocks.since_last")
            .map { $0.map { TimeSpan(milliseconds: $0) } }
        hours = rules.written.thresholds(of: programs, for: "local.hour")?.map { Int($0) }
        freeFrom = Array(repeating: nil, count: rules.autoProtections.count)
        protections = rules.autoProtections.map { rule in
            var rule = rule
            rule.targets = rule.targets ?? rules.targets.map(\.key)
            return rule
        }
    }

    /// Reads the engine's state after events.
    private mutating func review(_ engine: Engine) {
        isStale = false
        standsUntil = .distantPast
        nothingUntil = .distantPast
        lastUnblock = engine.state.behaviour.lastUnblock
        known = engine.assessment?.judged.trueFactors ?? []
        for index in protections.indices {
            freeFrom[index] = engine.freeFrom(for: protections[index])
        }
    }
}
