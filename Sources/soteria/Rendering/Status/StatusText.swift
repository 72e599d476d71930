import API
import Engine
import Localization

/// The text of `soteria status`: every target, the risk, what comes next, and what is wrong.
struct StatusText: Encodable {
    let protection: ProtectionAPI.List.Reply
    let risk: RiskAPI.Status
    let daemon: DaemonAPI.GetStatus.Reply
    var checkIns: [CheckInAPI.CheckIn] = []
    var budgets: [BudgetsAPI.Budget] = []
    /// The figures of this week; nil if not known.
    var week: Week?

    private var now: Moment { Moment(protection.now) ?? Moment(seconds: 0, offset: 0) }

    func text(_ style: Style) -> String {
        [
            targets(style), summary(style),
            IncidentText.lately(daemon.incidents, now: now, style), HealthText.lines(notes, style),
        ]
        .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Whether there is nothing to protect because the rules were refused.
    private var isEmptiedByErrors: Bool { protection.targets.isEmpty && daemon.rules.refused }

    private var notes: [String] {
        var daemon = daemon
        // Shown in place of the targets.
        if isEmptiedByErrors { daemon.rules.refused = false }
        return HealthText.notes(daemon, now: now)
    }

    private func targets(_ style: Style) -> String {
        if isEmptiedByErrors {
            let errors = Count.errors(daemon.rules.errors)
            let text =
                localized(
                    "Nothing is blocked: the rule files have \(errors). See: soteria rules check")
            return Paragraph.wrapped(text, width: style.width)
                .map { style.apply(.bad, $0) + "\n" }.joined()
        }
        guard !protection.targets.isEmpty else {
            return localized(
                """
                Nothing is blocked yet: no rule file defines a target. To block a site at night:
                  soteria add amazon.com --to shopping --from 22:00 --to-time 06:30
                To see every command: soteria help

                """)
        }
        var table = TextTable()
        for target in protection.targets {
            table.add([
                .init(target.blocked ? "●" : "○", target.blocked ? .bad : .good),
                .init(target.name, .strong), .init(RestrictionText.state(target, now: now)),
                .init(RestrictionText.all(target.restrictions), .faint),
            ])
        }
        return table.text(style, stacks: true)
    }

    private func summary(_ style: Style) -> String {
        var table = TextTable()
        table.add(
            .localized("Risk"),
            .init("\(risk.score) \(risk.level.rawValue)", RiskText.role(risk.level)))
        if let next = protection.nextChange {
            table.add(.localized("Next change"), .init(TimeWords.ahead(next, now: now)))
        }
        let undoing = protection.targets.compactMap(\.takeBackUntil).max()
        if let text = ProtectionText.undoing(until: undoing) {
            table.add(
                .localized("Strict protection"),
                .init(localized("can be undone \(text)"), .doubtful)
            )
        }
        for row in EditText.rows(daemon.rules.pendingEdits, now: now) { table.add(row) }
        for checkIn in checkIns where checkIn.phase == .asking {
            table.add(
                .localized("Check-in"),
                .init(
                    localized(
                        "\(checkIn.question) Answer: soteria checkin \(checkIn.checkIn) yes|no"),
                    .doubtful))
        }
        for budget in budgets where budget.reached {
            let limit = TimeWords.length(seconds: budget.limit)
            let reset = TimeWords.ahead(budget.until, now: now)
            table.add(
                .localized("Budget"),
                .init(localized("\(budget.name): \(limit) used up, resets \(reset)"), .bad))
        }
        table.add(name: localized("This week"), week?.requestsText)
        table.add(name: localized("Unblocks"), week?.unblocksText)
        if let way = daemon.emergency {
            table.add(.localized("Emergencies"), .init(EmergencyText.standing(way, now: now)))
        }
        for used in daemon.emergencies ?? [] {
            table.add(.localized("Emergency"), .init(EmergencyText.used(used, now: now), .doubtful))
        }
        return table.text(style)
    }
}
