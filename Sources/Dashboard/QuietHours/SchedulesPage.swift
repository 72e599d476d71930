import API
import RuleEditing
import RuleFiles
import RuleModel

/// The page of all schedules: the week, the next period, and each with its state and switch.
struct SchedulesPage {
    let notices: [Notice]
    /// The limits of the plan, in words.
    let plan: String?
    let canAdd: Bool
    let week: String
    /// The names of the schedules that the chart leaves out.
    let leftOut: String?
    let next: [NextPeriod]
    let schedules: [ScheduleCard]

    private static let nextCount = 6

    /// The page; a refused switch is explained at its schedule.
    static func show(
        _ context: PageContext, refused: (key: String, words: String)? = nil, status: Int = 200
    ) throws(CallFailure) -> PageResponse {
        let page = try SchedulesPage(context, refused)
        return context.show(
            "quiet-hours", title: context.texts("quietHours.title"), page, status: status)
    }

    private init(
        _ context: PageContext, _ refused: (key: String, words: String)?
    ) throws(CallFailure) {
        let texts = context.texts
        let rules = try OwnRules(context)
        let listed = try context.daemon.call(QuietHoursAPI.List.self).schedules
        let coming = try context.daemon.call(
            QuietHoursAPI.Next.self, .init(count: Self.nextCount)
        ).occurrences
        let picture = ScheduleWeek(listed)
        var notices =
            rules.notices(context)
            + rules.leftOut(
                rules.file.schedules.map { ($0.key, $0.name) }, inForce: listed.map(\.schedule),
                isLimited: rules.plan.schedules != nil || rules.plan.entries != nil, context)
        if let refused, !listed.contains(where: { $0.schedule == refused.key }) {
            notices.append(
                Notice(level: "error", text: refused.words, isAnswer: true, hasFocus: true))
        }
        self.notices = notices
        plan = Self.planWords(rules.plan, context)
        canAdd = rules.schedulesLeft != 0 && rules.obstacle == nil
        week = picture.html(context, now: rules.now)
        let others = listed.filter { !$0.enabled }.map(\.name)
        leftOut =
            others.isEmpty
            ? nil : texts("quietHours.leftOut", ["names": others.joined(separator: ", ")])
        next = coming.map { NextPeriod($0, rules, context) }
        schedules = listed.map { schedule in
            ScheduleCard(
                schedule, rules, context,
                error: refused?.key == schedule.schedule ? refused?.words : nil)
        }
    }

    /// The plan's limits for schedules; nil if it allows everything.
    static func planWords(_ plan: Plan, _ context: PageContext) -> String? {
        let texts = context.texts
        let counted = plan.schedules.map { count in
            texts(
                "quietHours.planCount", count: count,
                ["count": context.formats.number(count), "plan": plan.key])
        }
        let edited =
            plan.canEditSchedules ? nil : texts("quietHours.planNoEdit", ["plan": plan.key])
        let words = [counted, edited].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

struct NextPeriod {
    let when: String
    let name: String
    let targets: String
    let isRunning: Bool

    init(_ stretch: QuietHoursAPI.Occurrence, _ rules: OwnRules, _ context: PageContext) {
        let start = context.formats.moment(stretch.start, now: rules.now)
        when =
            stretch.end.map { end in
                context.texts(
                    "quietHours.fromTo",
                    ["start": start, "end": context.formats.moment(end, now: rules.now)])
            } ?? context.texts("quietHours.from", ["start": start])
        name = stretch.name
        targets = stretch.targets.map(rules.targetName).joined(separator: ", ")
        isRunning = Moment(stretch.start).map { $0 <= rules.now } ?? false
    }
}
