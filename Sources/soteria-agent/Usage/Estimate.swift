/// The guess whether a unit is used, from the CPU time of its control group: for desktops that do
/// not tell which window is in front.
struct Estimate: Hashable, Sendable {
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

    /// The CPU time at the last sample; nil before the first.
    var cpuTime: Duration?
    /// The time of the last sample since boot.
    var lookedAt: Duration
    /// The time of a new unit's early sample; nil once it was taken.
    var firstLook: Duration?
    /// The time at which the unit was last active; nil if it never was.
    var lastActive: Duration?
    private(set) var isUsed = false

    init(at now: Duration, firstLook: Duration) {
        lookedAt = now
        self.firstLook = firstLook
    }

    /// Records a sample of the CPU time, nil if it could not be read.
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

    /// Begins again after a time that nobody knows of: it does not count.
    mutating func resume(at now: Duration) {
        cpuTime = nil
        if isUsed { lastActive = now }
    }
}
