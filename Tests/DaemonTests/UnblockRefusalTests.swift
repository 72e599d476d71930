import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink
import VarlinkIDL

@testable import soteriad

/// Requests that are refused, also because of their order: each gets its typed error, and the state
/// stays right.
@Suite struct UnblockRefusalTests {
    private static let invalid = "org.varlink.service.InvalidParameter"
    private static let shopping: JSON = ["target": "shopping"]
    private static let long = JSON.string(String(repeating: "a", count: 256))

    private static func amount(_ text: JSON, _ currency: JSON? = nil) -> JSONObject {
        var intent: JSONObject = ["purpose": "planned", "amount": text]
        if let currency { intent["currency"] = currency }
        return ["place": shopping, "intent": .object(intent)]
    }

    private static func wish(_ name: String, _ value: JSON) -> JSONObject {
        [
            "place": shopping,
            "intent": .object(JSONObject([("purpose", "planned"), (name, value)])),
        ]
    }

    /// Method, parameters, error, and one of the error's parameters.
    private static let refused: [(String, JSONObject, String, String, JSON)] = [
        ("Request", [:], invalid, "parameter", "place"),
        ("Request", ["place": [:]], invalid, "parameter", "place"),
        (
            "Request", ["place": ["target": "shopping", "site": "amazon.com"]], invalid,
            "parameter", "place"
        ),
        ("Request", ["place": ["site": ""]], invalid, "parameter", "site"),
        // An address is no host name: found in no rule, it would pass for open.
        (
            "Request", ["place": ["site": "https://amazon.com/x"]], invalid, "parameter", "site"
        ),
        ("Attempt", ["site": "amazon.com:443"], invalid, "parameter", "site"),
        ("Attempt", ["site": "not a host"], invalid, "parameter", "site"),
        ("Request", ["place": ["site": "."]], invalid, "parameter", "site"),
        ("Request", ["place": ["site": long]], invalid, "parameter", "site"),
        ("Request", ["place": ["app": long]], invalid, "parameter", "app"),
        ("Request", ["place": ["target": long]], invalid, "parameter", "target"),
        ("Request", ["place": ["everything": true]], invalid, "parameter", "everything"),
        (
            "Request", ["place": ["everything": false], "pause": true], invalid, "parameter",
            "everything"
        ),
        (
            "Request", ["place": ["target": "nosuch"]], "org.soteria.unblock.NoSuchTarget",
            "target", "nosuch"
        ),
        (
            "Request", ["place": ["target": "games"]], "org.soteria.unblock.NotBlocked",
            "targets", ["games"]
        ),
        (
            "Request", ["place": ["site": "elsewhere.example"]],
            "org.soteria.unblock.NotBlocked", "targets", []
        ),
        (
            "Request", ["place": ["protection": 1]], "org.soteria.unblock.NoSuchProtection",
            "protection", 1
        ),
        (
            "Request", wish("category", "yacht"), "org.soteria.unblock.UnknownCategory",
            "category", "yacht"
        ),
        (
            "Request", wish("mood", "hungry"), "org.soteria.unblock.UnknownMood", "known",
            ["lonely", "bored", "stressed", "tired", "sad", "anxious", "happy", "other"]
        ),
        ("Request", wish("mood", long), invalid, "parameter", "mood"),
        ("Request", wish("currency", "EUR"), invalid, "parameter", "currency"),
        ("Request", wish("minutes", 0), "org.soteria.unblock.InvalidMinutes", "minimum", 1),
        (
            "Request", wish("minutes", 1441), "org.soteria.unblock.InvalidMinutes", "maximum",
            1440
        ),
        (
            "Request", wish("minutes", .integer(.min)), "org.soteria.unblock.InvalidMinutes",
            "minutes", .integer(.min)
        ),
        (
            "Request", amount("-0.01"), "org.soteria.unblock.InvalidAmount", "problem",
            "an amount must not be negative"
        ),
        (
            "Request", amount("1000000000.001"), "org.soteria.unblock.InvalidAmount", "problem",
            "an amount may be at most 1000000000"
        ),
        (
            "Request", amount(.string(String(repeating: "9", count: 200))),
            "org.soteria.unblock.InvalidAmount", "problem", "an amount may be at most 1000000000"
        ),
        ("Request", amount("NaN"), "org.soteria.unblock.InvalidAmount", "amount", "NaN"),
        ("Request", amount("1e5"), "org.soteria.unblock.InvalidAmount", "amount", "1e5"),
        ("Request", amount("49,90"), "org.soteria.unblock.InvalidAmount", "amount", "49,90"),
        ("Request", amount(""), "org.soteria.unblock.InvalidAmount", "amount", ""),
        ("Request", amount("1.2345"), "org.soteria.unblock.InvalidAmount", "amount", "1.2345"),
        (
            "Request", amount("5", "euro"), "org.soteria.unblock.InvalidAmount", "problem",
            "a currency must be three capital letters, such as EUR"
        ),
        ("Request", amount(49.9), invalid, "parameter", "intent.amount"),
        ("Request", amount(long), invalid, "parameter", "amount"),
        (
            "Request", ["place": shopping, "intent": ["purpose": "whim"]], invalid, "parameter",
            "intent.purpose"
        ),
        ("Keep", ["request": 99], "org.soteria.unblock.NoSuchRequest", "request", 99),
        (
            "Confirm", ["request": .integer(.min)], "org.soteria.unblock.NoSuchRequest",
            "request", .integer(.min)
        ),
        ("Protect", ["request": 99], "org.soteria.unblock.NoSuchRequest", "request", 99),
        ("List", ["request": 99], "org.soteria.unblock.NoSuchRequest", "request", 99),
        ("Keep", [:], invalid, "parameter", "request"),
        ("Attempt", [:], invalid, "parameter", "site"),
        ("Attempt", ["site": "a.example", "app": "b"], invalid, "parameter", "site"),
        ("Attempt", ["site": long], invalid, "parameter", "site"),
        ("Attempt", ["app": ""], invalid, "parameter", "app"),
    ]

    @Test(arguments: 0..<refused.count)
    func whatCannotBeAskedIsRefusedAndChangesNothing(_ index: Int) throws {
        let (method, parameters, name, member, value) = Self.refused[index]
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let before = try harness.inside { $0.engine.state }
        let error = try #require(throws: VarlinkError.self) {
            try harness.client().call("org.soteria.unblock." + method, parameters)
        }
        #expect(error.name == name)
        #expect(error.parameters[member] == value)
        #expect(try harness.inside { $0.engine.state } == before)
        let description = try InterfaceDescription(UnblockAPI.description)
        if name != Self.invalid { #expect(description.violations(error: error).isEmpty) }
        try harness.stop()
    }

    @Test(arguments: ["0", "0.000", "-0", "1000000000", "1000000000.000", "49.9", "0049.90"])
    func amountsUpToTheLimitAreTaken(_ amount: String) throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.call(
            UnblockAPI.Request.self,
            .init(
                place: .init(target: "shopping"), intent: .init(purpose: .impulse, amount: amount)
            )
        ).request
        let read = try #require(request.intent?.amount.flatMap { Decimal(string: $0) })
        #expect(read == Decimal(string: amount))
        try harness.stop()
    }

    @Test func whatIsNotMonitoredIsNotAskedFor() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        _ = try harness.call(
            TargetsAPI.SetMonitored.self, .init(target: "games", monitored: false))
        #expect(
            try harness.refusal(UnblockAPI.Request.self, .init(place: .init(target: "games")))
                == UnblockAPI.NotMonitored(target: "games").varlinkError)
        let all = UnblockAPI.Request.Parameters(place: .init(everything: true), pause: true)
        #expect(try harness.call(UnblockAPI.Request.self, all).request.targets == ["shopping"])
        try harness.stop()
    }

    @Test func aPauseAboutNothingAtAllIsRefused() throws {
        let harness = try Harness(rules: "targets: {}")
        defer { harness.remove() }
        let all = UnblockAPI.Request.Parameters(place: .init(everything: true), pause: true)
        #expect(
            try harness.refusal(UnblockAPI.Request.self, all)
                == UnblockAPI.NotBlocked(targets: []).varlinkError)
        try harness.stop()
    }

    @Test func aConfirmationCountsOnceWhoeverGivesIt() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let asking = try harness.client()
        let asked = try asking.call(
            UnblockAPI.Request.method,
            UnblockAPI.Request.Parameters(
                place: .init(target: "shopping"), intent: .init(purpose: .impulse)),
            as: UnblockAPI.Request.Reply.self
        ).request.request
        try harness.pass(seconds: 30)
        // Another connection confirms, the first one comes late.
        let other = try harness.client()
        let grant = try other.call(
            UnblockAPI.Confirm.method, UnblockAPI.Confirm.Parameters(request: asked),
            as: UnblockAPI.Confirm.Reply.self
        ).grant
        #expect(grant?.request == asked)
        let over = UnblockAPI.RequestOver(request: asked, outcome: .unblocked).varlinkError
        for method in ["Confirm", "Keep", "Protect"] {
            let error = try #require(throws: VarlinkError.self) {
                try asking.call(
                    "org.soteria.unblock." + method, ["request": .integer(Int64(asked))])
            }
            #expect(error == over)
        }
        #expect(try harness.inside { $0.engine.figures.unblocksToday } == 1)
        #expect(try harness.inside { $0.engine.figures.keptToday } == 0)
        #expect(try harness.call(UnblockAPI.List.self, .init()).grants.count == 1)
        #expect(harness.entries.of(.unblocked).count == 1)
        try harness.stop()
    }

    @Test func whatIsOpenAlreadyIsNotAskedForAgain() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        try harness.unblock()
        #expect(
            try harness.refusal(UnblockAPI.Request.self, .init(place: .init(target: "shopping")))
                == UnblockAPI.NotBlocked(targets: ["shopping"]).varlinkError)
        try harness.stop()
    }
}
