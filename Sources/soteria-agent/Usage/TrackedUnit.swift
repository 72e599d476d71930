/// A unit that is sampled for activity, and the uses that are reported for it.
struct TrackedUnit: Sendable {
    /// The state of the report for one app.
    enum Report: Hashable, Sendable {
        /// No use is open.
        case unopened
        /// The report was sent and has no reply yet; the token identifies the call.
        case opening(token: Int)
        case open(use: Int)
        /// The daemon does not track the app. That is final until the rules change.
        case untracked
    }

    /// The unit, with the names that it is reported under.
    var unit: UsedUnit
    /// Its CPU time at the last sample; nil before the first.
    var cpuTime: Duration?
    /// The time of the last sample since boot.
    var lookedAt: Duration
    /// The time of a new unit's early sample; nil once it was taken.
    var firstLook: Duration?
    /// The time at which it was last active; nil if it never was.
    var lastActive: Duration?
    var isUsed = false
    /// The states of the reports by app.
    var reports: [String: Report]

    init(_ unit: UsedUnit, at now: Duration, firstLook: Duration) {
        self.unit = unit
        lookedAt = now
        self.firstLook = firstLook
        reports = Dictionary(
            unit.apps.map { ($0, Report.unopened) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether samples are of use: true if an app of the unit may be tracked.
    var needsReading: Bool { reports.values.contains { $0 != .untracked } }

    /// The share of one CPU, in percent, from which a unit counts as active. An idle program takes
    /// some tenths of a percent for clocks and animations; one in which somebody scrolls or types
    /// takes several percent.
    static let activePercent = 1
    /// The time without activity after which a unit is not used any more. People read a page for a
    /// minute or two without touching it, and logind's idle hint reports an absence, so the end of
    /// a use is overcounted by at most this.
    static let inactivityLimit = Duration.seconds(120)
    /// The shortest interval between samples that is meaningful.
    static let shortestStretch = Duration.seconds(4)

    /// Records a sample of its CPU time, nil if it could not be read.
    mutating func look(_ cpuTime: Duration?, at now: Duration) {
        guard let cpuTime else { return }
        guard let before = self.cpuTime, cpuTime >= before else {
            // The first sample, or another control group of the same name that starts at zero.
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
        } else if now - (lastActive ?? now) >= Self.inactivityLimit {
            isUsed = false
        }
    }
}
