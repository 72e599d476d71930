/// The unit with the window in front.
extension Enforcer {
    /// How long the freeze of a unit that is put away waits until it is no longer in front.
    static let putAwayLimit = Duration.milliseconds(150)
    /// The shortest time between two attempts at one app by its frozen windows. What comes to the
    /// front so soon after another one was put away follows from that.
    static let frontPause = Duration.seconds(1)

    /// Handles a window in front that may be any of these units'.
    mutating func showWindow(of names: Set<String>) {
        for name in names.sorted() {
            units[name]?.hadWindow = true
            stopHolding(name)
        }
    }

    /// Handles another unit's window in front; nil if it is no known unit's.
    mutating func bringToFront(_ name: String?, _ now: Duration) {
        guard name != front else { return }
        let before = front
        front = name
        // What was put away can be frozen.
        if let before { update(before, now) }
        guard let name, let row = units[name] else { return }
        showWindow(of: [name])
        guard row.step == .frozen || row.step == .freezing, demand(row) == .freeze else { return }
        attempt(toUse: row, now)
        putAway(name, now)
    }

    mutating func setPutsAway(_ putsAway: Bool, _ now: Duration) {
        self.putsAway = putsAway
        if let front { update(front, now) }
    }

    /// Whether a unit that is to be frozen has to leave the front first. Nobody should see a dead
    /// window, and a desktop offers to kill one.
    mutating func isLeavingFront(_ name: String, _ now: Duration) -> Bool {
        guard putsAway, front == name else { return false }
        guard let limit = units[name]?.frozenBy else {
            units[name]?.frozenBy = now + Self.putAwayLimit
            putAway(name, now)
            return true
        }
        return now < limit
    }

    /// Puts the windows away of a unit that is frozen now and need not leave the front first.
    /// Otherwise they would stay visible, dead, and the desktop could bring one to the front by
    /// itself. A start has none yet.
    mutating func putAwayBehind(_ row: EnforcedUnit) {
        guard putsAway, row.frozenBy == nil, row.start == nil || row.hadWindow else { return }
        // Nothing comes to the front because of it.
        actions.append(.putAway(row.unit.name))
    }

    private mutating func putAway(_ name: String, _ now: Duration) {
        guard putsAway else { return }
        lastPutAway = (name, now)
        actions.append(.putAway(name))
    }

    private mutating func attempt(toUse row: EnforcedUnit, _ now: Duration) {
        let app = app(row)
        frontAttempts = frontAttempts.filter { now - $0.value < Self.frontPause }
        if let lastPutAway, lastPutAway.unit != row.unit.name,
            now - lastPutAway.at < Self.frontPause
        {
            return
        }
        guard frontAttempts[app] == nil else { return }
        frontAttempts[app] = now
        attempt(row, isThawed: false)
    }
}
