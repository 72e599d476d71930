import Engine
import RuleModel

/// Reports on outcomes, use, check-ins, budgets, risky hours, goals and names.
extension FactReporter {
    func outcomeLogged(_ outcome: LoggedOutcome) -> FactReport {
        FactReport(
            [
                "request": outcome.request, "bought": outcome.isBought,
                "amount": outcome.amount?.decimal, "currency": outcome.amount?.currency,
                "regret": outcome.regret, "spending": outcome.spends,
            ],
            text: "request \(outcome.request): " + words(outcome),
            FactEntry(
                .outcomeLogged, .info, "The outcome of request \(outcome.request) was logged.",
                ["REQUEST": String(outcome.request)]))
    }

    /// `bought for 49.90 EUR, regret 2`; `regret 2` if the unblock could not cost money.
    private func words(_ outcome: LoggedOutcome) -> String {
        let regret = outcome.regret.map { "regret \($0)" }
        guard outcome.spends != false else { return regret ?? "nothing said" }
        let purchase =
            (outcome.isBought ? "bought" : "nothing bought")
            + (outcome.amount.map { " for \(words($0))" } ?? "")
        return [purchase, regret].compactMap(\.self).joined(separator: ", ")
    }

    func usageBegan(_ session: UsageSession) -> FactReport {
        FactReport(
            [
                "session": session.id, "target": session.target,
                "places": session.places.map(\.members),
            ], text: "\(session.target) (\(words(session.places)))")
    }

    func reporterLost(_ loss: ReporterLoss) -> FactReport {
        FactReport(
            ["seconds": loss.length], text: "for \(length(loss.length))",
            FactEntry(
                .reporterLost, .warning,
                "No agent has reported for \(length(loss.length)), though something is blocked.",
                ["SECONDS": String(loss.length.seconds)]))
    }

    func usageNoted(_ note: UsageNote) -> FactReport {
        let targets = note.targets.map { use -> FactMembers in
            ["target": use.target, "seconds": use.active]
        }
        let requests = note.requests.map { use -> FactMembers in
            ["request": use.request, "seconds": use.active]
        }
        return FactReport(
            ["since": text(note.since), "targets": targets, "requests": requests],
            text: note.targets.map { "\($0.target) \(length($0.active))" }
                .joined(separator: ", "))
    }

    func usageEnded(_ session: UsageSession) -> FactReport {
        let requests = session.requests.map(String.init).joined(separator: ", ")
        let seconds = String(session.active.seconds)
        return FactReport(
            [
                "session": session.id, "target": session.target,
                "places": session.places.map(\.members), "at": text(session.at),
                "until": session.until.map(text), "seconds": session.active,
                "requests": session.requests,
            ],
            text: "\(session.target) for \(length(session.active)) (\(words(session.places)))"
                + (requests.isEmpty ? "" : ", request \(requests)"),
            FactEntry(
                .usageEnded, .info,
                "\(journal.list([session.target])) was used for \(seconds) s.",
                ["TARGET": session.target, "SECONDS": seconds]))
    }

    private func words(_ places: [Place]) -> String {
        places.map(\.words).joined(separator: ", ")
    }

    func checkInOpened(_ opening: CheckInDayStart) -> FactReport {
        let targets = opening.targets.joined(separator: ", ")
        let day = LocalDay.text(opening.day)
        return FactReport(
            ["checkIn": opening.checkIn, "day": day, "targets": opening.targets],
            text: "\(opening.checkIn) of \(day)" + (targets.isEmpty ? "" : ", blocks \(targets)"),
            FactEntry(
                .checkInOpened, .info,
                "Check-in \(opening.checkIn) asks its question for a new day.",
                [
                    "CHECK_IN": opening.checkIn,
                    "TARGET": targets.isEmpty
                        ? "none" : opening.targets.joined(separator: " "),
                ]))
    }

    func checkInAsked(_ asking: CheckInRepetition) -> FactReport {
        FactReport(
            ["checkIn": asking.checkIn, "reason": asking.reason.rawValue],
            text: "\(asking.checkIn) (\(asking.reason.rawValue))")
    }

    func checkInAnswered(_ answer: CheckInAnswer) -> FactReport {
        let day = LocalDay.text(answer.day)
        return FactReport(
            ["checkIn": answer.checkIn, "day": day, "yes": answer.isYes],
            text: "\(answer.checkIn) of \(day): \(answer.isYes ? "yes" : "no")",
            FactEntry(
                .checkInAnswered, .info, "Check-in \(answer.checkIn) was answered.",
                ["CHECK_IN": answer.checkIn, "SEQUENCE": String(event.sequence)]))
    }

    func checkInLapsed(_ key: String) -> FactReport {
        FactReport(
            ["checkIn": key], text: key,
            FactEntry(
                .checkInLapsed, .notice, "Check-in \(key) no longer blocks anything today.",
                ["CHECK_IN": key]))
    }

    func checkInWelcomed(_ key: String) -> FactReport {
        FactReport(["checkIn": key], text: key)
    }

    func checkInDebugged(_ key: String) -> FactReport {
        FactReport(
            ["checkIn": key], text: key,
            FactEntry(
                nil, .info, "Check-in \(key) was changed by a debug command.",
                ["CHECK_IN": key]))
    }

    func budgetReached(_ reach: BudgetReach) -> FactReport {
        let end = until(reach.until)
        return FactReport(
            [
                "budget": reach.budget, "target": reach.target, "used": reach.used,
                "from": text(reach.from), "until": text(reach.until),
            ],
            text: "\(reach.budget) of \(reach.target), \(length(reach.used)) used"
                + untilWords(reach.until),
            FactEntry(
                .budgetReached, .notice,
                "The budget \(reach.budget) for \(journal.list([reach.target])) is used up. The "
                    + "budget will be reset at \(end).",
                ["BUDGET": reach.budget, "TARGET": reach.target, "UNTIL": end]))
    }

    func budgetReset(_ key: String) -> FactReport {
        FactReport(
            ["budget": key], text: key,
            FactEntry(
                .budgetReset, .info, "The budget \(key) was reset.", ["BUDGET": key]))
    }

    func riskyHourTold(_ hour: RiskyHour) -> FactReport {
        FactReport(
            [
                "weekday": hour.weekday, "hour": hour.hour, "count": hour.count,
                "of": hour.total,
            ],
            text: "\(ClockText.shortWeekdays[hour.weekday - 1]) \(hour.hour) h, \(hour.count) of "
                + "\(hour.total) unblocks",
            FactEntry(
                .riskyHourTold, .info,
                "A risky hour began: \(hour.count) of \(hour.total) earlier unblocks happened at "
                    + "this hour of the week.",
                [
                    "WEEKDAY": String(hour.weekday), "HOUR": String(hour.hour),
                    "REASON": "\(hour.count) of \(hour.total)",
                ]))
    }

    func newsTold(_ news: ToldNews) -> FactReport {
        if let text = news.text {
            let day = LocalDay.text(text.day)
            return FactReport(
                ["checkIn": text.checkIn, "day": day], text: "\(text.checkIn) of \(day)")
        }
        guard let end = news.openTimeEnd else { return silent() }
        return FactReport(
            [
                "targets": end.targets, "at": text(end.at), "cause": end.cause.rawValue,
                "rule": end.rule,
            ],
            text: end.targets.joined(separator: ", ") + untilWords(end.at))
    }

    func goalAdded(_ goal: Goal) -> FactReport {
        let day = goal.by.map(LocalDay.text)
        return FactReport(
            [
                "goal": goal.id, "name": goal.name, "target": goal.target.decimal,
                "currency": goal.target.currency, "by": day, "fromKept": goal.isFromKept,
            ],
            text: "\(goal.name) (\(goal.id)), \(goal.target.decimal) \(goal.target.currency ?? "")"
                + (day.map { " by \($0)" } ?? ""))
    }

    func goalContributed(_ contribution: GoalContribution) -> FactReport {
        let reached = FactEntry(
            .goalReached, .notice, "Goal \(contribution.goal) has been reached.",
            ["GOAL": String(contribution.goal)])
        return FactReport(
            [
                "goal": contribution.goal, "amount": contribution.amount.decimal,
                "currency": contribution.amount.currency, "request": contribution.request,
            ],
            text: "\(words(contribution.amount)) to goal \(contribution.goal)"
                + (contribution.request.map { ", saved by keeping the block (request \($0))" }
                    ?? ""),
            journal.before.isReached(by: contribution) ? reached : nil)
    }

    func useImported(_ found: UseImport) -> FactReport {
        let targets = Set(found.use.map(\.target)).sorted()
        return FactReport(
            [
                "import": found.id, "source": found.source, "targets": targets,
                "from": found.days.map { LocalDay.text($0.lowerBound) },
                "to": found.days.map { LocalDay.text($0.upperBound) },
                "seconds": found.time.seconds,
            ],
            text: "import \(found.id) from \(found.source): \(targets.joined(separator: ", "))")
    }

    func goalRemoved(_ id: Int64) -> FactReport { FactReport(["goal": id], text: "goal \(id)") }

    func placeNamed(_ named: PlaceName) -> FactReport {
        let place = named.place
        return FactReport(
            FactMembers(place.members, ["name": named.name]),
            text: named.name.map { "\(place.words) is named \($0)" }
                ?? "the name of \(place.words) was removed")
    }
}
