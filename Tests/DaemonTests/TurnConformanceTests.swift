import API
import Foundation
import Testing
import Varlink

@testable import soteriad

/// Conversations turn by turn, each answer held against the interface files.
@Suite struct TurnConformanceTests {
    /// A conversation in all its turns, each answer held against the interface.
    @Test func everyTurnOfAConversationHoldsAgainstItsInterface() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        func turn(_ method: String, _ parameters: JSONObject) throws -> JSON {
            let (interface, name) = ConformanceTests.split("org.soteria." + method)
            let description = try #require(ConformanceTests.interfaces[interface])
            let asked = description.violations(parameters: .object(parameters), of: name)
            #expect(asked.isEmpty, "\(method): \(asked)")
            let reply = try harness.client().call("org.soteria." + method, parameters)
            let violations = description.violations(reply: .object(reply), of: name)
            #expect(violations.isEmpty, "\(method): \(violations)")
            return .object(reply)
        }
        func opened(_ parameters: JSONObject) throws -> JSONObject {
            let reply = try turn("unblock.Request", parameters)
            return ["request": try #require(reply["request"]?["request"])]
        }
        _ = try turn("unblock.Attempt", ["site": "amazon.com"])
        let prompt = try #require(try turn("prompts.List", [:])["prompts"]?[0]?["prompt"])
        let wish: JSON = [
            "purpose": "impulse", "category": "gift", "mood": "happy", "amount": "5",
            "currency": "EUR", "minutes": 5,
        ]
        _ = try turn("prompts.Answer", ["prompt": prompt, "choice": "impulse"])
        let request = try opened(["place": ["site": "amazon.com"], "intent": wish])
        _ = try turn("unblock.List", request)
        _ = try turn("unblock.Keep", request)
        _ = try turn("unblock.List", request)
        let second = try opened(["place": ["target": "shopping"], "intent": wish])
        try harness.pass(seconds: 30)
        _ = try turn("unblock.Confirm", second)
        for method in ["unblock.List", "protection.List"] { _ = try turn(method, [:]) }
        _ = try turn("protection.Explain", ["target": "shopping"])
        _ = try turn("unblock.EndGrants", ["place": ["target": "shopping"]])
        let pause = try opened(["place": ["everything": true], "pause": true])
        _ = try turn("unblock.Protect", pause)
        _ = try turn("protection.Start", ["seconds": 604_800, "strict": true])
        _ = try turn("protection.List", [:])
        _ = try turn("protection.TakeBack", [:])
        let window = try #require(
            try turn("protection.Start", ["seconds": 604_800, "strict": false])["id"])
        let early = try opened(["place": ["protection": window], "intent": wish])
        try harness.pass(seconds: 30)
        _ = try turn("unblock.Confirm", early)
        try harness.stop()
    }

    /// The outcome of an unblock, a check-in's "no" and a goal: each reply is checked against the
    /// interface.
    @Test func everyTurnAfterwardsHoldsAgainstItsInterface() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let client = try harness.client()
        func turn(_ method: String, _ parameters: JSONObject) throws -> JSON {
            let (interface, name) = ConformanceTests.split("org.soteria." + method)
            let description = try #require(ConformanceTests.interfaces[interface])
            let reply = try client.call("org.soteria." + method, parameters)
            let violations = description.violations(reply: .object(reply), of: name)
            #expect(violations.isEmpty, "\(method): \(violations)")
            return .object(reply)
        }
        let request = JSON.integer(Int64(try harness.unblock().request))
        let use = try #require(try turn("usage.Opened", ["site": "amazon.com"])["use"])
        try harness.pass(seconds: 30)
        _ = try turn("usage.Closed", ["use": use])
        for prompt in try #require(try turn("prompts.List", [:])["prompts"]?.arrayValue) {
            let number = try #require(prompt["prompt"])
            let choice: JSON = prompt["kind"] == "check_in" ? "no" : "bought"
            _ = try turn("prompts.Answer", ["prompt": number, "choice": choice])
        }
        _ = try turn(
            "unblock.LogOutcome",
            ["request": request, "bought": true, "amount": "1", "currency": "EUR", "regret": 4])
        _ = try turn("unblock.Unblocks", [:])
        _ = try turn("checkin.List", [:])
        let goal = try #require(
            try turn("goals.Add", ["name": "Sea", "target": "5", "currency": "EUR"])["goal"]?[
                "goal"])
        _ = try turn("goals.Contribute", ["goal": goal, "amount": "7.5"])
        _ = try turn("goals.Remove", ["goal": goal])
        _ = try turn("metrics.Get", ["range": "today"])
        try harness.stop()
    }
}
