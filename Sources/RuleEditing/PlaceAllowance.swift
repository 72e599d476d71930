import API
import RuleModel

/// The number of places that the plan allows, and of those that there are.
package struct PlaceAllowance {
    /// The plan's limit; nil for any number.
    package let limit: Int?
    package let used: Int
    package let plan: String

    package init(_ plan: Plan, _ targets: [TargetsAPI.Target]) {
        limit = plan.entries
        used = targets.reduce(0) { $0 + $1.siteCount + $1.appCount + $1.executableCount }
        self.plan = plan.key
    }

    /// The number of places that may be added; nil for any number.
    package var left: Int? { limit.map { max(0, $0 - used) } }
}
