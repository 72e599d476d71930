/// What was recorded of use, check-ins, budgets, goals and the record itself.
enum TrackingEventText {
    /// What happened, in words; nil where the kind is another one.
    static func words(_ kind: String, _ fact: FactMembers, at: String) -> String? {
        switch kind {
        case "rulesWeakened": "less is protected: \(fact.list("entries"))"
        case "editBegan", "editEnded", "editsTakenBack": edit(kind, fact)
        case "storeRestored":
            "from \(fact["source"])"
                + (fact["keptAside"].isEmpty ? "" : ", the one before is \(fact["keptAside"])")
        case "retained": "\(fact["removed"]) old events removed, up to \(fact["through"])"
        case "outcomeLogged": outcome(fact)
        case "budgetReached":
            "\(fact["budget"]) of \(fact["target"]), \(fact.length("used")) used"
                + fact.until("until", after: at)
        case "budgetReset": fact["budget"]
        case "riskyHourTold":
            "\(weekday(fact["weekday"])) \(fact["hour"]) h, \(fact["count"]) of \(fact["of"]) "
                + "unblocks"
        case "placeNamed":
            fact["name"].isEmpty
                ? "\(fact.place) has no name any more" : "\(fact.place) is \(fact["name"])"
        default: use(kind, fact) ?? checkIn(kind, fact) ?? goal(kind, fact)
        }
    }

    private static func edit(_ kind: String, _ fact: FactMembers) -> String {
        let entries = fact.list("entries")
        if kind == "editsTakenBack" { return "edit \(fact["from"]) and what came after it" }
        if kind == "editEnded" { return "edit \(fact["edit"]), \(fact["reason"]): \(entries)" }
        let cancelled = fact.list("cancels")
        return (entries.isEmpty ? "nothing waits" : "\(entries) for \(fact.length("seconds"))")
            + (cancelled.isEmpty ? "" : ", cancels edit \(cancelled)")
    }

    private static func outcome(_ fact: FactMembers) -> String {
        let bought = fact["bought"] == "true" ? "bought" : "nothing bought"
        let money = fact.money.isEmpty ? "" : " for \(fact.money)"
        let regret = fact["regret"].isEmpty ? "" : ", regret \(fact["regret"])"
        return "request \(fact["request"]): \(bought)\(money)\(regret)"
    }

    private static func use(_ kind: String, _ fact: FactMembers) -> String? {
        switch kind {
        case "usageBegan": return "\(fact["target"]) (\(fact.places))"
        case "usageEnded":
            let requests = fact.list("requests")
            return "\(fact["target"]) for \(fact.length("seconds")) (\(fact.places))"
                + (requests.isEmpty ? "" : ", request \(requests)")
        case "usageNoted":
            return fact.members("targets").map {
                "\($0["target"]) \($0.length("seconds"))"
            }.joined(separator: ", ")
        default: return nil
        }
    }

    private static func checkIn(_ kind: String, _ fact: FactMembers) -> String? {
        switch kind {
        case "checkInOpened":
            "\(fact["checkIn"]) of \(fact["day"])"
                + (fact.list("targets").isEmpty ? "" : ", blocks \(fact.list("targets"))")
        case "checkInAsked": "\(fact["checkIn"]) (\(fact["reason"]))"
        case "checkInAnswered":
            "\(fact["checkIn"]) of \(fact["day"]): \(fact["yes"] == "true" ? "yes" : "no")"
        case "checkInLapsed", "checkInReset", "checkInDayForgotten": fact["checkIn"]
        default: nil
        }
    }

    private static func goal(_ kind: String, _ fact: FactMembers) -> String? {
        switch kind {
        case "goalAdded":
            "\(fact["name"]) (\(fact["goal"])), \(fact["target"]) \(fact["currency"])"
                + (fact["by"].isEmpty ? "" : " by \(fact["by"])")
        case "goalContributed":
            "\(fact.money) to goal \(fact["goal"])"
                + (fact["request"].isEmpty ? "" : ", from kept request \(fact["request"])")
        case "goalRemoved": "goal \(fact["goal"])"
        default: nil
        }
    }

    /// `Fri` for 5.
    private static func weekday(_ number: String) -> String {
        Int(number).flatMap { ClockWords.name(of: $0, in: ClockWords.weekdays) } ?? number
    }
}
