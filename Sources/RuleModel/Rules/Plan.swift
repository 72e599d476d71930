/// A plan and its limits; nil means no limit.
package struct Plan: Hashable, Sendable {
    /// The plan's key: `premium`.
    package var key: String
    /// The limit of apps and sites in all targets together.
    package var entries: Int?
    package var schedules: Int?
    package var autoProtections: Int?
    /// The ranges over which figures are shown; nil: every range.
    package var metrics: Set<MetricsRange>?
    /// True if a risky hour is announced at its start.
    package var hasPredictiveAlerts: Bool
    package var hasExport: Bool
    /// True if the tools may edit schedules, beyond switching them on and off.
    package var canEditSchedules: Bool

    /// The time ranges of figures, by their names on the socket.
    package enum MetricsRange: String, Hashable, Sendable, Codable, CaseIterable {
        /// From local midnight.
        case today
        /// From Monday, local.
        case thisWeek = "this_week"
        /// From the first of the month, local.
        case thisMonth = "this_month"
        /// From the first event.
        case all
        /// From one date to another.
        case custom
    }

    package init(
        key: String, entries: Int?, schedules: Int?, autoProtections: Int? = nil,
        metrics: Set<MetricsRange>? = nil, hasPredictiveAlerts: Bool = true,
        hasExport: Bool = true, canEditSchedules: Bool = true
    ) {
        self.key = key
        self.entries = entries
        self.schedules = schedules
        self.autoProtections = autoProtections
        self.metrics = metrics
        self.hasPredictiveAlerts = hasPredictiveAlerts
        self.hasExport = hasExport
        self.canEditSchedules = canEditSchedules
    }

    /// No limits.
    package static let premium = Plan(key: "premium", entries: nil, schedules: nil)

    package func allows(_ range: MetricsRange) -> Bool { metrics?.contains(range) ?? true }
}
