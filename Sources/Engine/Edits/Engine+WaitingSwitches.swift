/// Delayed switching: switching off through the socket is an edit, too.
extension Engine {
    /// Delays a switch-off as edits are delayed; nil if there is no delay or it was switched on
    /// just now.
    mutating func wait(for change: Switch) -> SwitchEntry.Reply? {
        if let known = waitingSwitch(of: change.subject) {
            return .waiting(known, until: end(of: known.time))
        }
        guard rules.weakeningWaits > .zero else { return nil }
        if let young = state.switchedOn[change.subject], !young.isOver(at: clock.last) {
            return nil
        }
        let edit = RuleEdit(
            id: nextSequence, change: change, at: now,
            time: Countdown(rules.weakeningWaits, from: clock.last))
        record(.editBegan(edit))
        return .waiting(edit, until: end(of: edit.time))
    }

    /// Switches off what has waited long enough, unless it is strict and in force; true if anything
    /// was.
    mutating func reevaluateWaitingSwitches() -> Bool {
        // Nothing is weakened that cannot be recorded.
        guard !state.edits.isEmpty, !storeIsFailing else { return false }
        var hasEnded = false
        for edit in state.edits where edit.isPending && edit.time.isOver(at: clock.last) {
            guard let change = edit.change, refusalToWeaken(change.subject) == nil else {
                continue
            }
            end(edit, .over)
            record(.switched(change))
            reviewSchedules()
            markAllDirty()
            hasEnded = true
        }
        return hasEnded
    }

    /// Cancels a pending switch-off; true if there was one.
    mutating func stopWaiting(for subject: Switch.Subject) -> Bool {
        guard let known = waitingSwitch(of: subject) else { return false }
        end(known, .restored)
        return true
    }

    package func waitingSwitch(of subject: Switch.Subject) -> RuleEdit? {
        state.edits.first { $0.isPending && $0.change?.subject == subject }
    }

    /// Cancels pending switches whose entries in the rules were edited.
    mutating func clearEditedWaits() {
        for edit in state.edits where edit.isPending {
            guard let change = edit.change,
                rules.fingerprint(of: change.subject) != change.fingerprint
            else { continue }
            end(edit, .superseded)
        }
    }
}
