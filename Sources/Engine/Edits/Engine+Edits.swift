import RuleModel

/// Edits of the rules: stricter ones take effect at once, weaker ones wait.
extension Engine {
    /// Loads a rule set that was read from the files, beside the sets of pending edits. If it is
    /// refused, nothing changes. `weakened`: the entries that protect less; unused when edits are
    /// delayed.
    @discardableResult
    mutating func load(_ new: RuleSet, _ weakened: [String]) -> LoadRules.Refusal? {
        for edit in state.edits where edit.isPending && edit.change == nil {
            if edits.sets[edit.id] == nil { end(edit, .unreadable) }
        }
        // Expired edits do not count toward the limit.
        _ = expireEdits()
        let fingerprint = RuleText.fingerprint(of: new.sources)
        let refusal = fingerprint == state.rules ? nil : adopt(new, weakened, fingerprint)
        edits.read(refusal: refusal)
        putInForce(refusal == nil ? new : written)
        return refusal
    }

    /// Resumes the edits that were pending when the daemon ended; `isKnown` if the record could be
    /// read.
    mutating func resumeEdits(
        recorded: RuleSet, isKnown: Bool, earlier: [Int64: RuleSet],
        zones: [String: TimeZoneRules], isRestored: Bool
    ) {
        edits.resume(
            earlier, of: state.edits, zones: zones, areKnown: isKnown, isRestored: isRestored)
        rules = RulesInForce(recorded, beside: edits.earlier(of: state.edits))
    }

    /// The last loaded set; in force beside the sets of pending edits.
    package var written: RuleSet { rules.written }

    /// The refusal of the files as last read; nil if they are in force.
    package var refusedEdit: LoadRules.Refusal? { edits.refusal }

    private mutating func adopt(
        _ new: RuleSet, _ weakened: [String], _ fingerprint: String
    ) -> LoadRules.Refusal? {
        let delay = max(rules.weakeningWaits, new.weakeningWaits)
        let loaded = Fact.rulesLoaded(
            RulesLoaded(fingerprint: fingerprint, sources: new.sources))
        guard edits.areKnown, delay > .zero || !state.edits.isEmpty else {
            record(loaded)
            if edits.areKnown { holdStrict(beforeLoading: new) }
            recordWeakened(weakened)
            return nil
        }
        let switches = self.switches
        let review = EditReview(
            written: written.applying(switches), edits: state.edits, sets: edits.sets,
            delay: delay,
            now: clock.last)
        switch review.judge(new.applying(switches)) {
        case .refused(let waiting):
            return .tooManyEdits(until: waiting.map { end(of: $0.time) }.min() ?? now)
        case .edit(let plan):
            record(loaded)
            carryOut(plan, delay, new, switches)
            // With a delay, all of the set before an edit stays in force, but not if it is undone.
            if delay == .zero || plan.takenBack != nil { holdStrict(beforeLoading: new) }
            return nil
        }
    }

    /// The switches, sorted.
    var switches: [Switch] { state.switches.values.sorted { $0.subject < $1.subject } }

    private mutating func holdStrict(beforeLoading new: RuleSet) {
        let before = switches
        let waiting = state.edits.delayed.compactMap { edits.sets[$0.id] }
        holdStrict(
            of: written.applying(before), written.sources, before,
            staying: [new.applying(before)] + waiting)
    }

    private mutating func carryOut(
        _ plan: EditReview.Plan, _ delay: TimeSpan, _ new: RuleSet, _ switches: [Switch]
    ) {
        if let first = plan.takenBack { record(.editsTakenBack(EditReversal(first: first.id))) }
        if !plan.isWholeReversal, delay > .zero || !plan.cancels.isEmpty {
            let edit = RuleEdit(
                id: nextSequence, entries: delay > .zero ? plan.weakened : [],
                sources: plan.takenBack?.sources ?? written.sources,
                switches: plan.takenBack?.switches ?? switches, at: now,
                time: Countdown(delay, from: clock.last),
                // Reverting does not renew that time, and an older record gives none.
                revocable: plan.takenBack?.revocable
                    ?? Countdown(
                        edits.isRestored ? .zero : RuleSet.revocability, from: clock.last),
                cancels: plan.cancels)
            edits.keep(plan.base, before: edit)
            record(.editBegan(edit))
        }
        if delay == .zero { recordWeakened(plan.weakened) }
        guard let first = plan.takenBack else { return }
        // Restores the switches that the edits cleared.
        for change in first.switches
        where state.switches[change.subject] != change
            && new.fingerprint(of: change.subject) == change.fingerprint
        {
            record(.switched(change))
        }
    }

    private mutating func recordWeakened(_ entries: [String]) {
        guard !entries.isEmpty else { return }
        record(.rulesWeakened(RulesWeakened(entries: entries)))
    }

    mutating func putInForce(_ written: RuleSet) {
        edits.keep(only: state.edits)
        let former = rules
        rules = RulesInForce(written, beside: edits.earlier(of: state.edits))
        forgetBudgets()
        reviewCheckIns()
        reviewQuestions()
        clearEditedSwitches()
        renameRuns(from: former)
        let keys = Set(rules.quietHours.map(\.key))
        for key in state.quietHours.keys.sorted() where !keys.contains(key) {
            record(.quietHoursEnded(schedule: key))
        }
        makeScheduleQueue()
        forgetAssessment()
        markAllDirty()
    }

    /// Continues the run of a schedule that now has another key, to the same end. Of the same entry
    /// in another zone there may be another run.
    private mutating func renameRuns(from former: RulesInForce) {
        let before = state.quietHours
        guard !before.isEmpty else { return }
        for schedule in rules.quietHours {
            guard before[schedule.key]?.fingerprint != schedule.fingerprint else { continue }
            let base = FormerKey.base(of: schedule.key)
            let running = before.values.first { run in
                run.fingerprint == schedule.fingerprint && FormerKey.base(of: run.schedule) == base
                    && rules.schedule(of: run) == nil
                    && former.schedule(of: run).map(former.zoneName)
                        == rules.zoneName(of: schedule)
            }
            guard var running else { continue }
            running.schedule = schedule.key
            record(.quietHoursBegan(running))
        }
    }

    /// Ends the waiting of edits of the files whose delay is over; true if there was one.
    mutating func expireEdits() -> Bool {
        // Nothing is weakened that cannot be recorded.
        guard !state.edits.isEmpty, !storeIsFailing else { return false }
        var hasEnded = false
        for edit in state.edits
        where edit.change == nil && edit.isPending && edit.time.isOver(at: clock.last) {
            holdStrict(after: edit)
            end(edit, .over)
            hasEnded = true
        }
        if hasEnded { putInForce(written) }
        return hasEnded
    }

    mutating func end(_ edit: RuleEdit, _ reason: EditEnd.Reason) {
        record(.editEnded(EditEnd(edit: edit.id, entries: edit.entries, reason: reason)))
        // That a held entry is weaker was recorded when the files were edited, and that the zone
        // is another one when it was changed; but not that they end too soon.
        if reason == .unreadable || (reason == .over && edit.isOfFiles) {
            recordWeakened(edit.entries)
        }
    }

    /// The end of an entry that only earlier sets have, by its key in force; nil for any other
    /// entry.
    package func end(ofEarlier key: String, in section: String) -> Instant? {
        let base = FormerKey.base(of: key)
        return state.edits.filter { edit in
            edit.isPending && edit.change == nil
                && (edits.sets[edit.id].map { $0.hasEntry(base, in: section) } ?? false)
        }.map { end(of: $0.time) }.max()
    }

    /// Whether the number of pending edits of the files is at its limit.
    package var isFullOfEdits: Bool { state.edits.delayed.count >= RuleEdit.most }

    /// The elapsed time at which the next pending edit takes effect; nil if there is none.
    var nextEdit: TimeSpan? {
        // An overdue edit is checked with every reevaluation.
        var next: TimeSpan?
        for edit in state.edits where edit.isPending && !edit.time.isOver(at: clock.last) {
            next.lower(to: edit.time.deadline.elapsed)
        }
        return next
    }

    /// A copy of the engine in which the edits are in force whose delay is over by an instant; for
    /// queries only.
    package func projected(to instant: Instant) -> Engine {
        let over = state.edits.filter { edit in
            edit.isPending && end(of: edit.time) <= instant
                && !isStrict(edit.change, from: end(of: edit.time), to: instant)
        }
        guard !over.isEmpty else { return self }
        var engine = self
        engine.expire(over)
        engine.rules = RulesInForce(
            written,
            beside: engine.edits.earlier(of: engine.state.edits)
                + over.flatMap { held(after: $0, until: instant) })
        engine.makeScheduleQueue()
        engine.markAllDirty()
        return engine
    }

    /// When the next pending edit takes effect; nil if there is none.
    var nextEditEnd: Instant? { state.edits.filter(\.isPending).map { end(of: $0.time) }.min() }
}

extension RuleSet {
    fileprivate func hasEntry(_ key: String, in section: String) -> Bool {
        switch section {
        case "targets": targets.contains { $0.key == key }
        case "quiet_hours": quietHours.contains { $0.key == key }
        case "auto_protection": autoProtections.contains { $0.key == key }
        case "check_ins": checkIns.contains { $0.key == key }
        case "budgets": budgets.contains { $0.key == key }
        default: false
        }
    }

    /// The fingerprint of a switch's entry; nil if there is none.
    func fingerprint(of subject: Switch.Subject) -> String? {
        switch subject {
        case .schedule(let key): quietHours.first { $0.key == key }?.fingerprint
        case .target(let key): targets.first { $0.key == key }?.fingerprint
        case .autoProtection(let key): autoProtections.first { $0.key == key }?.fingerprint
        }
    }
}
