import API
import Engine
import RuleModel
import Testing
import Varlink

@testable import soteria

/// What was recorded of use, check-ins, budgets, goals and the record itself, in words.
@Suite struct TrackingEventTests {
    private func words(_ kind: String, _ fact: JSONObject) -> String {
        EventText.words(.init(sequence: 1, at: Household.now, kind: kind, fact: fact))
    }

    @Test(
        arguments: [
            (
                "daemonStarted", ["version": "0.2.0", "away": 7380, "wasStopped": false],
                "version 0.2.0, away for at most 2 h 3 min, was not told to stop before"
            ),
            ("daemonStarted", ["version": "0.2.0", "wasStopped": true], "version 0.2.0"),
            ("timeNoted", [:], ""),
            (
                "rulesWeakened", ["entries": ["quiet_hours.nights", "targets.a"]],
                "less is protected: quiet_hours.nights, targets.a"
            ),
            ("storeRestored", ["source": "a.sqlite"], "from a.sqlite"),
            (
                "storeRestored", ["source": "a.sqlite", "keptAside": "b"],
                "from a.sqlite, the one before is b"
            ),
            (
                "retained", ["through": 120, "removed": 20, "hash": "00"],
                "20 old events removed, up to 120"
            ),
            (
                "outcomeLogged",
                ["request": 12, "bought": true, "amount": "5.00", "currency": "EUR", "regret": 2],
                "request 12: bought for 5.00 EUR, regret 2"
            ),
            ("outcomeLogged", ["request": 12, "bought": false], "request 12: nothing bought"),
        ] as [(String, JSONObject, String)])
    func theRecord(kind: String, fact: JSONObject, text: String) {
        #expect(words(kind, fact) == text)
    }

    @Test(
        arguments: [
            (
                "usageBegan",
                ["session": 4, "target": "shopping", "places": [["site": "a.example"]]],
                "shopping (a.example)"
            ),
            (
                "usageEnded",
                [
                    "session": 4, "target": "shopping", "seconds": 720, "requests": [12, 14],
                    "places": [["site": "a.example"], ["app": "b"]],
                ], "shopping for 12 min (a.example, b), request 12, 14"
            ),
            (
                "usageNoted",
                [
                    "targets": [
                        ["target": "a", "seconds": 300], ["target": "b", "seconds": -60],
                    ]
                ], "a 5 min, b −1 min"
            ),
            (
                "checkInOpened",
                ["checkIn": "morning", "day": "2026-11-21", "targets": ["shopping"]],
                "morning of 2026-11-21, blocks shopping"
            ),
            ("checkInAsked", ["checkIn": "morning", "reason": "resume"], "morning (resume)"),
            (
                "checkInAnswered", ["checkIn": "morning", "day": "2026-11-21", "yes": false],
                "morning of 2026-11-21: no"
            ),
            ("checkInLapsed", ["checkIn": "morning"], "morning"),
            ("checkInReset", ["checkIn": "morning"], "morning"),
            ("checkInDayForgotten", ["checkIn": "morning"], "morning"),
        ] as [(String, JSONObject, String)])
    func useAndCheckIns(kind: String, fact: JSONObject, text: String) {
        #expect(words(kind, fact) == text)
    }

    @Test(
        arguments: [
            (
                "budgetReached",
                [
                    "budget": "evening", "target": "shopping", "used": 2700,
                    "until": .string(Household.nextDay),
                ], "evening of shopping, 45 min used until 04:00"
            ),
            ("budgetReset", ["budget": "evening"], "evening"),
            (
                "riskyHourTold", ["weekday": 5, "hour": 22, "count": 14, "of": 40],
                "Fri 22 h, 14 of 40 unblocks"
            ),
            (
                "goalAdded",
                [
                    "goal": 3, "name": "A coat", "target": "80.00", "currency": "EUR",
                    "by": "2027-04-01",
                ], "A coat (3), 80.00 EUR by 2027-04-01"
            ),
            (
                "goalContributed",
                ["goal": 3, "amount": "5.00", "currency": "EUR", "request": 12],
                "5.00 EUR to goal 3, from kept request 12"
            ),
            ("goalRemoved", ["goal": 3], "goal 3"),
            ("placeNamed", ["site": "a.example", "name": "A"], "a.example is A"),
            ("placeNamed", ["app": "b"], "b has no name any more"),
        ] as [(String, JSONObject, String)])
    func budgetsGoalsAndNames(kind: String, fact: JSONObject, text: String) {
        #expect(words(kind, fact) == text)
    }

    @Test func everyKindThatTheEngineKnowsHasWords() {
        for kind in Fact.Kind.allCases {
            // What is not known is shown as the object that it is.
            #expect(words(kind.rawValue, ["x": 1]) != "{\"x\":1}", "\(kind)")
        }
    }

    @Test func whatIsDamagedIsShownAllTheSame() {
        #expect(words("riskyHourTold", ["weekday": 9]).hasPrefix("9 "))
        #expect(words("usageEnded", ["places": ["x", 3]]) == " for 0 s ()")
        #expect(words("usageNoted", ["targets": 3]).isEmpty)
    }
}
