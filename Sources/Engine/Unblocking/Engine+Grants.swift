import RuleModel

/// Grants: they open targets despite restrictions.
extension Engine {
    // Loops, because a closure that reads the engine may copy it.

    /// The end of a target's last grant; nil if none runs.
    package func grantEnd(of target: String) -> Instant? {
        guard let running = targetProtections.grants[target] else { return nil }
        var latest: Instant?
        for index in running {
            let end = end(of: state.grants[index].time)
            latest = max(latest ?? end, end)
        }
        return latest
    }

    /// The length of a grant for an intent under the present rules.
    package func grantLength(for intent: Intent?, of targets: [String]) -> TimeSpan {
        let limit = rules.grant(of: targets)
        return intent?.grantLength(atMost: limit) ?? limit
    }

    /// Whether a restriction holds for the target and no grant runs.
    package func isBlocked(_ target: String) -> Bool {
        isRestricted(target) && grantEnd(of: target) == nil
    }

    func isBlocked(oneOf targets: [String]) -> Bool {
        for target in targets where isBlocked(target) { return true }
        return false
    }

    func blocked(of targets: [String]) -> [String] {
        var found: [String] = []
        for target in targets where isBlocked(target) { found.append(target) }
        return found
    }

    func monitored(of targets: [String]) -> [String] {
        guard !state.switches.isEmpty else { return targets }
        var found: [String] = []
        for target in targets where isMonitored(target) { found.append(target) }
        return found
    }

    /// The end of a countdown in trusted time.
    package func end(of time: Countdown) -> Instant {
        now + (time.deadline.elapsed - clock.last.elapsed)
    }

    /// The first target under a strict restriction that a grant, if given, does not open, and the
    /// end of that.
    func strictest(
        of targets: [String], against grant: Grant? = nil
    ) -> (target: String, until: Instant?)? {
        guard rules.canBeStrict || state.protections.contains(where: \.isStrict) else { return nil }
        for target in targets {
            var strict = restrictions(of: target).filter(\.isStrict)
            if let grant { strict.removeAll { opens(grant, $0) } }
            if !strict.isEmpty { return (target, strict.map(\.until).latestEnd) }
        }
        return nil
    }

    /// The strict restriction of a target that ends last; one without a known end before others.
    package func strictRestriction(on target: String) -> Restriction? {
        restrictions(of: target).filter(\.isStrict).max {
            ($0.until ?? .distantFuture) < ($1.until ?? .distantFuture)
        }
    }

    /// The key of the check-in that a restriction comes from, while its question is open.
    package func openCheckIn(of restriction: Restriction?) -> String? {
        guard let restriction, restriction.kind == .checkIn,
            state.checkIns[restriction.rule]?.phase == .asking
        else { return nil }
        return restriction.rule
    }

    /// Ends grants that are over or overruled; true if there was one.
    mutating func expireGrants() -> Bool {
        var hasEnded = false
        for grant in state.grants {
            if grant.time.isOver(at: clock.last) {
                end(grant, .time)
            } else if let reason = overruled(grant) {
                end(grant, reason)
            } else {
                continue
            }
            hasEnded = true
        }
        return hasEnded
    }

    /// Ends the grants of a place's targets before their time.
    mutating func endGrants(of place: Place) -> Result<EndGrants.Reply, EndGrants.Refusal> {
        let targets = targets(of: place)
        switch place {
        case .target(let key):
            guard !targets.isEmpty else { return .failure(.noSuchTarget(key)) }
            guard isMonitored(key) else { return .failure(.notMonitored(key)) }
        case .site, .page, .app:
            guard !targets.isEmpty else { return .failure(.noTarget) }
        case .protection, .everything: break
        }
        let ended =
            place == .everything
            ? end(state.grants, .person) : endGrants(of: targets, .person)
        return .success(
            EndGrants.Reply(
                grants: ended.map(\.id),
                targets: Set(targets + ended.flatMap(\.targets)).sorted()))
    }

    /// Ends the grants of targets before their time; returns them.
    @discardableResult
    mutating func endGrants(of targets: [String], _ reason: Grant.Ending) -> [Grant] {
        guard !state.grants.isEmpty else { return [] }
        let targets = Set(targets)
        return end(state.grants.filter { $0.targets.contains(where: targets.contains) }, reason)
    }

    /// The reason to end a grant; nil if there is none. Only dirty targets can have changed.
    private func overruled(_ grant: Grant) -> Grant.Ending? {
        guard dirtyTargets.holds(oneOf: grant.targets) else { return nil }
        // A protection that began while the grant was being written to disk counts as well.
        var isProtected = false
        for target in grant.targets {
            for protection in protections(of: target) where protection.id > grant.id {
                if protection.kind == .autoProtection { return .autoProtection }
                isProtected = true
            }
        }
        if strictest(of: grant.targets, against: grant) != nil { return .strict }
        return isProtected ? .manualProtection : nil
    }

    private mutating func end(_ grants: [Grant], _ reason: Grant.Ending) -> [Grant] {
        for grant in grants { end(grant, reason) }
        return grants
    }

    private mutating func end(
        _ grant: Grant, _ reason: Grant.Ending, opensNothing: Bool? = nil
    ) {
        record(
            .grantEnded(
                GrantEnd(grant: grant.id, reason: reason, opensNothing: opensNothing)))
        markDirty(grant.targets)
    }

    /// Begins a grant that is on disk now; it ends at once if a restriction that began in the
    /// meantime overrules it. Its emergency does not count then.
    mutating func begin(_ grant: Grant) -> Answer<ConfirmUnblock> {
        markDirty(grant.targets)
        let strict = strictest(of: grant.targets, against: grant)
        let reason = overruled(grant)
        if let reason, grant.emergency != nil { end(grant, reason, opensNothing: true) }
        if let strict { return .refused(.strict(until: strict.until, target: strict.target)) }
        return .replied(.granted(grant, until: reason == nil ? end(of: grant.time) : now))
    }
}

extension Intent {
    /// The length of a grant for this intent: the minutes that the person named, cut to the limit
    /// of the rules; without minutes, the limit.
    package func grantLength(atMost limit: TimeSpan) -> TimeSpan {
        minutes.map { min(.minutes(Int64($0)), limit) } ?? limit
    }
}
