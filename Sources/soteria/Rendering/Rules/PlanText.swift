import API
import Localization
import RuleEditing
import RuleModel

/// The plan in force, its limits and the way to another one.
struct PlanText {
    /// The key of the plan in force.
    let plan: String
    /// Every plan of the rules; empty if they cannot be read.
    let plans: [Plan]
    /// The line of the rule files that chooses the plan; nil if none does.
    let choice: PlanLookup.Choice?
    /// The person's directory of rule files; nil if the daemon reads none.
    let directory: String?

    struct Reply: Encodable {
        var plan: String
        /// Nil if the rules cannot be read.
        var limits: Limits?
        var otherPlans: [String]
        /// `FILE:LINE`.
        var chosenAt: String?
    }

    /// Limits under the keys of rule files; nil means none.
    struct Limits: Encodable {
        var entries: Int?
        var schedules: Int?
        var autoProtections: Int?
        var metrics: [String]
        var editSchedules: Bool
        var predictiveAlerts: Bool
        var export: Bool
    }

    var reply: Reply {
        Reply(
            plan: plan, limits: current.map(Self.limits),
            otherPlans: plans.map(\.key).filter { $0 != plan },
            chosenAt: choice.map { "\($0.path):\($0.line)" })
    }

    private var current: Plan? { plans.first { $0.key == plan } }

    private static func limits(_ plan: Plan) -> Limits {
        Limits(
            entries: plan.entries, schedules: plan.schedules,
            autoProtections: plan.autoProtections, metrics: ranges(plan).map(\.rawValue),
            editSchedules: plan.canEditSchedules, predictiveAlerts: plan.hasPredictiveAlerts,
            export: plan.hasExport)
    }

    func text(_ style: Style) -> String {
        let heading = localized("Your plan: \(style.apply(.strong, Printable.text(plan)))\n")
        let limits =
            current.map { table($0, style) }
            ?? localized("The limits of the plan cannot be read; see: soteria rules check\n")
        return heading + limits + "\n" + change(style)
    }

    private func table(_ plan: Plan, _ style: Style) -> String {
        func count(_ limit: Int?) -> String { limit.map(String.init) ?? localized("no limit") }
        func truth(_ isAllowed: Bool) -> String { isAllowed ? localized("yes") : localized("no") }
        var table = TextTable()
        table.add(name: localized("Sites and apps"), count(plan.entries))
        table.add(name: localized("Schedules"), count(plan.schedules))
        table.add(name: localized("Edit and remove schedules"), truth(plan.canEditSchedules))
        table.add(name: localized("Auto-protections"), count(plan.autoProtections))
        let ranges = Self.ranges(plan)
        let isAll = ranges.count == Plan.MetricsRange.allCases.count
        table.add(
            name: localized("Figures"),
            isAll
                ? localized("all")
                : ranges.map { $0.rawValue.replacing("_", with: " ") }.joined(separator: ", "))
        table.add(name: localized("Alerts of risky hours"), truth(plan.hasPredictiveAlerts))
        table.add(name: localized("Export"), truth(plan.hasExport))
        return table.text(style, indent: 2)
    }

    private static func ranges(_ plan: Plan) -> [Plan.MetricsRange] {
        Plan.MetricsRange.allCases.filter(plan.allows)
    }

    private func change(_ style: Style) -> String {
        let others = plans.map(\.key).filter { $0 != plan }
        guard let example = others.first else {
            return paragraph(localized("The rules have no other plan."), style)
        }
        let known =
            others.count == 1 ? "" : localized(" (or another of \(others.joined(separator: ", ")))")
        let line = "\"plan: \(example)\"\(known)"
        let file = directory.map { "\($0)/10-plan.yaml" }
        let how =
            if let choice, choice.isOwn {
                localized(
                    "To change the plan, change \(choice.path):\(choice.line) to \(line).")
            } else if let file {
                localized("To change the plan, write \(line) into \(file).")
            } else {
                localized("To change the plan, write \(line) into a rule file.")
            }
        return paragraph(how, style)
            + paragraph(
                localized(
                    """
                    You choose your plan in your own rules; there is no account. If changing to \
                    a smaller plan weakens the rules, Soteria treats the change like any other \
                    edit that weakens them.
                    """),
                style)
    }

    private func paragraph(_ text: String, _ style: Style) -> String {
        Paragraph.wrapped(Printable.text(text), width: style.width).map { $0 + "\n" }.joined()
    }
}
