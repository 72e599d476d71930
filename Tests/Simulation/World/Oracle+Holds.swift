import Engine
import RuleModel

/// Strict entries that hold: no edit of the files ends them before the end of their run.
extension Oracle {
    /// A strict entry of a set that holds now.
    private struct Held {
        /// The entry with its targets.
        var part: RuleDraft
        /// How long it holds yet, at least and at most.
        var least: TimeSpan
        var most: TimeSpan
        /// True if the run certainly lasts until then.
        var isSure: Bool
    }

    /// The longest time for which an entry is held whose run has no end in sight.
    private static let longestHold = TimeSpan.days(7)

    /// By how much an end may differ that was carried over a reboot.
    private static let rounding = TimeSpan.milliseconds(20)

    /// Takes in that a part of a set stays in force for the run of a strict entry of it: of the set
    /// written before, where no edit waits, or of one whose delay is over.
    mutating func hold(_ edit: RuleEdit, _ event: Event) throws {
        let entry = edit.held ?? ""
        guard var draft = book?.page(edit.fingerprint)?.draft, edit.change == nil else {
            throw Violation(.record, "edit \(edit.id) holds \(entry) of rules that nobody wrote")
        }
        let isEdited =
            before.map { $0.draft == draft && $0.at == event.elapsed } ?? false
            && (leastWait == .zero || wasYoung)
        let isOver = edits.values.contains { known in
            // After an entry, what was protected on its targets meanwhile is held.
            known.draft == draft && known.zone == edit.zone && known.deadline <= event.elapsed
                && (!known.isHold || entry.hasPrefix("targets."))
        }
        let whole = draft
        draft.zone = draft.zone ?? edit.zone
        guard isEdited || isOver else {
            throw Violation(.weakeningWaits, "edit \(edit.id) holds \(entry), which stays in force")
        }
        let length = edit.time.length
        let found = held(entry, in: draft, off: [])
        // Where another zone is known by now, an end by the clock may be another one.
        let isSoLong = found.contains { held in
            !isOfThisZone
                || held.least <= length + Self.rounding && length <= held.most + Self.rounding
        }
        guard let part = found.first?.part, isSoLong, length > .zero else {
            let known = found.map { "from \($0.least) to \($0.most)" }
            throw Violation(
                .weakeningWaits, "edit \(edit.id) holds \(entry) for \(length): \(known)")
        }
        edits[edit.id] = Waiting(
            deadline: event.elapsed + length, length: length, draft: whole, isHold: true)
        keep(part, for: length, isSure: false)
    }

    /// Demands that what is strict and holds in a set that is edited now goes on to its end. `off`:
    /// what was switched off beside the set.
    mutating func expectHolds(of draft: RuleDraft, off: Set<Switch.Subject>) {
        guard isOfThisZone else { return }
        let entries =
            draft.schedules.keys.sorted().map { "quiet_hours.\($0)" }
            + draft.checkIns.keys.sorted().map { "check_ins.\($0)" }
            + draft.budgets.keys.sorted().map { "budgets.\($0)" }
            + draft.targetKeys.map { "targets.\($0)" }
        for entry in entries {
            for held in held(entry, in: draft, off: off) where held.isSure {
                keep(held.part, for: held.least, isSure: true)
            }
        }
    }

    /// Demands the same of the set before an edit whose delay is over this moment. If it was over
    /// while nobody was there, what began since need not go on.
    mutating func expectHolds(after edit: Waiting) {
        guard let draft = edit.draft, !edit.isHold, edit.zone == nil,
            elapsed - edit.deadline < .seconds(1),
            let set = earlier.last(where: { !$0.isHeld && $0.draft == draft })
        else { return }
        expectHolds(of: draft, off: set.off)
    }

    /// Demands nothing more of what is held: when the clock or the zone is changed, a run may end
    /// at another time.
    mutating func doubtHolds() {
        for index in earlier.indices where earlier[index].isHeld { earlier[index].isSure = false }
    }

    /// Adds the restrictions of a part that is held, besides those of schedules and check-ins.
    func addHeld(of target: String, _ part: RuleDraft, _ reasons: inout Reasons) {
        for (key, budget) in part.budgets where budget.target == target {
            guard spendings(of: key, budget).contains(where: { $0.from <= now }) else { continue }
            reasons.add("budget", key, isStrict: true, isSure: true)
        }
        for running in protections
        where running.isStrict && running.targets.contains(target) && !isOver(running) {
            reasons.add(
                running.isAuto ? "auto_protection" : "manual_protection", String(running.id),
                isStrict: true, isSure: true)
        }
    }

    /// Whether a held set has another entry than the one of that key that is switched off.
    func outlasts(_ subject: Switch.Subject, _ set: Earlier) -> Bool {
        guard set.isHeld, case .schedule(let key) = subject, let other = written.schedules[key]
        else { return false }
        return other != set.draft.schedules[key]
    }

    private mutating func keep(_ part: RuleDraft, for length: TimeSpan, isSure: Bool) {
        guard length > .zero else { return }
        earlier.append(
            Earlier(
                draft: part, deadline: elapsed + length, length: length, owed: .zero,
                isSure: isSure, off: [], lastDeadline: elapsed + length, lastLength: length,
                isHeld: true))
    }

    /// Whether the machine was in its present zone when the last event was recorded: after a crash
    /// events are taken in again later.
    private var isOfThisZone: Bool { machineZone == local.zone.name }

    /// Whether the zone of the written rules was the same when the last event was recorded.
    var isZoneKnown: Bool { written.zone != nil || isOfThisZone }

    /// Takes in the zone of the machine.
    mutating func enter(zone: String) {
        if machineZone != zone { doubtHolds() }
        machineZone = zone
    }

    // MARK: Former zones

    /// Demands that schedules without a zone go on in the former one, as long as weaker edits wait
    /// for sure. What is held of the zone that is back may end; within `revocability` the changes
    /// since may be undone.
    mutating func leave(zone former: String, for zone: String) {
        let isBack = earlier.contains { $0.isOfFormerZone && $0.draft.zone == zone }
        for index in earlier.indices where isBack && earlier[index].isOfFormerZone {
            earlier[index].isSure = false
        }
        guard !isBack, leastDelay > .zero, written.zone == nil else { return }
        keepTimes(of: written, in: former, for: leastDelay, isSure: true)
    }

    /// Takes in that times stay in force in the machine's former zone: as long as weaker edits
    /// wait, or as an edit before which these rules were written waits yet.
    mutating func holdTimes(_ edit: RuleEdit, _ event: Event) throws {
        guard let draft = book?.page(edit.fingerprint)?.draft, draft.zone == nil,
            let zone = edit.zone
        else {
            throw Violation(.record, "edit \(edit.id) holds times that do not move")
        }
        guard edit.time.length > .zero, edit.time.length <= mostDelay else {
            throw Violation(
                .weakeningWaits, "edit \(edit.id) holds times for \(edit.time.length)")
        }
        edits[edit.id] = Waiting(
            deadline: event.elapsed + edit.time.length, length: edit.time.length, draft: draft,
            zone: zone)
        keepTimes(of: draft, in: zone, for: edit.time.length, isSure: false)
    }

    private mutating func keepTimes(
        of draft: RuleDraft, in zone: String, for length: TimeSpan, isSure: Bool
    ) {
        let schedules = draft.schedules.filter { $0.value.zone == nil }
        let budgets = draft.budgets.values.map(\.target)
        var part = draft.part(schedules.values.flatMap(\.block) + budgets)
        part.schedules = schedules
        part.budgets = draft.budgets
        part.zone = zone
        earlier.append(
            Earlier(
                draft: part, deadline: elapsed + length, length: length, owed: .zero,
                isSure: isSure, off: Set(switches.filter { !$0.value }.keys),
                lastDeadline: elapsed + length, lastLength: length, isOfFormerZone: true))
    }

    // MARK: Runs

    private func held(
        _ entry: String, in draft: RuleDraft, off: Set<Switch.Subject>
    ) -> [Held] {
        let words = entry.split(separator: ".", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return [] }
        let key = words[1]
        return switch words[0] {
        case "quiet_hours": heldSchedule(key, draft, off)
        case "check_ins": heldCheckIn(key, draft)
        case "budgets": heldBudget(key, draft)
        case "targets": heldTarget(key, draft)
        default: []
        }
    }

    private func heldSchedule(
        _ key: String, _ draft: RuleDraft, _ off: Set<Switch.Subject>
    ) -> [Held] {
        guard let schedule = draft.schedules[key], schedule.isStrict else { return [] }
        let minutes = self.minutes(schedule.zone, in: draft)
        let found = minutes.running(schedule.ranges, at: now)
        let known = run(of: Entry(key, schedule, in: draft)).flatMap { run in
            run.start <= now && run.end.map { $0 > now } ?? false ? run : nil
        }
        let rest = found.map { run in run.end.map { $0 - now } ?? Self.longestHold }
        let kept = known?.end.map { $0 - now }
        guard let most = [rest, kept].compactMap({ $0 }).max() else { return [] }
        var part = draft.part(schedule.block)
        part.schedules[key] = schedule
        let subject = Switch.Subject.schedule(key)
        let isOn = switches[subject] ?? true && schedule.isEnabled && !off.contains(subject)
        return [
            Held(
                part: part, least: rest ?? .milliseconds(1), most: most,
                isSure: isOn && found != nil)
        ]
    }

    private func heldCheckIn(_ key: String, _ draft: RuleDraft) -> [Held] {
        guard let checkIn = draft.checkIns[key], checkIn.isStrict, let question = questions[key],
            question.cap > elapsed
        else { return [] }
        let targets =
            switch question.phase {
            case .asking: checkIn.blocks
            case .no: checkIn.onNo
            default: [String]()
            }
        guard !targets.isEmpty else { return [] }
        let minutes = self.minutes(checkIn.zone, in: draft)
        var today = minutes.day(now)
        if minutes.local(now) - Int64(today) * 86400 < Int64(checkIn.opens) * 60 { today -= 1 }
        let next = minutes.instants(today + 1, checkIn.opens).first - now
        let most = question.cap - elapsed
        // Of another day, as after a change of zone, the end depends on how long it was asked.
        let isOfToday = question.day == today && next > .zero
        var part = draft.part(checkIn.blocks + checkIn.onNo)
        part.checkIns[key] = checkIn
        return [
            Held(
                part: part, least: isOfToday ? min(next, most) : .milliseconds(1), most: most,
                isSure: isOfToday)
        ]
    }

    private func heldBudget(_ key: String, _ draft: RuleDraft) -> [Held] {
        guard let budget = draft.budgets[key], budget.isStrict else { return [] }
        var part = draft.part([budget.target])
        part.budgets[key] = budget
        // When clock, zone or rules change, what runs keeps its bounds; what is counted anew may
        // have others.
        let isSteady = isSteady(budget)
        return spendings(of: key, budget).map { spent in
            let rest = spent.until - now
            return Held(
                part: part, least: rest, most: rest, isSure: isSteady && spent.from <= now)
        }
    }

    private func heldTarget(_ key: String, _ draft: RuleDraft) -> [Held] {
        guard draft.targets[key] != nil else { return [] }
        return protections.filter { running in
            running.isStrict && running.targets.contains(key) && running.deadline > elapsed
        }.map { running in
            let rest = running.deadline - elapsed
            return Held(part: draft.part([key]), least: rest, most: rest, isSure: true)
        }
    }

    private func spendings(of key: String, _ budget: RuleDraft.Budget) -> [Spent] {
        spent.values.filter { spent in
            RuleSet.writtenKey(of: spent.key) == key && spent.target == budget.target
                && spent.until > now
        }
    }
}

extension RuleDraft {
    /// A set that has nothing but some of the targets, and asks for no wait and no short grant.
    fileprivate func part(_ keys: [String]) -> RuleDraft {
        var part = RuleDraft()
        part.targets = targets.filter { keys.contains($0.key) }
        part.zone = zone
        // The longest wait and the shortest grant count.
        (part.grantMinutes, part.plannedWait, part.impulseWait) = (1_000_000, 0, 0)
        return part
    }
}
