import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Invalid calls: each gets a typed error of the interface, and changes neither state nor store.
@Suite struct BadInputTests {
    private typealias Case = (method: String, parameters: JSONObject, error: String)

    private static let invalid = "org.varlink.service.InvalidParameter"
    private static let long = JSON.string(String(repeating: "9", count: 300))
    private static let digits = JSON.string(String(repeating: "1", count: 256))
    private static let endless = JSON.string(String(repeating: "/x", count: 10_000))
    private static let wide = JSON.string(String(repeating: "x", count: 201))

    private static let requests: [Case] = [
        ("unblock.Request", wish(["amount": "-1"]), "InvalidAmount"),
        ("unblock.Request", wish(["amount": "1000000000.001"]), "InvalidAmount"),
        ("unblock.Request", wish(["amount": "NaN"]), "InvalidAmount"),
        ("unblock.Request", wish(["amount": "inf"]), "InvalidAmount"),
        ("unblock.Request", wish(["amount": "1e5"]), "InvalidAmount"),
        ("unblock.Request", wish(["amount": "1,5"]), "InvalidAmount"),
        ("unblock.Request", wish(["amount": ""]), "InvalidAmount"),
        ("unblock.Request", wish(["amount": "1", "currency": "euro"]), "InvalidAmount"),
        ("unblock.Request", wish(["amount": 5]), invalid),
        ("unblock.Request", wish(["amount": long]), invalid),
        ("unblock.Request", wish(["category": "nonsense"]), "UnknownCategory"),
        ("unblock.Request", wish(["mood": "nonsense"]), "UnknownMood"),
        ("unblock.Request", wish(["minutes": -1]), "InvalidMinutes"),
        ("unblock.Request", wish(["minutes": .integer(.max)]), "InvalidMinutes"),
        ("unblock.LogOutcome", log(["request": 0]), "NoSuchRequest"),
        ("unblock.LogOutcome", log(["request": -1]), "NoSuchRequest"),
        ("unblock.LogOutcome", log(["request": .integer(.max)]), "NoSuchRequest"),
        ("unblock.LogOutcome", log(["amount": "-0.01"]), "InvalidAmount"),
        ("unblock.LogOutcome", log(["amount": "99999999999999999999"]), "InvalidAmount"),
        ("unblock.LogOutcome", log(["amount": "Infinity"]), "InvalidAmount"),
        ("unblock.LogOutcome", log(["amount": "0.0001"]), "InvalidAmount"),
        ("unblock.LogOutcome", log(["amount": "1", "currency": "€"]), "InvalidAmount"),
        ("unblock.LogOutcome", log(["amount": long]), invalid),
        ("unblock.LogOutcome", log(["currency": "EUR"]), invalid),
        ("unblock.LogOutcome", log(["bought": false, "amount": "1"]), invalid),
        ("unblock.LogOutcome", log(["regret": -1]), "InvalidRegret"),
        ("unblock.LogOutcome", log(["regret": 5]), "InvalidRegret"),
        ("unblock.LogOutcome", log(["regret": .integer(.min)]), "InvalidRegret"),
        ("unblock.LogOutcome", log(["regret": "much"]), invalid),
        ("unblock.Unblocks", ["limit": 0], invalid),
    ]

    private static let goals: [Case] = [
        ("goals.Add", goal(["name": ""]), "InvalidName"),
        ("goals.Add", goal(["name": "  \u{2003}"]), "InvalidName"),
        ("goals.Add", goal(["name": "two\nlines"]), "InvalidName"),
        ("goals.Add", goal(["name": "\u{1b}[31m"]), "InvalidName"),
        ("goals.Add", goal(["name": wide]), "InvalidName"),
        ("goals.Add", goal(["target": "0"]), "InvalidAmount"),
        ("goals.Add", goal(["target": "-5"]), "InvalidAmount"),
        ("goals.Add", goal(["target": "1000000001"]), "InvalidAmount"),
        ("goals.Add", goal(["target": "nan"]), "InvalidAmount"),
        ("goals.Add", goal(["currency": "eur"]), "InvalidAmount"),
        ("goals.Add", goal(["currency": ""]), "InvalidAmount"),
        ("goals.Add", goal(["by": "2026-02-30"]), "InvalidDate"),
        ("goals.Add", goal(["by": "2026-11-17"]), "InvalidDate"),
        ("goals.Add", goal(["by": "soon"]), "InvalidDate"),
        ("goals.Contribute", ["goal": 99, "amount": "1"], "NoSuchGoal"),
        ("goals.Remove", ["goal": .integer(.min)], "NoSuchGoal"),
        ("targets.SetName", ["site": "nowhere.example", "name": "x"], "NoSuchPlace"),
        ("targets.SetName", ["app": "no.such.App"], "NoSuchPlace"),
        ("targets.SetName", ["site": "amazon.com", "name": "a\u{2028}b"], "InvalidName"),
        ("targets.SetName", ["site": "amazon.com", "name": wide], "InvalidName"),
        ("targets.SetName", ["site": "amazon.com", "app": "a", "name": "x"], invalid),
        ("targets.SetName", ["name": "x"], invalid),
    ]

    private static let tracking: [Case] = [
        ("daemon.Forget", ["before": "last spring"], "InvalidDate"),
        ("daemon.Forget", ["before": "2026-02-30"], "InvalidDate"),
        ("daemon.Forget", ["before": "2026-11-19"], "InvalidDate"),
        ("daemon.Forget", ["before": "2026-11-18"], "NothingToForget"),
        ("daemon.Forget", [:], invalid),
        ("daemon.RegisterExtension", ["version": ""], invalid),
        ("daemon.RegisterExtension", ["version": "0.2.0\n"], invalid),
        ("daemon.RegisterExtension", ["version": "0.2.0-beta"], invalid),
        ("daemon.RegisterExtension", ["version": digits], invalid),
        ("usage.RegisterSource", ["front": "", "estimated": false], invalid),
        ("usage.RegisterSource", ["front": "Sway", "estimated": false], invalid),
        ("usage.RegisterSource", ["front": "a window's title", "estimated": false], invalid),
        ("usage.RegisterSource", ["front": "sway", "idle": "", "estimated": false], invalid),
        ("usage.RegisterSource", ["front": "sway", "idle": "x\n", "estimated": false], invalid),
        ("usage.RegisterSource", ["front": digits, "estimated": true], invalid),
        ("usage.RegisterSource", ["front": "sway"], invalid),
        ("usage.RegisterSource", ["front": "sway", "estimated": "no"], invalid),
        ("usage.ImportUse", ["source": "", "use": []], invalid),
        ("usage.ImportUse", ["source": "a\n", "use": []], invalid),
        ("usage.ImportUse", ["source": "a"], invalid),
        ("usage.ImportUse", imported("games", "2026-11-19", 60), invalid),
        ("usage.ImportUse", imported("games", "2026-13-01", 60), invalid),
        ("usage.ImportUse", imported("games", "2026-11-17", 0), invalid),
        ("usage.ImportUse", imported("games", "2026-11-17", 90_001), invalid),
        ("usage.ImportUse", imported("nothing", "2026-11-17", 60), "NoSuchTarget"),
        ("usage.RemoveImport", ["number": 7], "NoSuchImport"),
        ("usage.RemoveImport", [:], invalid),
        ("usage.Opened", ["site": "nowhere.example"], "NotTracked"),
        ("usage.Opened", ["app": "no.such.App"], "NotTracked"),
        ("usage.Opened", [:], invalid),
        ("usage.Opened", ["site": "a.org", "app": "b"], invalid),
        ("usage.Opened", ["site": "http://amazon.com/x"], invalid),
        ("usage.Opened", ["app": ""], invalid),
        ("usage.Opened", ["site": "nowhere.example", "path": "/x"], "NotTracked"),
        ("usage.Opened", ["site": "amazon.com", "path": "x"], invalid),
        ("usage.Opened", ["site": "amazon.com", "path": "/x?y"], invalid),
        ("usage.Opened", ["site": "amazon.com", "path": "/x#y"], invalid),
        ("usage.Opened", ["site": "amazon.com", "path": ""], invalid),
        ("usage.Opened", ["site": "amazon.com", "path": endless], invalid),
        ("usage.Opened", ["app": "org.example", "path": "/x"], invalid),
        ("usage.Opened", ["site": "[]"], invalid), ("usage.Opened", ["site": "[::1"], invalid),
        ("protection.Check", ["site": "amazon.com", "path": "x"], invalid),
        ("protection.Check", ["target": "shopping", "path": "/x"], invalid),
        ("unblock.Attempt", ["path": "/x"], invalid),
        ("unblock.Request", ["place": ["target": "shopping", "path": "/x"]], invalid),
        ("usage.Closed", ["use": 1], "NoSuchUse"),
        ("usage.Closed", ["use": .integer(.min)], "NoSuchUse"),
        ("usage.Heartbeat", ["uses": ["x"]], invalid),
        ("usage.SetIdle", ["idle": true, "idleSeconds": -1], invalid),
        ("usage.SetIdle", ["idle": "yes"], invalid),
        ("checkin.Answer", ["checkIn": "evening", "yes": true], "NoSuchCheckIn"),
        ("checkin.Answer", ["checkIn": "morning", "yes": "no"], invalid),
        ("checkin.GetState", ["checkIn": ""], "NoSuchCheckIn"),
        ("checkin.GetLastAnswer", ["checkIn": "evening"], "NoSuchCheckIn"),
        ("checkin.Reset", ["checkIn": "evening"], "NoSuchCheckIn"),
        ("checkin.SimulateNewDay", ["checkIn": "evening"], "NoSuchCheckIn"),
        ("checkin.Force", ["checkIn": "evening"], "NoSuchCheckIn"),
        ("metrics.Get", ["range": "forever"], invalid),
        ("metrics.Get", ["from": "2026-11-01"], invalid),
        ("metrics.Get", ["range": "today", "to": "2026-11-01"], invalid),
        ("metrics.Get", ["range": "custom"], invalid),
        ("metrics.Get", ["range": "custom", "from": "x"], "InvalidRange"),
        ("metrics.Insights", ["range": "custom", "from": "2026-13-01"], "InvalidRange"),
        ("budgets.List", ["x": 1], invalid),
        ("goals.List", ["x": 1], invalid),
        ("prompts.Answer", ["prompt": 99, "choice": "bought"], "NoSuchPrompt"),
        ("prompts.Answer", ["prompt": 99, "choice": "maybe"], invalid),
    ]

    private static let all = requests + goals + tracking

    private static func wish(_ said: JSONObject) -> JSONObject {
        var intent: JSONObject = ["purpose": "planned"]
        for member in said { intent[member.name] = member.value }
        return ["place": ["target": "shopping"], "intent": .object(intent)]
    }

    private static func log(_ said: JSONObject) -> JSONObject {
        // The number of the one unblock is put in its place.
        var parameters: JSONObject = ["request": "UNBLOCKED", "bought": true]
        for member in said { parameters[member.name] = member.value }
        return parameters
    }

    private static func imported(_ target: JSON, _ day: JSON, _ seconds: JSON) -> JSONObject {
        ["source": "activitywatch a", "use": [["target": target, "day": day, "seconds": seconds]]]
    }

    private static func goal(_ said: JSONObject) -> JSONObject {
        var parameters: JSONObject = ["name": "Sea", "target": "10", "currency": "EUR"]
        for member in said { parameters[member.name] = member.value }
        return parameters
    }

    @Test func eachIsRefusedAndNothingChanges() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let unblocked = try harness.unblock().request
        try harness.pass(minutes: 20)
        let before = try harness.inside { $0.engine.state }
        let stored = harness.opening.store.health.lastSequence
        for (method, asked, error) in Self.all {
            var parameters = asked
            if parameters["request"] == "UNBLOCKED" {
                parameters["request"] = .integer(Int64(unblocked))
            }
            let (interface, name) = ConformanceTests.split("org.soteria." + method)
            let description = try #require(ConformanceTests.interfaces[interface])
            let refused = #expect(throws: VarlinkError.self, "\(method) \(parameters)") {
                try harness.client().call("org.soteria." + method, parameters)
            }
            let expected = error == Self.invalid ? error : "\(interface).\(error)"
            #expect(refused?.name == expected, "\(name) \(parameters)")
            if let refused, error != Self.invalid {
                #expect(description.violations(error: refused).isEmpty)
            }
            #expect(
                try harness.inside { $0.engine.state } == before, "\(method) \(parameters)")
        }
        try harness.settle()
        #expect(harness.opening.store.health.lastSequence == stored)
        try harness.stop()
        // The fold of what is on disk is what the daemon held.
        let again = try Harness(directory: harness.directory, time: harness.time)
        #expect(again.opening.state.aftermaths == before.aftermaths)
        #expect(again.opening.state.goals.isEmpty && again.opening.state.names.isEmpty)
        #expect(again.opening.state.checkIns == before.checkIns)
        #expect(again.opening.state.tally == before.tally)
        try again.stop()
    }

    @Test func streamsRefuseToo() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        let before = try harness.inside { $0.engine.state }
        for (method, parameters, error): Case in [
            ("usage.Sessions", ["target": "nosuch"], "org.soteria.usage.NoSuchTarget"),
            ("usage.Sessions", ["from": "yesterday"], Self.invalid),
            ("usage.Sessions", ["limit": 0], Self.invalid),
            ("usage.Sessions", ["limit": .integer(.min)], Self.invalid),
            ("metrics.Export", ["format": "xml", "table": "events"], Self.invalid),
            ("metrics.Export", ["format": "csv", "table": "everything"], Self.invalid),
            ("metrics.Export", ["format": "csv"], Self.invalid),
            ("daemon.Backup", ["path": "/tmp/x"], Self.invalid),
        ] {
            let refused = #expect(throws: VarlinkError.self, "\(method)") {
                try harness.client().callMore("org.soteria." + method, parameters) { _ in .stop }
            }
            #expect(refused?.name == error, "\(method) \(parameters)")
        }
        #expect(try harness.inside { $0.engine.state } == before)
        try harness.stop()
    }

    @Test func enormousIdleTimeTakesBackWhatThereIs() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        let use = try reporter.open(site: "amazon.com")
        try harness.use([use], minutes: 1, by: reporter)
        try reporter.call(UsageAPI.SetIdle.self, .init(idle: true, idleSeconds: .max))
        #expect(try harness.usedToday("shopping") == 0)
        try harness.stop()
    }
}
