/// A unit that is or may be used, and the uses that are reported for it.
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

    /// The source of knowledge about the use.
    enum Basis: Hashable, Sendable {
        /// The unit has a window in front; it had until shortly before `endsAt`, at which its use
        /// ends, if that is given.
        case window(endsAt: Duration?)
        case estimate(Estimate)
    }

    /// The unit, with the names that it is reported under.
    var unit: UsedUnit
    var basis: Basis
    /// The states of the reports by app.
    var reports: [String: Report]

    init(_ unit: UsedUnit, _ basis: Basis) {
        self.unit = unit
        self.basis = basis
        reports = Dictionary(
            unit.apps.map { ($0, Report.unopened) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether an app of the unit may be tracked.
    var isWorthReporting: Bool { reports.values.contains { $0 != .untracked } }

    var isUsed: Bool {
        switch basis {
        case .window: true
        case .estimate(let estimate): estimate.isUsed
        }
    }

    /// The guess; nil if a desktop tells what is in front.
    var estimate: Estimate? {
        get { if case .estimate(let estimate) = basis { estimate } else { nil } }
        set { if let newValue { basis = .estimate(newValue) } }
    }

    /// The time at which the use ends because another window is in front; nil if none is.
    var endsAt: Duration? {
        if case .window(let endsAt) = basis { endsAt } else { nil }
    }
}
