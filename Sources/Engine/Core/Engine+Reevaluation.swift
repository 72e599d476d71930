import CEL
import RuleModel

/// Reevaluation: schedules begin and end, protections run out, and each target whose reasons
/// changed gets its decision.
extension Engine {
    mutating func reevaluate(_ cause: Decision.Cause) {
        if isUpToDate {
            seeCheckIns()
            return
        }
        var cause = cause
        if expireEdits(), cause == .schedule { cause = .rules }
        reevaluateSchedules()
        if expireProtections(), cause == .schedule { cause = .protection }
        // Asked here: most people have one device.
        if state.others != nil, beginWindows(), cause == .schedule { cause = .protection }
        expireUses()
        if reevaluateCheckIns(), cause == .schedule { cause = .checkIn }
        if reevaluateBudgets(), cause == .schedule { cause = .budget }
        // Only after all strict restrictions have begun: after a start or a wake-up the engine
        // learns of them here.
        if reevaluateWaitingSwitches() {
            if cause == .schedule { cause = .rules }
            reevaluateSchedules()
            expireUses()
        }
        if expireGrants(), cause == .schedule { cause = .grant }
        let dirty = dirtyTargets
        switch dirty {
        case .none: break
        case .one(let target): decideIfKnown(target, cause)
        case .some(let targets): for target in targets.sorted() { decideIfKnown(target, cause) }
        case .all:
            for target in rules.targets { decide(target.key, restrictions(of: target.key), cause) }
            let keys = Set(rules.targets.map(\.key))
            for decided in state.decisions
            where decided.value.isBlocked && !keys.contains(decided.key) {
                decide(decided.key, [], cause)
            }
        }
        cleanTargets()
        expireRequests(dirty)
        tellOpenTimeEnds()
        expirePrompts()
        creditGoals()
    }

    /// Whether nothing can have changed since the last reevaluation: nothing is dirty, and no timed
    /// change is due. Always false if use, check-ins, budgets or edits are involved.
    ///
    /// Inlined, because it is asked twice with every input.
    @inline(__always)
    private var isUpToDate: Bool {
        guard dirtyTargets.isEmpty, unblocking.newlyBlocked.isEmpty,
            state.edits.isEmpty, rules.checkIns.isEmpty, rules.budgets.isEmpty,
            uses.open.isEmpty, state.usage.running.isEmpty,
            now < scheduleQueue.nextDue ?? .distantFuture
        else { return false }
        return outbox.nextDeadline.map { clock.last.elapsed < $0 } ?? true
    }

    /// Whether a target is monitored, that is, blocked and tracked.
    package func isMonitored(_ target: String) -> Bool {
        state.switches[.target(target)]?.isOn ?? true
    }

    private mutating func decideIfKnown(_ target: String, _ cause: Decision.Cause) {
        guard scheduleQueue.knows(target: target) else { return }
        decide(target, restrictions(of: target), cause)
    }

    private mutating func decide(
        _ target: String, _ restrictions: [Restriction], _ cause: Decision.Cause
    ) {
        let grantedUntil = restrictions.isEmpty ? nil : grantEnd(of: target)
        let restrictions = grantedUntil == nil ? restrictions : []
        let before = state.decisions[target]
        let wasBlocked = before?.isBlocked ?? false
        let until = restrictions.isEmpty ? nil : end(of: restrictions, on: target)
        let verdict: Decision.Verdict
        switch (wasBlocked, !restrictions.isEmpty) {
        case (false, false): return
        case (false, true):
            verdict = .block
            recordBlocked(target)
        case (true, false): verdict = .unblock
        case (true, true):
            if before?.decision.restrictions == restrictions, before?.decision.until == until {
                return
            }
            verdict = .update
        }
        let decision = Decision(
            target: target, verdict: verdict, restrictions: restrictions, until: until,
            cause: cause, grantedUntil: grantedUntil)
        record(.decided(decision))
        if let decided = state.decisions[target] { act(.decide(decided)) }
    }
}
