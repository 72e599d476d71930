import API
import RuleEditing
import RuleFiles

struct ScheduleCard {
    let name: String
    let id: String
    /// The path of its pages, below the base.
    let path: String
    let state: String
    /// `blocked`, `open` or `neutral`.
    let badge: String
    let targets: String
    let ranges: [String]
    let zone: String?
    let isStrict: Bool
    let waits: [String]
    let error: String?
    /// The state after the button is pressed, `on` or `off`.
    let turns: String
    let turnLabel: String
    let canEdit: Bool
    let elsewhere: String?

    init(
        _ schedule: QuietHoursAPI.Schedule, _ rules: OwnRules, _ context: PageContext,
        error: String?
    ) {
        let texts = context.texts
        let words = ScheduleDescription(context)
        let path = QuietHoursRoutes.rulePath(schedule.schedule)
        name = schedule.name
        id = "schedule-" + schedule.schedule.asPathPart.replacing("%", with: "-")
        self.path = "\(QuietHoursRoutes.path)/\(schedule.schedule.asPathPart)"
        (state, badge) = Self.state(schedule, rules, context)
        targets = schedule.targets.map(rules.targetName).joined(separator: ", ")
        ranges = schedule.ranges.map(words.range)
        zone =
            schedule.timeZone == rules.status.clock.timeZone
            ? nil : texts("quietHours.inZone", ["zone": schedule.timeZone])
        isStrict = schedule.strict
        waits = rules.waits(path, of: rules.rule(.quietHours, schedule.schedule), context)
        self.error = error
        let isLeaving = rules.switchWaits(path)
        turns = schedule.enabled && !isLeaving ? "off" : "on"
        turnLabel = texts(
            isLeaving
                ? "quietHours.leaveOn"
                : schedule.enabled ? "quietHours.switchOff" : "quietHours.switchOn")
        canEdit =
            rules.owner(.quietHours, schedule.schedule) == .tools && rules.plan.canEditSchedules
            && rules.obstacle == nil
        elsewhere = rules.elsewhere(.quietHours, schedule.schedule, context)
    }

    private static func state(
        _ schedule: QuietHoursAPI.Schedule, _ rules: OwnRules, _ context: PageContext
    ) -> (String, String) {
        let texts = context.texts
        func time(_ instant: String) -> String { rules.until(instant, context) }
        if schedule.active {
            let words =
                schedule.end.map { texts("quietHours.activeUntil", ["time": time($0)]) }
                ?? texts("quietHours.active")
            return (words, "blocked")
        }
        guard schedule.enabled else {
            return (texts(schedule.switched ? "quietHours.offHere" : "quietHours.off"), "neutral")
        }
        guard let start = schedule.start else { return (texts("quietHours.never"), "neutral") }
        return (texts("quietHours.nextFrom", ["time": time(start)]), "open")
    }
}
