/// Blocked apps that are started: held for a request, see `HeldStarts`.
extension Enforcer {
    /// How long after its start a unit may have been frozen to be held.
    static let startLimit = Duration.seconds(1)
    /// The greatest number of services that are remembered because their starts were ended.
    static let discardLimit = 256

    /// Handles a freeze that the manager has confirmed. If it was a start's first, an inspection
    /// tells whether the start is held: of what the unit contains now that it is frozen.
    mutating func froze(start name: String, _ now: Duration) {
        guard let start = units[name]?.start else { return }
        units[name]?.start = nil
        guard now - start <= Self.startLimit, units[name]?.hadWindow == false,
            !UnitName.isOwn(name)
        else { return }
        units[name]?.frozenAt = now
        inspect(name)
    }

    /// Holds a start that was found frozen, with no process older than a second at its freeze; a
    /// further one of the same app is ended at once.
    mutating func hold(_ name: String, _ facts: UnitFacts) {
        guard let row = units[name], let frozenAt = row.frozenAt else { return }
        units[name]?.frozenAt = nil
        guard row.step == .frozen, row.isConfirmed, !row.hadWindow, demand(row) == .freeze,
            facts.exemption == nil, let began = facts.startedAt,
            began >= frozenAt - Self.startLimit, began <= frozenAt
        else { return }
        let app = app(row)
        let isFurther = heldStarts.holds(app: app)
        if heldStarts.isEmpty { actions.append(.followRequests) }
        heldStarts.add(name, app: app, targets: blocked(row), at: frozenAt)
        if isFurther { end(starts: [name]) }
    }

    /// Forgets that a unit is held, because it may have run since.
    mutating func stopHolding(_ name: String) {
        units[name]?.start = nil
        units[name]?.frozenAt = nil
        guard heldStarts.starts[name] != nil else { return }
        heldStarts.remove(name)
        if heldStarts.isEmpty { actions.append(.unfollowRequests) }
    }

    /// Kills held starts. They stay frozen: killing needs no thaw.
    mutating func end(starts names: [String]) {
        for name in names where heldStarts.starts[name] != nil {
            stopHolding(name)
            units[name]?.isDiscarded = true
            remember(discarded: name)
            actions.append(.kill(name))
            log(.discarded, name)
        }
    }

    /// Remembers a service whose start was ended: if the manager starts it again by itself
    /// (`Restart=`), nobody has tried to open it. It is frozen, and neither reported nor held,
    /// until its block is over.
    private mutating func remember(discarded name: String) {
        guard name.hasSuffix(".service"), let row = units[name] else { return }
        if discarded.count >= Self.discardLimit { discarded = [:] }
        discarded[name] = blocked(row)
    }

    /// Forgets the services whose starts were ended in a block that is over.
    mutating func forgetEndedBlocks() {
        discarded = discarded.filter { !$1.isDisjoint(with: blockedTargets.blocks.keys) }
    }

    /// Handles the daemon's return: requests may have begun and ended meanwhile.
    mutating func followRequestsAgain(_ now: Duration) {
        guard !heldStarts.isEmpty else { return }
        heldStarts.daemonCame(at: now)
        actions.append(.followRequests)
    }
}
