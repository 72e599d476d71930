import API
import Foundation
import RuleFiles

/// What the person's plan leaves to these pages.
struct PlanAllowance {
    /// The plan's key.
    let key: String
    /// How many apps and sites there may be; nil: any number.
    let entries: Int?
    /// How many schedules are in force; nil: all.
    let schedules: Int?
    /// Whether schedules may be edited here, not only switched.
    let canEditSchedules: Bool

    /// The plan that allows everything, unless the rules say otherwise.
    static let whole = "premium"

    init(key: String, entries: Int? = nil, schedules: Int? = nil, canEditSchedules: Bool = true) {
        self.key = key
        self.entries = entries
        self.schedules = schedules
        self.canEditSchedules = canEditSchedules
    }

    /// The plan of the rules in force. Only of a plan that may have limits are the rules read.
    init(of rules: RulesAPI.List.Reply, _ context: PageContext) throws(CallFailure) {
        guard rules.plan != Self.whole else {
            self.init(key: rules.plan)
            return
        }
        let sources = try context.daemon.call(RulesAPI.Sources.self).sources
        let loader = RuleLoader(
            zones: ZoneSource(environment: context.surroundings.environment))
        let merged = loader.load(
            sources: sources.filter { $0.digest == nil }.map {
                .init(path: $0.path, layer: $0.layer, text: $0.text)
            }
        ).merged.json()
        let limits = try? JSONDecoder().decode(Merged.self, from: Data(merged.utf8))
            .rules.plans[rules.plan]
        self.init(
            key: rules.plan, entries: limits?.entries, schedules: limits?.schedules,
            canEditSchedules: limits?.editSchedules ?? true)
    }

    /// The merged set of rules, as far as it is about plans.
    private struct Merged: Decodable {
        let rules: Rules

        struct Rules: Decodable { let plans: [String: Limits] }

        struct Limits: Decodable {
            let entries: Int?
            let schedules: Int?
            let editSchedules: Bool?

            enum CodingKeys: String, CodingKey {
                case entries
                case schedules
                case editSchedules = "edit_schedules"
            }
        }
    }
}
