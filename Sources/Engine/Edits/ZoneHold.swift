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
    /// machine's former zone. A return to a zone that is held ends its hold; within ten minutes it
    /// undoes the change in full. Returns true if what is held is different now.
    @discardableResult
    mutating func holdTimes(in former: TimeZoneRules) -> Bool {
        let before = state.edits
        let changes = state.edits.zoneChanges
        let returned = changes.filter { $0.zone == zone.name }
        let undone = returned.first { !$0.revocable.isOver(at: clock.last) }
        for edit in undone.map({ first in changes.filter { $0.id >= first.id } }) ?? returned {
            end(edit, .restored)
        }
        let delay = rules.weakeningWaits
        guard undone == nil, delay > .zero else { return state.edits != before }
        let switches = switches
        hold(
            written.applying(switches), written.sources, switches, in: former,
            Countdown(delay, from: clock.last))
        for edit in state.edits.delayed {
            guard let set = edits.sets[edit.id] else { continue }
            let rest = min(delay, edit.time.deadline.elapsed - clock.last.elapsed)
            hold(
                set, edit.sources, edit.switches, in: former, Countdown(rest, from: clock.last))
        }
        return state.edits != before
    }

    private mutating func hold(
        _ set: RuleSet, _ sources: [RuleText], _ switches: [Switch], in former: TimeZoneRules,
        _ time: Countdown
    ) {
        // Times in a zone that the rules name do not move.
        guard set.timeZone == nil, time.length > .zero else { return }
        let part = set.timed(in: former).holdingTimes()
        let isHeld = state.edits.zoneChanges.contains { other in
            other.time.deadline.elapsed >= time.deadline.elapsed
                && edits.sets[other.id].map { $0.hasTimes(of: part) } ?? false
        }
        let entries =
            part.quietHours.map { "quiet_hours.\($0.key)" }
            + part.budgets.map { "budgets.\($0.key)" }
        guard !entries.isEmpty, !isHeld else { return }
        let edit = RuleEdit(
            id: nextSequence, zone: former.name, entries: entries, sources: sources,
            switches: switches, at: now, time: time,
            revocable: Countdown(RuleEdit.revocability, from: clock.last))
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
