/// Permissions: what is open although restrictions hold.
extension Engine {
    /// When the last permission of a target ends; nil where none runs.
    package func grantEnd(of target: String) -> Instant? {
        state.grants.lazy.filter { $0.targets.contains(target) }.map { end(of: $0.time) }.max()
    }

    /// Whether a restriction holds for the target and no permission runs.
    package func isBlocked(_ target: String) -> Bool {
        !restrictions(of: target).isEmpty && grantEnd(of: target) == nil
    }

    /// When a countdown is over in trusted time.
    package func end(of time: Countdown) -> Instant {
        now + (time.deadline.elapsed - clock.last.elapsed)
    }

    /// The first of the targets that a strict restriction holds for, and until when.
    func strictest(of targets: [String]) -> (target: String, until: Instant?)? {
        for target in targets {
            let strict = restrictions(of: target).filter(\.isStrict)
            if !strict.isEmpty { return (target, strict.map(\.until).latestEnd) }
        }
        return nil
    }

    /// Ends the permissions whose time is over, and those that a strict restriction ends; true
    /// where there was one.
    mutating func settleGrants() -> Bool {
        var hasEnded = false
        for grant in state.grants {
            if grant.time.isOver(at: clock.last) {
                end(grant, .time)
            } else if strictest(of: grant.targets) != nil {
                end(grant, .strict)
            } else {
                continue
            }
            hasEnded = true
        }
        return hasEnded
    }

    /// Ends the permissions of targets for which an auto-protection begins.
    mutating func endGrants(of targets: [String]) {
        for grant in state.grants where !Set(grant.targets).isDisjoint(with: targets) {
            end(grant, .autoProtection)
        }
    }

    private mutating func end(_ grant: Grant, _ reason: Grant.Ending) {
        record(.grantEnded(GrantEnding(grant: grant.id, reason: reason)))
        unsettled.add(grant.targets)
    }

    /// Takes in a permission that is on disk now; what began while it was on its way there may end
    /// it at once.
    mutating func takeGranted(_ grant: Grant) {
        unsettled.add(grant.targets)
        let overtaken = state.protections.contains { protection in
            protection.kind == .autoProtection && protection.id > grant.id
                && !Set(protection.targets).isDisjoint(with: grant.targets)
        }
        if overtaken { end(grant, .autoProtection) }
        if let strict = strictest(of: grant.targets) {
            if !overtaken { end(grant, .strict) }
            answer(.refused(.strict(until: strict.until, target: strict.target)))
        } else {
            answer(.granted(grant, until: overtaken ? now : end(of: grant.time)))
        }
    }
}
