import API
import Engine
import RuleModel
import Testing
import Varlink

@testable import soteria

/// Attempts, requests, permissions and prompts in `soteria events`.
@Suite struct UnblockEventTests {
    private func words(_ kind: String, _ fact: JSONObject) -> String {
        EventText.words(.init(sequence: 1, at: Household.now, kind: kind, fact: fact))
    }

    @Test func attemptsNameTheirPlace() {
        #expect(
            words("attempted", ["site": "amazon.com", "targets": ["shopping", "all"]])
                == "amazon.com (shopping, all)")
        #expect(
            words("attempted", ["app": "com.valvesoftware.Steam", "targets": ["games"]])
                == "com.valvesoftware.Steam (games)")
    }

    @Test(
        arguments: [
            (["target": "shopping"], "shopping"), (["site": "a.example"], "a.example"),
            (["app": "x"], "x"), (["protection": 7], "protection 7"),
            (["everything": true], "everything"), ([:], "shopping"),
        ] as [(JSONObject, String)])
    func requestsNameTheirPlace(place: JSONObject, name: String) {
        var fact: JSONObject = [
            "request": 12, "targets": ["shopping"], "pause": false, "hour": 23,
        ]
        for member in place { fact[member.name] = member.value }
        #expect(words("unblockRequested", fact) == "request 12 of \(name)")
    }

    @Test func whatWasSaidIsShown() {
        #expect(
            words(
                "intentGiven",
                [
                    "request": 12, "target": "shopping", "targets": ["shopping"], "pause": true,
                    "purpose": "impulse", "category": "treat", "mood": "tired", "amount": "49.90",
                    "currency": "EUR", "minutes": 10, "waitSeconds": 30,
                ])
                == "request 12 of shopping, a pause, impulse, treat, tired, 49.90 EUR, 10 min, "
                + "wait 30 s")
        #expect(
            words(
                "intentGiven",
                ["request": 12, "target": "a", "purpose": "planned", "amount": "5"])
                == "request 12 of a, planned, 5")
    }

    @Test func endingsAreShown() {
        #expect(words("blockKept", ["request": 12]) == "request 12")
        #expect(
            words(
                "unblocked",
                [
                    "grant": 15, "request": 12, "targets": ["shopping", "social"],
                    "purpose": "planned", "seconds": 900,
                ]) == "shopping, social for 15 min, planned (request 12)")
        #expect(
            words("requestClosed", ["request": 12, "outcome": "expired"]) == "request 12 expired")
        #expect(
            words("grantEnded", ["grant": 15, "reason": "time"])
                == "permission 15, its time was over")
        #expect(
            words("grantEnded", ["grant": 15, "reason": "strict"])
                == "permission 15, a strict rule began")
        #expect(
            words("grantEnded", ["grant": 15, "reason": "auto_protection"])
                == "permission 15, automatic protection began")
        #expect(words("grantEnded", ["grant": 15, "reason": "new"]) == "permission 15, new")
        #expect(
            words("protectionReleased", ["id": 7, "request": 12, "purpose": "impulse"])
                == "protection 7 ended early, impulse (request 12)")
        #expect(
            words("promptClosed", ["prompt": 3, "closing": "answered", "choice": "keep"])
                == "prompt 3 answered: keep")
        #expect(words("promptClosed", ["prompt": 3, "closing": "expired"]) == "prompt 3 expired")
    }

    @Test func automaticProtectionSaysItsRisk() {
        #expect(
            words(
                "protectionStarted",
                [
                    "id": 7, "kind": "auto_protection", "name": "High risk", "strict": true,
                    "targets": ["shopping"], "seconds": 7200, "rule": "high", "factors": ["a"],
                    "score": .number(JSONNumber(thousandths: 850)),
                ]) == "High risk (7) on shopping for 2 h, strict, risk 0.850")
    }

    @Test func everyKindOfTheRecordHasWords() {
        // What is not known would be shown as JSON.
        let fact: JSONObject = ["request": 1, "seconds": 1]
        for kind in Fact.Kind.allCases {
            #expect(!words(kind.rawValue, fact).hasPrefix("{"), "\(kind)")
        }
    }
}
