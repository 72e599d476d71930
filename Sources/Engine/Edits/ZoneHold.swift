import RuleModel

/// Zone holds: a change of the machine's zone is no edit of the rules, but it moves their times. If
/// weaker edits wait, the times in the former zone hold beside those in the new one for the delay.
extension Engine {
    /// Whether the machine's clock may show another zone. As with edits of the files, at most eight
    /// former zones hold: the zone stays until the delay of one of them is over.
    func isAllowed(_ zone: TimeZoneRules) -> Bool {
        let held = Set(state.edits.zoneChanges.compactMap(\.zone))
        return held.count < RuleEdit.most || held.contains(zone.name)
            || state.zone == zone.name
    }

    /// Keeps the schedules and budgets without a zone of their own in force as they are in the
    /// machine's former zone. A return to a zone that is held ends its hold; within
    /// `RuleSet.revocability` it undoes the change in full. Returns true if what is held is
    /// different now.
    @discardableResult
    mutating func holdTimes(in former: TimeZoneRules) -> Bool {
        let before = state.edits
        let changes = before.zoneChanges
        let returned = changes.filter { $0.zone == zone.name }
        if let first = returned.first(where: { !$0.revocable.isOver(at: clock.last) }) {
            undo(changes.filter { $0.id >= first.id })
            return true
        }
        let delay = rules.weakeningWaits
        if delay > .zero {
            let cancels = returned.map(\.id)
            let change = RuleEdit(
                id: 0, zone: former.name, entries: [], sources: written.sources,
                switches: switches, at: now, time: Countdown(delay, from: clock.last),
                revocable: Countdown(RuleSet.revocability, from: clock.last), cancels: cancels)
            hold(written.applying(switches), change, in: former)
            for edit in state.edits.delayed {
                guard let set = edits.sets[edit.id] else { continue }
                var part = change
                (part.sources, part.switches) = (edit.sources, edit.switches)
                part.fingerprint = edit.fingerprint
                let rest = min(delay, edit.time.deadline.elapsed - clock.last.elapsed)
                part.time = Countdown(rest, from: clock.last)
                hold(set, part, in: former)
            }
        }
        // Without a new hold nothing has cancelled them.
        for edit in returned where state.edits.zoneChanges.contains(edit) { end(edit, .restored) }
        return state.edits != before
    }

    /// Ends the holds of changes, and goes on with those that the changes cancelled.
    private mutating func undo(_ changes: [RuleEdit]) {
        let known = state.edits
        for change in changes { end(change, .restored) }
        for var edit in known where changes.contains(where: { $0.id == edit.cancelledBy }) {
            guard edit.isZoneChange, !edit.time.isOver(at: clock.last),
                let set = edits.sets[edit.id]
            else { continue }
            edit.id = nextSequence
            edit.cancels = []
            edit.isPending = true
            edit.cancelledBy = nil
            edits.keep(set, before: edit)
            record(.editBegan(edit))
        }
    }

    private mutating func hold(_ set: RuleSet, _ change: RuleEdit, in former: TimeZoneRules) {
        // Times in a zone that the rules name do not move.
        guard set.timeZone == nil, change.time.length > .zero else { return }
        let part = set.timed(in: former).holdingTimes()
        let isHeld = state.edits.zoneChanges.contains { other in
            other.time.deadline.elapsed >= change.time.deadline.elapsed
                && edits.sets[other.id].map { $0.hasTimes(of: part) } ?? false
        }
        let entries =
            part.quietHours.map { "quiet_hours.\($0.key)" }
            + part.budgets.map { "budgets.\($0.key)" }
        guard !isHeld, !entries.isEmpty else { return }
        var edit = change
        edit.id = nextSequence
        edit.entries = entries
        edit.isPending = true
        edits.keep(part, before: edit)
        record(.editBegan(edit))
    }
}

extension RuleSet {
    /// The set with times in this zone if they are in the machine's.
    func timed(in zone: TimeZoneRules) -> RuleSet {
        var set = self
        set.timeZone = timeZone ?? zone
        return set
    }

    fileprivate func hasTimes(of other: RuleSet) -> Bool {
        timeZone?.name == other.timeZone?.name && quietHours == other.quietHours
            && budgets == other.budgets && hasMembers(of: other)
    }
}
