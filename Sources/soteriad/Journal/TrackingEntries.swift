import Engine
import Logging

/// What the journal says of use, check-ins, budgets, goals and risky hours. More programs read the
/// journal than the record: what was answered, bought, spent or saved, and which app or site was
/// used, are not in it.
extension FactEntries {
    func tellTracking(_ event: Event) {
        switch event.fact {
        case .usageEnded(let session):
            let seconds = session.active.seconds
            journal.send(
                .usageEnded, .info,
                "The use of \(list([session.target])) ended after \(seconds) s.",
                ["TARGET": session.target, "SECONDS": String(seconds)])
        case .outcomeLogged(let outcome):
            journal.send(
                .outcomeLogged, .info, "What came of request \(outcome.request) was logged.",
                ["REQUEST": String(outcome.request)])
        case .budgetReached(let reach):
            let end = until(reach.until, event)
            journal.send(
                .budgetReached, .notice,
                "The budget \(reach.budget) of \(list([reach.target])) is used up until \(end).",
                ["BUDGET": reach.budget, "TARGET": reach.target, "UNTIL": end])
        case .budgetReset(let key):
            journal.send(
                .budgetReset, .info, "The budget \(key) counts afresh.", ["BUDGET": key])
        case .goalContributed(let contribution) where before.isReached(by: contribution):
            journal.send(
                .goalReached, .notice, "Goal \(contribution.goal) is reached.",
                ["GOAL": String(contribution.goal)])
        case .riskyHourTold(let hour):
            journal.send(
                .riskyHourTold, .info,
                "This hour of the week is a risky one: \(hour.count) of \(hour.total) unblocks.",
                [
                    "WEEKDAY": String(hour.weekday), "HOUR": String(hour.hour),
                    "REASON": "\(hour.count) of \(hour.total)",
                ])
        default: break
        }
    }

    func tellCheckIn(_ event: Event) {
        switch event.fact {
        case .checkInOpened(let opening):
            journal.send(
                .checkInOpened, .info, "A new day began for check-in \(opening.checkIn).",
                [
                    "CHECK_IN": opening.checkIn,
                    "TARGET": opening.targets.isEmpty
                        ? "none" : opening.targets.joined(separator: " "),
                ])
        case .checkInAnswered(let answer):
            journal.send(
                .checkInAnswered, .info, "Check-in \(answer.checkIn) was answered.",
                ["CHECK_IN": answer.checkIn, "SEQUENCE": String(event.sequence)])
        case .checkInLapsed(let key):
            journal.send(
                .checkInLapsed, .notice, "Check-in \(key) restricts nothing more today.",
                ["CHECK_IN": key])
        case .checkInReset(let key), .checkInDayForgotten(let key):
            journal.info(
                "Check-in \(key) was changed by a debug action.",
                metadata: ["CHECK_IN": .string(key)])
        default: break
        }
    }
}
