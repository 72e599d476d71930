/// A unit that is looked at for activity, and the uses that are reported for it.
struct TrackedUnit: Sendable {
    /// How the report of one app stands.
    enum Report: Hashable, Sendable {
        /// None is open.
        case unopened
        /// The daemon is being told; the token tells the calls apart.
        case opening(token: Int)
        /// It is open under a number.
        case open(use: Int)
        /// The daemon does not track it. That is final until the rules change.
        case untracked
    }

    /// Where it runs, and what it is reported as.
    var unit: UsedUnit
    /// Its CPU time at the last look; nil before the first.
    var cpuTime: Duration?
    /// When that was, time since the boot.
    var lookedAt: Duration
    /// When the early look is due that a new unit gets; nil once it had it.
    var firstLook: Duration?
    /// When it was last seen active; nil before.
    var lastActive: Duration?
    var isUsed = false
    /// How each app that it is reported as stands.
    var reports: [String: Report]

    /// A unit that has just been found.
    init(_ unit: UsedUnit, at now: Duration, firstLook: Duration) {
        self.unit = unit
        lookedAt = now
        self.firstLook = firstLook
        reports = Dictionary(
            unit.apps.map { ($0, Report.unopened) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether there is anything to be learnt from looking at it.
    var isWorthALook: Bool { reports.values.contains { $0 != .untracked } }

    /// A share of one CPU, in percent, from which a unit counts as active. A program with nothing
    /// to do takes some tenths of a percent for its clocks and animations; one that somebody
    /// scrolls or types in takes several.
    static let activePercent = 1
    /// A unit without activity for so long is not used any more. People read a page for a minute or
    /// two without touching it; whoever leaves is told by logind's idle hint. What is counted too
    /// much at the end of a stretch is at most this.
    static let patience = Duration.seconds(120)
    /// A stretch that is shorter says nothing.
    static let shortestStretch = Duration.seconds(4)

    /// Takes in a look at its CPU time; unreadable ones are none.
    mutating func look(_ cpuTime: Duration?, at now: Duration) {
        guard let cpuTime else { return }
        guard let before = self.cpuTime, cpuTime >= before else {
            // The first look; or another control group of the same name, which begins at nothing.
            self.cpuTime = cpuTime
            lookedAt = now
            return
        }
        let stretch = now - lookedAt
        guard stretch >= Self.shortestStretch else { return }
        let isActive = (cpuTime - before) * 100 >= stretch * Self.activePercent
        self.cpuTime = cpuTime
        lookedAt = now
        if isActive {
            lastActive = now
            isUsed = true
        } else if now - (lastActive ?? now) >= Self.patience {
            isUsed = false
        }
    }
}
