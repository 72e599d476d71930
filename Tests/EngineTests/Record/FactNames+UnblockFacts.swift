import RuleModel

@testable import Engine

/// The rows of unblock requests and grants.
extension FactNames {
    private static let request = UnblockRequest(
        id: 9, place: .target("a"), targets: ["a"], isPause: false, at: Instant(milliseconds: 5),
        intent: nil, wait: nil, expires: Countdown(length: .minutes(10), deadline: soon),
        circumstances: UnblockRequest.Circumstances(
            hour: 22, weekday: 3, requestsToday: 2, requestsThisWeek: 3, unblocksToday: 0,
            unblocksThisWeek: 1, sinceLastUnblock: nil, quietHours: true))

    private static let wish: UnblockRequest = {
        var wish = request
        wish.place = .site("shop.example")
        wish.isPause = true
        wish.intent = Intent(
            purpose: .planned, category: "gift", mood: "bored",
            amount: Money(thousandths: 49_900, currency: "EUR"), minutes: 20)
        wish.wait = Countdown(length: .seconds(10), deadline: soon)
        wish.circumstances.sinceLastUnblock = .minutes(1)
        return wish
    }()

    static let unblockRows: [(fact: Fact, json: String)] = [
        (
            .attempted(Attempt(place: .app("org.example.a"), targets: ["a", "b"])),
            #"{"attempted":{"place":{"app":"org.example.a"},"targets":["a","b"]}}"#
        ),
        (
            .attempted(Attempt(place: .protection(7), targets: [])),
            #"{"attempted":{"place":{"protection":7},"targets":[]}}"#
        ),
        (
            .attempted(Attempt(place: .everything, targets: [])),
            #"{"attempted":{"place":{"everything":true},"targets":[]}}"#
        ),
        (
            .unblockRequested(request),
            #"{"unblockRequested":{"at":5,"circumstances":{"hour":22,"quietHours":true,"#
                + #""requestsThisWeek":3,"requestsToday":2,"unblocksThisWeek":1,"#
                + #""unblocksToday":0,"weekday":3},"expires":{"deadline":{"boot":"b","#
                + #""elapsed":7200000},"length":600000},"id":9,"isPause":false,"#
                + #""place":{"target":"a"},"targets":["a"]}}"#
        ),
        (
            .intentGiven(wish),
            #"{"intentGiven":{"at":5,"circumstances":{"hour":22,"quietHours":true,"#
                + #""requestsThisWeek":3,"requestsToday":2,"sinceLastUnblock":60000,"#
                + #""unblocksThisWeek":1,"unblocksToday":0,"weekday":3},"expires":{"deadline":"#
                + #"{"boot":"b","elapsed":7200000},"length":600000},"id":9,"intent":{"amount":"#
                + #"{"currency":"EUR","thousandths":49900},"category":"gift","minutes":20,"#
                + #""mood":"bored","purpose":"planned"},"isPause":true,"#
                + #""place":{"site":"shop.example"},"targets":["a"],"wait":{"deadline":"#
                + #"{"boot":"b","elapsed":7200000},"length":10000}}}"#
        ),
        (
            .attempted(Attempt(place: .site("a.example"), targets: ["a"], isAsked: true)),
            #"{"attempted":{"isAsked":true,"place":{"site":"a.example"},"targets":["a"]}}"#
        ),
        (
            .attempted(Attempt(place: .app("a.b"), targets: ["a"], isThawed: true)),
            #"{"attempted":{"isThawed":true,"place":{"app":"a.b"},"targets":["a"]}}"#
        ),
        (.blockKept(request: 9), #"{"blockKept":{"request":9}}"#),
        (
            .unblocked(
                Grant(
                    id: 10, request: 9, targets: ["a"], purpose: .impulse,
                    at: Instant(milliseconds: 5),
                    time: Countdown(length: .minutes(15), deadline: soon))),
            #"{"unblocked":{"at":5,"id":10,"purpose":"impulse","request":9,"targets":["a"],"#
                + #""time":{"deadline":{"boot":"b","elapsed":7200000},"length":900000}}}"#
        ),
        (
            .unblocked(
                Grant(
                    id: 10, request: 9, targets: ["a"], purpose: .planned,
                    at: Instant(milliseconds: 5),
                    time: Countdown(length: .minutes(15), deadline: soon),
                    sinceLast: .minutes(1))),
            #"{"unblocked":{"at":5,"id":10,"purpose":"planned","request":9,"sinceLast":60000,"#
                + #""targets":["a"],"time":{"deadline":{"boot":"b","elapsed":7200000},"#
                + #""length":900000}}}"#
        ),
        (
            .unblocked(
                Grant(
                    id: 10, request: 9, targets: ["a"], purpose: .planned,
                    at: Instant(milliseconds: 5),
                    time: Countdown(length: .minutes(15), deadline: soon),
                    emergency: Grant.Emergency(
                        opens: [.init(kind: .quietHours, rule: "n")], per: .month,
                        until: Instant(milliseconds: 9)))),
            #"{"unblocked":{"at":5,"emergency":{"opens":[{"kind":"quiet_hours","rule":"n"}],"#
                + #""per":"month","until":9},"id":10,"purpose":"planned","request":9,"#
                + #""targets":["a"],"time":{"deadline":{"boot":"b","elapsed":7200000},"#
                + #""length":900000}}}"#
        ),
        (
            .requestClosed(RequestEnd(request: 9, outcome: .expired)),
            #"{"requestClosed":{"outcome":"expired","request":9}}"#
        ),
        (
            .requestClosed(RequestEnd(request: 9, outcome: .protected, protection: 8)),
            #"{"requestClosed":{"outcome":"protected","protection":8,"request":9}}"#
        ),
        (
            .grantEnded(GrantEnd(grant: 10, reason: .autoProtection)),
            #"{"grantEnded":{"grant":10,"reason":"auto_protection"}}"#
        ),
        (
            .grantEnded(GrantEnd(grant: 10, reason: .strict, opensNothing: true)),
            #"{"grantEnded":{"grant":10,"opensNothing":true,"reason":"strict"}}"#
        ),
        (
            .protectionReleased(ProtectionRelease(id: 7, request: 9, purpose: .planned)),
            #"{"protectionReleased":{"id":7,"purpose":"planned","request":9}}"#
        ),
        (
            .protectionReleased(
                ProtectionRelease(
                    id: 7, request: 9, purpose: .impulse, sinceLast: .minutes(1))),
            #"{"protectionReleased":{"id":7,"purpose":"impulse","request":9,"#
                + #""sinceLast":60000}}"#
        ),
        (
            .protectionReleased(
                ProtectionRelease(
                    id: 7, request: 9, purpose: .planned, quietHours: true, targets: ["a"])),
            #"{"protectionReleased":{"id":7,"purpose":"planned","quietHours":true,"#
                + #""request":9,"targets":["a"]}}"#
        ),
    ]
}
