import RuleModel

@testable import Engine

/// The rows of use, outcomes, check-ins, budgets, risky hours, goals and names.
extension FactNames {
    private static let moment = Instant(milliseconds: 5)
    private static let cap = Countdown(
        length: .hours(25), deadline: Deadline(boot: boot, elapsed: .hours(26)))

    private static let begun = UsageSession(
        id: 20, target: "a", places: [.site("a.example"), .app("org.example.a")], at: moment)

    private static let over: UsageSession = {
        var session = begun
        session.active = .minutes(1)
        session.requests = [9]
        session.notedAt = Instant(milliseconds: 6)
        session.until = Instant(milliseconds: 7)
        return session
    }()

    private static let reached: Goal = {
        var goal = bicycle
        goal.saved = 600_000
        goal.contributions = 2
        goal.reachedAt = Instant(milliseconds: 6)
        return goal
    }()

    private static let bicycle = Goal(
        id: 30, name: "Bicycle", target: price, by: 20_900, isFromKept: true, at: moment)

    /// 600 euros, and a hundredth of nothing in particular.
    private static let price = thousandths(600_000, "EUR")
    private static let cent = thousandths(10)

    private static func thousandths(_ count: Int64, _ currency: String? = nil) -> Money {
        guard let money = Money(thousandths: count, currency: currency) else {
            preconditionFailure("not an amount: \(count)")
        }
        return money
    }

    static let trackingRows: [(fact: Fact, json: String)] = [
        (
            .placeNamed(PlaceName(place: .app("org.example.a"), name: "A")),
            #"{"placeNamed":{"name":"A","place":{"app":"org.example.a"}}}"#
        ),
        (
            .placeNamed(PlaceName(place: .site("a.example"), name: nil)),
            #"{"placeNamed":{"place":{"site":"a.example"}}}"#
        ),
        (
            .usageBegan(begun),
            #"{"usageBegan":{"active":0,"at":5,"id":20,"places":[{"site":"a.example"},"#
                + #"{"app":"org.example.a"}],"requests":[],"target":"a"}}"#
        ),
        (
            .usageNoted(
                UsageNote(
                    since: moment,
                    targets: [UsageNote.TargetUse(target: "a", active: .seconds(-3))],
                    requests: [UsageNote.RequestUse(request: 9, active: .seconds(3))])),
            #"{"usageNoted":{"requests":[{"active":3000,"request":9}],"since":5,"#
                + #""targets":[{"active":-3000,"target":"a"}]}}"#
        ),
        (
            .reporterLost(ReporterLoss(length: .minutes(5))),
            #"{"reporterLost":{"length":300000}}"#
        ),
        (
            .usageEnded(over),
            #"{"usageEnded":{"active":60000,"at":5,"id":20,"notedAt":6,"#
                + #""places":[{"site":"a.example"},{"app":"org.example.a"}],"requests":[9],"#
                + #""target":"a","until":7}}"#
        ),
        (
            .outcomeLogged(
                LoggedOutcome(
                    request: 9, isBought: true,
                    amount: Money(thousandths: 49_900, currency: "EUR"), regret: 4, at: moment)),
            #"{"outcomeLogged":{"amount":{"currency":"EUR","thousandths":49900},"at":5,"#
                + #""isBought":true,"regret":4,"request":9}}"#
        ),
        (
            .outcomeLogged(
                LoggedOutcome(request: 9, isBought: false, amount: nil, regret: nil, at: moment)),
            #"{"outcomeLogged":{"at":5,"isBought":false,"request":9}}"#
        ),
        (
            .outcomeLogged(
                LoggedOutcome(
                    request: 9, isBought: false, amount: nil, regret: 3, at: moment,
                    spends: false)),
            #"{"outcomeLogged":{"at":5,"isBought":false,"regret":3,"request":9,"spends":false}}"#
        ),
        (
            .budgetReached(
                BudgetReach(
                    budget: "social", target: "a", used: .minutes(45), from: moment,
                    until: Instant(milliseconds: 9), fingerprint: "f")),
            #"{"budgetReached":{"budget":"social","fingerprint":"f","from":5,"target":"a","#
                + #""until":9,"used":2700000}}"#
        ),
        (.budgetReset(budget: "social"), #"{"budgetReset":{"budget":"social"}}"#),
        (
            .checkInOpened(
                CheckInDayStart(checkIn: "morning", day: 20_778, targets: ["a"], time: cap)),
            #"{"checkInOpened":{"checkIn":"morning","day":20778,"targets":["a"],"#
                + #""time":{"deadline":{"boot":"b","elapsed":93600000},"length":90000000}}}"#
        ),
        (
            .checkInOpened(
                CheckInDayStart(
                    checkIn: "morning", day: 20_778, targets: [], time: cap, late: .hours(8))),
            #"{"checkInOpened":{"checkIn":"morning","day":20778,"late":28800000,"targets":[],"#
                + #""time":{"deadline":{"boot":"b","elapsed":93600000},"length":90000000}}}"#
        ),
        (
            .checkInAsked(CheckInRepetition(checkIn: "morning", reason: .reminder)),
            #"{"checkInAsked":{"checkIn":"morning","reason":"reminder"}}"#
        ),
        (
            .checkInAnswered(
                CheckInAnswer(checkIn: "morning", day: 20_778, isYes: false, at: moment)),
            #"{"checkInAnswered":{"at":5,"checkIn":"morning","day":20778,"isYes":false}}"#
        ),
        (
            .checkInLapsed(checkIn: "morning"),
            #"{"checkInLapsed":{"checkIn":"morning"}}"#
        ),
        (.checkInWelcomed(checkIn: "morning"), #"{"checkInWelcomed":{"checkIn":"morning"}}"#),
        (.checkInReset(checkIn: "morning"), #"{"checkInReset":{"checkIn":"morning"}}"#),
        (
            .checkInDayForgotten(checkIn: "morning"),
            #"{"checkInDayForgotten":{"checkIn":"morning"}}"#
        ),
        (
            .riskyHourTold(RiskyHour(weekday: 5, hour: 22, count: 14, total: 40)),
            #"{"riskyHourTold":{"count":14,"hour":22,"total":40,"weekday":5}}"#
        ),
        (
            .newsTold(
                ToldNews(
                    openTimeEnd: OpenTimeEnd(
                        targets: ["a"], cause: .quietHours, rule: "nights", at: moment))),
            #"{"newsTold":{"openTimeEnd":{"at":5,"cause":"quiet_hours","rule":"nights","#
                + #""targets":["a"]}}}"#
        ),
        (
            .newsTold(ToldNews(text: .init(checkIn: "morning", day: 20_778))),
            #"{"newsTold":{"text":{"checkIn":"morning","day":20778}}}"#
        ),
        (
            .goalAdded(bicycle),
            #"{"goalAdded":{"at":5,"by":20900,"contributions":0,"id":30,"isFromKept":true,"#
                + #""name":"Bicycle","saved":0,"#
                + #""target":{"currency":"EUR","thousandths":600000}}}"#
        ),
        (
            .goalAdded(reached),
            #"{"goalAdded":{"at":5,"by":20900,"contributions":2,"id":30,"isFromKept":true,"#
                + #""name":"Bicycle","reachedAt":6,"saved":600000,"#
                + #""target":{"currency":"EUR","thousandths":600000}}}"#
        ),
        (
            .goalContributed(GoalContribution(goal: 30, amount: cent)),
            #"{"goalContributed":{"amount":{"thousandths":10},"goal":30}}"#
        ),
        (
            .goalContributed(GoalContribution(goal: 30, amount: cent, request: 9)),
            #"{"goalContributed":{"amount":{"thousandths":10},"goal":30,"request":9}}"#
        ),
        (.goalRemoved(id: 30), #"{"goalRemoved":{"id":30}}"#),
        (
            .useImported(
                UseImport(
                    id: 40, at: Instant(milliseconds: 5), source: "activitywatch laptop",
                    use: [UseImport.Day(target: "shopping", day: 20_778, time: .minutes(1))])),
            #"{"useImported":{"at":5,"id":40,"source":"activitywatch laptop","#
                + #""use":[{"day":20778,"target":"shopping","time":60000}]}}"#
        ),
        (.useImportRemoved(id: 40), #"{"useImportRemoved":{"id":40}}"#),
    ]
}
