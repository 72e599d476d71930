import API
import Foundation
import Testing
import Varlink
import VarlinkIDL

@testable import soteriad

/// Replies of the running daemon, checked against the interface files.
@Suite struct ConformanceTests {
    private static let calls: [(String, JSONObject)] = [
        ("org.soteria.protection.List", [:]),
        ("org.soteria.protection.Check", ["site": "www.amazon.com"]),
        ("org.soteria.protection.Check", ["app": "nothing.at.all"]),
        ("org.soteria.protection.Check", ["app": "/usr/games/supertux2"]),
        ("org.soteria.protection.Check", ["target": "games"]),
        ("org.soteria.protection.Start", ["target": "games", "seconds": 90]),
        ("org.soteria.protection.Start", ["seconds": 60, "name": "All"]),
        ("org.soteria.protection.Explain", ["target": "shopping"]),
        (
            "org.soteria.protection.Explain",
            ["target": "shopping", "at": "2026-12-01T12:00:00+01:00"]
        ),
        ("org.soteria.protection.ListAutoProtections", [:]),
        (
            "org.soteria.protection.SetAutoProtection", ["rule": "high_risk", "enabled": true]
        ),
        ("org.soteria.unblock.Options", [:]),
        ("org.soteria.unblock.List", [:]),
        ("org.soteria.unblock.EndGrants", ["place": ["everything": true]]),
        ("org.soteria.unblock.Attempt", ["site": "amazon.com"]),
        ("org.soteria.unblock.Attempt", ["app": "nothing.at.all"]),
        ("org.soteria.prompts.List", [:]),
        ("org.soteria.risk.GetStatus", [:]),
        ("org.soteria.quiethours.List", [:]),
        ("org.soteria.quiethours.Next", ["count": 5]),
        ("org.soteria.quiethours.Next", ["schedule": "nights"]),
        ("org.soteria.quiethours.SetEnabled", ["schedule": "nights", "enabled": true]),
        ("org.soteria.targets.List", [:]),
        ("org.soteria.targets.SetMonitored", ["target": "games", "monitored": true]),
        ("org.soteria.rules.List", [:]),
        ("org.soteria.rules.Sources", [:]),
        ("org.soteria.rules.Check", [:]),
        ("org.soteria.rules.Check", ["text": "targets: {a: {site: [x.org]}}"]),
        ("org.soteria.rules.Reload", [:]),
        ("org.soteria.rules.Diagnostics", [:]),
        ("org.soteria.rules.Variables", [:]),
        ("org.soteria.daemon.RegisterExtension", ["version": "0.2.0"]),
        ("org.soteria.daemon.RegisterExtension", [:]),
        (
            "org.soteria.usage.RegisterSource",
            ["front": "sway", "idle": "wayland", "estimated": false]
        ),
        ("org.soteria.usage.RegisterSource", ["front": "estimate", "estimated": true]),
        ("org.soteria.daemon.GetStatus", [:]),
        ("org.soteria.unblock.Unblocks", [:]),
        ("org.soteria.unblock.Unblocks", ["limit": 1, "unlogged": true]),
        ("org.soteria.targets.SetName", ["site": "amazon.com", "name": "The big shop"]),
        ("org.soteria.usage.Opened", ["site": "amazon.com"]),
        ("org.soteria.usage.Heartbeat", ["uses": [1, 2]]),
        ("org.soteria.usage.SetIdle", ["idle": true, "locked": false, "idleSeconds": 5]),
        ("org.soteria.usage.Today", [:]),
        (
            "org.soteria.usage.ImportUse",
            [
                "source": "activitywatch laptop",
                "use": [["target": "games", "day": "2026-11-17", "seconds": 60]],
            ]
        ),
        ("org.soteria.usage.Imports", [:]),
        ("org.soteria.checkin.List", [:]),
        ("org.soteria.checkin.GetState", ["checkIn": "morning"]),
        ("org.soteria.checkin.GetLastAnswer", ["checkIn": "morning"]),
        ("org.soteria.checkin.SimulateNewDay", ["checkIn": "morning"]),
        ("org.soteria.checkin.Force", ["checkIn": "morning"]),
        ("org.soteria.checkin.AcknowledgeWelcome", ["checkIn": "morning"]),
        ("org.soteria.checkin.Answer", ["checkIn": "morning", "yes": false]),
        ("org.soteria.checkin.List", [:]),
        ("org.soteria.checkin.GetLastAnswer", ["checkIn": "morning"]),
        ("org.soteria.checkin.Reset", ["checkIn": "morning"]),
        ("org.soteria.budgets.List", [:]),
        ("org.soteria.metrics.Get", [:]),
        ("org.soteria.metrics.Get", ["range": "all"]),
        ("org.soteria.metrics.Get", ["range": "custom", "from": "2026-01-01"]),
        ("org.soteria.metrics.Insights", ["range": "this_month"]),
        ("org.soteria.metrics.Prediction", [:]),
        (
            "org.soteria.goals.Add",
            [
                "name": "Sea", "target": "10", "currency": "EUR", "by": "2027-01-01",
                "fromKept": true,
            ]
        ),
        ("org.soteria.goals.List", [:]),
    ]

    static let interfaces: [String: InterfaceDescription] = {
        let all = Interfaces.descriptions.compactMap { try? InterfaceDescription($0) }
        return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }()

    @Test func everyReplyHoldsAgainstItsInterface() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        for minutes: Int64 in [0, 180, 600] {
            try harness.pass(minutes: minutes, tick: [0, 1, 2])
            for (method, parameters) in Self.calls {
                let (interface, name) = Self.split(method)
                let description = try #require(Self.interfaces[interface])
                let reply = try harness.client().call(method, parameters)
                let violations = description.violations(reply: .object(reply), of: name)
                #expect(violations.isEmpty, "\(method): \(violations)")
            }
        }
        try harness.stop()
    }

    @Test func everyStreamHoldsAgainstItsInterface() throws {
        let harness = try Harness(rules: tracked)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        for site in ["amazon.com", "games.example"] { _ = try reporter.open(site: site) }
        try harness.pass(minutes: 180, tick: [0, 1, 2])
        for (method, parameters): (String, JSONObject) in [
            ("org.soteria.protection.Monitor", [:]), ("org.soteria.prompts.Monitor", [:]),
            ("org.soteria.risk.Monitor", [:]), ("org.soteria.risk.History", [:]),
            ("org.soteria.targets.Monitor", [:]), ("org.soteria.targets.Monitor", ["siteLimit": 0]),
            ("org.soteria.daemon.Events", [:]), ("org.soteria.daemon.Backup", [:]),
            ("org.soteria.usage.Sessions", [:]),
            ("org.soteria.metrics.Export", ["format": "jsonl", "table": "requests"]),
        ] {
            let (interface, name) = Self.split(method)
            let description = try #require(Self.interfaces[interface])
            var replies: [JSONObject] = []
            try harness.client().callMore(method, parameters) { reply in
                replies.append(reply)
                return .stop
            }
            #expect(replies.count == 1)
            for reply in replies {
                let violations = description.violations(reply: .object(reply), of: name)
                #expect(violations.isEmpty, "\(method): \(violations)")
            }
        }
        try harness.stop()
    }

    private static let refused: [(String, JSONObject, String)] = [
        ("protection.Check", [:], "org.varlink.service.InvalidParameter"),
        (
            "protection.Check", ["site": "a.org", "app": "b"],
            "org.varlink.service.InvalidParameter"
        ),
        ("protection.Check", ["target": "nosuch"], "org.soteria.protection.NoSuchTarget"),
        ("protection.Check", ["site": 5], "org.varlink.service.InvalidParameter"),
        ("protection.List", ["x": 1], "org.varlink.service.InvalidParameter"),
        ("protection.Monitor", [:], "org.varlink.service.ExpectedMore"),
        ("protection.Nothing", [:], "org.varlink.service.MethodNotFound"),
        ("nothing.At", [:], "org.varlink.service.InterfaceNotFound"),
        (
            "protection.Start", ["target": "nosuch", "seconds": 60],
            "org.soteria.protection.NoSuchTarget"
        ),
        ("protection.Start", ["seconds": 59], "org.soteria.protection.InvalidDuration"),
        ("protection.Start", ["seconds": -1], "org.soteria.protection.InvalidDuration"),
        (
            "protection.Start", ["seconds": .integer(.max)],
            "org.soteria.protection.InvalidDuration"
        ),
        (
            "protection.Start", ["seconds": .integer(.min)],
            "org.soteria.protection.InvalidDuration"
        ),
        ("protection.Start", ["seconds": 604_801], "org.soteria.protection.InvalidDuration"),
        (
            "protection.Start", ["seconds": 60, "name": ""],
            "org.varlink.service.InvalidParameter"
        ),
        ("protection.Explain", ["target": "nosuch"], "org.soteria.protection.NoSuchTarget"),
        (
            "unblock.EndGrants", ["place": ["target": "nosuch"]],
            "org.soteria.unblock.NoSuchTarget"
        ),
        (
            "unblock.EndGrants", ["place": ["site": "nosuch.example"]],
            "org.soteria.unblock.NotBlocked"
        ),
        (
            "unblock.EndGrants", ["place": ["protection": 1]],
            "org.varlink.service.InvalidParameter"
        ),
        ("unblock.EndGrants", ["place": [:]], "org.varlink.service.InvalidParameter"),
        ("protection.TakeBack", [:], "org.soteria.protection.NoSuchProtection"),
        ("protection.TakeBack", ["id": 7], "org.soteria.protection.NoSuchProtection"),
        (
            "protection.Explain", ["target": "games", "at": "yesterday"],
            "org.varlink.service.InvalidParameter"
        ),
        (
            "protection.Explain", ["target": "games", "at": "2020-01-01T00:00:00Z"],
            "org.varlink.service.InvalidParameter"
        ),
        (
            "protection.Start", ["seconds": 60, "strict": "yes"],
            "org.varlink.service.InvalidParameter"
        ),
        (
            "protection.SetAutoProtection", ["rule": "x", "enabled": false],
            "org.soteria.protection.NoSuchRule"
        ),
        ("risk.History", [:], "org.varlink.service.ExpectedMore"),
        ("prompts.Monitor", [:], "org.varlink.service.ExpectedMore"),
        ("targets.Monitor", [:], "org.varlink.service.ExpectedMore"),
        (
            "prompts.Answer", ["prompt": 99, "choice": "keep"],
            "org.soteria.prompts.NoSuchPrompt"
        ),
        ("prompts.Answer", ["prompt": 99], "org.varlink.service.InvalidParameter"),
        ("prompts.List", ["all": true], "org.varlink.service.InvalidParameter"),
        ("quiethours.Next", ["count": 0], "org.varlink.service.InvalidParameter"),
        ("quiethours.Next", ["schedule": "x"], "org.soteria.quiethours.NoSuchSchedule"),
        (
            "targets.SetMonitored", ["target": "x", "monitored": false],
            "org.soteria.targets.NoSuchTarget"
        ),
        ("rules.Check", ["text": "", "name": "../x.yaml"], "org.varlink.service.InvalidParameter"),
    ]

    @Test(arguments: 0..<refused.count)
    func badInputGetsATypedErrorThatItsInterfaceDeclares(_ index: Int) throws {
        let (method, parameters, expected) = Self.refused[index]
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let error = #expect(throws: VarlinkError.self) {
            try harness.client().call("org.soteria." + method, parameters)
        }
        #expect(error?.name == expected)
        if let error, let description = Self.interfaces[Self.split("org.soteria." + method).0],
            !error.name.hasPrefix("org.varlink.service.")
        {
            #expect(description.violations(error: error).isEmpty)
        }
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).store.healthy)
        try harness.stop()
    }

    static func split(_ method: String) -> (interface: String, name: String) {
        let dot = method.lastIndex(of: ".") ?? method.startIndex
        return (String(method[..<dot]), String(method[method.index(after: dot)...]))
    }
}
