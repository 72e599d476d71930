import API
import RuleModel

enum PlanAllowances {
    /// What a plan allows, in words.
    static func facts(of plan: Plan, _ context: PageContext) -> [Fact] {
        let texts = context.texts
        func count(_ limit: Int?) -> String {
            limit.map { context.formats.number($0) } ?? texts("settings.unlimited")
        }
        func truth(_ isAllowed: Bool) -> String {
            texts(isAllowed ? "settings.allowed" : "settings.notAllowed")
        }
        let ranges = plan.metrics.map { ranges in
            ranges.map(\.rawValue).sorted { order($0) < order($1) }
                .map { texts("settings.range.\($0)") }.joined(separator: ", ")
        }
        let values: [(String, String)] = [
            ("entries", count(plan.entries)), ("schedules", count(plan.schedules)),
            ("editSchedules", truth(plan.canEditSchedules)),
            ("autoProtections", count(plan.autoProtections)),
            ("metrics", ranges ?? texts("settings.everyRange")),
            ("predictiveAlerts", truth(plan.hasPredictiveAlerts)),
            ("export", truth(plan.hasExport)),
        ]
        return values.map { Fact(label: texts("settings.plan.\($0.0)"), value: $0.1) }
    }

    /// Shorter ranges come first.
    private static func order(_ range: String) -> Int {
        MetricsAPI.Range.allCases.firstIndex { $0.rawValue == range } ?? Int.max
    }
}
