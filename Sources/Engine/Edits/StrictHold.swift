import RuleComparison
import RuleModel

/// Strict holds: what is strict and holds runs to the end of its run, whatever the files say in the
/// meantime.
extension Engine {
    /// Keeps the strict entries of a set that hold now in force, each for the rest of its run,
    /// unless one of the sets that stay in force holds it as well. `over`: the edit before which
    /// the set was in force, if its delay is over.
    mutating func holdStrict(
        of set: RuleSet, _ sources: [RuleText], _ switches: [Switch], after over: RuleEdit? = nil,
        staying: [RuleSet]
    ) {
        for run in over.map({ strictRuns(after: $0, of: set, at: now) }) ?? strictRuns(of: set) {
            let held = set.holding(run.entry)
            let weakenings = staying.map { $0.weakenings(replacing: held.with(settingsOf: $0)) }
            guard let entries = weakenings.first, weakenings.allSatisfy({ !$0.isEmpty }) else {
                continue
            }
            var edit = RuleEdit(
                id: nextSequence, held: run.entry, entries: entries, sources: sources,
                switches: switches, at: now, time: Countdown(run.end - now, from: clock.last))
            edit.zone = over?.zone
            edits.keep(held, before: edit)
            record(.editBegan(edit.recorded(beside: state.edits)))
        }
    }

    /// Keeps what is strict and holds in the set before an edit whose delay is over. Of what was
    /// held itself, that is the protections that were started on its targets meanwhile.
    mutating func holdStrict(after edit: RuleEdit) {
        guard let set = edits.sets[edit.id] else { return }
        let others = state.edits.filter { other in
            other.id != edit.id && other.isPending && other.change == nil
                && !other.time.isOver(at: clock.last)
        }
        holdStrict(
            of: set, edit.sources, edit.switches, after: edit,
            staying: [written.applying(state.switches.values)]
                + others.compactMap { edits.sets[$0.id] })
    }

    /// How long a run is held whose end is not known: as long as the longest strict protection.
    private static let longestHold = Protection.lengths.upperBound

    /// A strict entry that holds, as a path, with the end of its run.
    private typealias StrictRun = (entry: String, end: Instant)

    private func strictRuns(
        after edit: RuleEdit, of set: RuleSet, at moment: Instant
    ) -> [StrictRun] {
        let runs = strictRuns(of: set, at: moment)
        return edit.held == nil ? runs : runs.filter { $0.entry.hasPrefix("targets.") }
    }

    /// The parts of the set before an edit that will be held after it, at an instant after its end.
    func held(after edit: RuleEdit, until instant: Instant) -> [RuleSet] {
        guard let set = edits.sets[edit.id] else { return [] }
        return strictRuns(after: edit, of: set, at: max(now, end(of: edit.time)))
            .filter { $0.end > instant }.map { set.holding($0.entry) }
    }

    /// Whether a switch-off whose delay is over at one instant waits beyond another one, because
    /// the schedule is strict and runs.
    func isStrict(_ change: Switch?, from begin: Instant, to instant: Instant) -> Bool {
        guard case .schedule(let key)? = change?.subject else { return false }
        return strictRuns(of: written.applying(switches), at: max(now, begin)).contains { run in
            run.entry == "quiet_hours.\(key)" && run.end > instant
        }
    }

    /// The strict entries of a set that hold now, or at a later moment as far as is known now.
    private func strictRuns(of set: RuleSet, at moment: Instant? = nil) -> [StrictRun] {
        let moment = moment ?? now
        var ends: [StrictRun] = []
        for schedule in set.quietHours where schedule.isStrict && schedule.isEnabled {
            if let end = runEnd(of: schedule, in: set, at: moment) {
                ends.append(("quiet_hours.\(schedule.key)", end))
            }
        }
        for var checkIn in set.checkIns where checkIn.isStrict {
            checkIn.timeZone = checkIn.timeZone ?? set.timeZone
            guard let record = state.checkIns[checkIn.key], !record.time.isOver(at: clock.last)
            else { continue }
            let blocked =
                switch record.phase {
                case .asking: checkIn.blocks
                case .no: checkIn.onNo.block
                case .yes, .lapsed: [String]()
                }
            guard !blocked.isEmpty else { continue }
            let end = min(nextOpening(of: checkIn), self.end(of: record.time))
            ends.append(("check_ins.\(checkIn.key)", end))
        }
        for budget in set.budgets where budget.isStrict {
            let reaches = state.budgets.values.filter { reach in
                FormerKey.base(of: reach.budget) == budget.key && reach.target == budget.target
            }
            if let end = reaches.map(\.until).max() { ends.append(("budgets.\(budget.key)", end)) }
        }
        for protection in state.protections where protection.isStrict {
            for target in set.targets where protection.targets.contains(target.key) {
                ends.append(("targets.\(target.key)", end(of: protection)))
            }
        }
        return ends.filter { $0.end > moment }
    }

    /// The end of a schedule's run at a moment; nil if it does not run then.
    private func runEnd(
        of schedule: QuietHours, in set: RuleSet, at moment: Instant
    ) -> Instant? {
        let timeZone = schedule.timeZone ?? set.timeZone
        // The same entry can be in force in several zones, with a run in each.
        let keys = rules.quietHours.filter { rules.zoneName(of: $0) == timeZone?.name }.map(\.key)
        let known = state.quietHours.values.first { run in
            run.fingerprint == schedule.fingerprint && keys.contains(run.schedule)
                && FormerKey.base(of: run.schedule) == schedule.key && run.start <= moment
                && (moment == now || run.end.map { $0 > moment } ?? false)
        }
        let calendar = RangeCalendar(schedule.ranges, in: timeZone ?? zone)
        let stretch = calendar.stretch(holding: moment)
        // A run keeps its end through a change of zone; one without a known end may be over.
        guard let stretch else { return known?.end }
        return max(known?.end ?? moment, stretch.end ?? moment + Self.longestHold)
    }
}

extension RuleSet {
    /// The part of this set that an entry needs to hold: the entry and its targets. Nothing else in
    /// it changes a set that it is united with.
    func holding(_ entry: String) -> RuleSet {
        let parts = entry.split(separator: ".", maxSplits: 1).map(String.init)
        let key = parts.last ?? ""
        var part = RuleSet.empty
        switch parts.first {
        case "quiet_hours": part.quietHours = quietHours.filter { $0.key == key }
        case "check_ins": part.checkIns = checkIns.filter { $0.key == key }
        case "budgets": part.budgets = budgets.filter { $0.key == key }
        default: part.targets = targets.filter { $0.key == key }
        }
        return holding(only: part)
    }

    /// The schedules and budgets whose times are in the zone of this set, with their targets.
    func holdingTimes() -> RuleSet {
        var part = RuleSet.empty
        part.quietHours = quietHours.filter { $0.timeZone == nil && $0.isEnabled }
        part.budgets = budgets.filter { $0.timeZone == nil }
        return holding(only: part)
    }

    /// The entries of a part of this set, with their targets, beside settings that change nothing
    /// in a set that they are united with.
    private func holding(only part: RuleSet) -> RuleSet {
        var set = part
        let keys = Set(
            part.targets.map(\.key) + part.quietHours.flatMap(\.targets)
                + part.checkIns.flatMap { $0.blocks + $0.onNo.block }
                + part.budgets.map(\.target))
        set.targets = targets.filter { keys.contains($0.key) }
        for index in set.targets.indices { set.targets[index].unblock = Target.Unblock() }
        set.timeZone = timeZone
        set.unblock.grant = .days(36_500)
        (set.unblock.plannedWait, set.unblock.impulseWait) = (.zero, .zero)
        // What holds is opened as often as when it began to hold. No check-in is ever opened.
        set.unblock.emergency = set.checkIns.isEmpty ? unblock.emergency : .unlimited
        let never = Score(thousandths: .max)
        set.risk.levels = RiskLevels(moderate: never, high: never, critical: never)
        set.plan = Plan(
            key: plan.key, entries: 0, schedules: 0, autoProtections: 0, metrics: [],
            hasPredictiveAlerts: false, hasExport: false, canEditSchedules: false)
        set.awayAfter = .zero
        set.retention = .zero
        // The debug actions could end a check-in.
        set.isDebug = set.checkIns.isEmpty || isDebug
        return set
    }

    /// The set with the settings of another, so that only their entries differ; beside a check-in
    /// the debug actions count as a part of it.
    fileprivate func with(settingsOf other: RuleSet) -> RuleSet {
        var set = self
        set.unblock = other.unblock
        for index in set.targets.indices {
            let same = other.targets.first { $0.key == set.targets[index].key }
            set.targets[index].unblock = same?.unblock ?? Target.Unblock()
        }
        if checkIns.isEmpty { set.unblock.emergency = unblock.emergency }
        set.risk = other.risk
        set.plan = other.plan
        set.awayAfter = other.awayAfter
        set.retention = other.retention
        if checkIns.isEmpty { set.isDebug = other.isDebug }
        // A target alone has no times of day.
        if quietHours.isEmpty && checkIns.isEmpty && budgets.isEmpty {
            set.timeZone = other.timeZone
        }
        set.weakeningWaits = other.weakeningWaits
        return set
    }
}
