import API
import CEL
import Engine
import Varlink

/// The facts of use, check-ins, budgets, goals and incidents, as `daemon.Events` shows them.
extension Daemon {
    /// The members of such a fact; none of any other.
    func tracking(_ fact: Fact) -> [(String, JSON)] {
        switch fact {
        case .rulesWeakened(let weakening): [("entries", strings(weakening.entries))]
        case .storeRestored(let restoring):
            [("source", .string(restoring.source))] + member("keptAside", restoring.keptAside)
        case .retained(let retention):
            [
                ("through", .integer(retention.through)), ("removed", .integer(retention.removed)),
                ("hash", .string(retention.hash)),
            ]
        case .outcomeLogged(let outcome):
            [("request", .integer(outcome.request)), ("bought", .bool(outcome.isBought))]
                + members(of: outcome.amount) + member("regret", outcome.regret)
        case .usageBegan, .usageNoted, .usageEnded: use(fact)
        case .checkInOpened, .checkInAsked, .checkInAnswered, .checkInLapsed, .checkInReset,
            .checkInDayForgotten:
            checkIn(fact)
        case .budgetReached(let reach):
            [
                ("budget", .string(reach.budget)), ("target", .string(reach.target)),
                ("used", .integer(reach.used.seconds)), ("from", .string(text(reach.from))),
                ("until", .string(text(reach.until))),
            ]
        case .budgetReset(let key): [("budget", .string(key))]
        case .riskyHourTold(let hour):
            [
                ("weekday", number(hour.weekday)), ("hour", number(hour.hour)),
                ("count", number(hour.count)), ("of", number(hour.total)),
            ]
        case .goalAdded, .goalContributed, .goalRemoved: goal(fact)
        case .placeNamed(let named): [member(of: named.place)] + member("name", named.name)
        default: []
        }
    }

    private func use(_ fact: Fact) -> [(String, JSON)] {
        switch fact {
        case .usageBegan(let session):
            [
                ("session", .integer(session.id)), ("target", .string(session.target)),
                ("places", places(session)),
            ]
        case .usageNoted(let note):
            [
                ("since", .string(text(note.since))),
                (
                    "targets",
                    .array(
                        note.targets.map {
                            [
                                "target": .string($0.target),
                                "seconds": .integer($0.active.seconds),
                            ]
                        })
                ),
                (
                    "requests",
                    .array(
                        note.requests.map {
                            [
                                "request": .integer($0.request),
                                "seconds": .integer($0.active.seconds),
                            ]
                        })
                ),
            ]
        case .usageEnded(let session):
            [
                ("session", .integer(session.id)), ("target", .string(session.target)),
                ("places", places(session)), ("at", .string(text(session.at))),
            ] + member("until", text(session.until))
                + [
                    ("seconds", .integer(session.active.seconds)),
                    ("requests", .array(session.requests.map { .integer($0) })),
                ]
        default: []
        }
    }

    private func places(_ session: UsageSession) -> JSON {
        .array(session.places.map { .object(JSONObject([member(of: $0)])) })
    }

    private func checkIn(_ fact: Fact) -> [(String, JSON)] {
        switch fact {
        case .checkInOpened(let opening):
            [
                ("checkIn", .string(opening.checkIn)), ("day", .string(dayText(opening.day))),
                ("targets", strings(opening.targets)),
            ]
        case .checkInAsked(let asking):
            [("checkIn", .string(asking.checkIn)), ("reason", .string(asking.reason.rawValue))]
        case .checkInAnswered(let answer):
            [
                ("checkIn", .string(answer.checkIn)), ("day", .string(dayText(answer.day))),
                ("yes", .bool(answer.isYes)),
            ]
        case .checkInLapsed(let key), .checkInReset(let key), .checkInDayForgotten(let key):
            [("checkIn", .string(key))]
        default: []
        }
    }

    private func goal(_ fact: Fact) -> [(String, JSON)] {
        switch fact {
        case .goalAdded(let goal):
            [
                ("goal", .integer(goal.id)), ("name", .string(goal.name)),
                ("target", .string(goal.target.decimal)),
            ] + member("currency", goal.target.currency) + member("by", goal.by.map(dayText))
                + [("fromKept", .bool(goal.isFromKept))]
        case .goalContributed(let contribution):
            [("goal", .integer(contribution.goal))] + members(of: contribution.amount)
                + member("request", contribution.request.map { Int($0) })
        case .goalRemoved(let id): [("goal", .integer(id))]
        default: []
        }
    }

    private func members(of money: Money?) -> [(String, JSON)] {
        member("amount", money?.decimal) + member("currency", money?.currency)
    }

    /// A member of text, or none.
    func member(_ name: String, _ text: String?) -> [(String, JSON)] {
        text.map { [(name, .string($0))] } ?? []
    }

    /// A member of a number, or none.
    func member(_ name: String, _ value: Int?) -> [(String, JSON)] {
        value.map { [(name, number($0))] } ?? []
    }

    func number(_ value: Int) -> JSON { .integer(Int64(value)) }

    /// A local day as `2026-11-21`; one that no calendar has is shown as the nearest that it does.
    func dayText(_ day: Int) -> String {
        CivilDate(daysSince1970: min(max(day, -719_528), 2_932_896)).description
    }
}
