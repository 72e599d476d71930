import API
import Foundation
import Systemd
import Testing
import Varlink

@testable import soteriad

/// What the running daemon answers, held against the interface files; and its journal entries
/// against the catalog.
@Suite struct ConformanceTests {
    private static let calls: [(String, JSONObject)] = [
        ("org.soteria.protection.List", [:]),
        ("org.soteria.protection.Check", ["site": "www.amazon.com"]),
        ("org.soteria.protection.Check", ["app": "nothing.at.all"]),
        ("org.soteria.protection.Check", ["target": "games"]),
        ("org.soteria.protection.Start", ["target": "games", "seconds": 90]),
        ("org.soteria.protection.Start", ["seconds": 60, "name": "All"]),
        ("org.soteria.protection.Explain", ["target": "shopping"]),
        (
            "org.soteria.protection.Explain",
            ["target": "shopping", "at": "2026-12-01T12:00:00+01:00"]
        ),
        ("org.soteria.risk.GetStatus", [:]),
        ("org.soteria.quiethours.List", [:]),
        ("org.soteria.quiethours.Next", ["count": 5]),
        ("org.soteria.quiethours.Next", ["schedule": "nights"]),
        ("org.soteria.quiethours.SetEnabled", ["schedule": "nights", "enabled": true]),
        ("org.soteria.targets.List", [:]),
        ("org.soteria.targets.SetMonitored", ["target": "games", "monitored": true]),
        ("org.soteria.rules.List", [:]),
        ("org.soteria.rules.Check", [:]),
        ("org.soteria.rules.Check", ["text": "targets: {a: {site: [x.org]}}"]),
        ("org.soteria.rules.Reload", [:]),
        ("org.soteria.rules.Diagnostics", [:]),
        ("org.soteria.rules.Variables", [:]),
        ("org.soteria.daemon.GetStatus", [:]),
    ]

    private static let interfaces: [String: InterfaceDescription] = {
        let all = InterfaceFiles.all.compactMap { try? InterfaceDescription($0) }
        return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }()

    @Test func everyReplyHoldsAgainstItsInterface() throws {
        let harness = try Harness(rules: nights)
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
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180, tick: [0, 1, 2])
        for method in [
            "org.soteria.protection.Monitor", "org.soteria.risk.Monitor",
            "org.soteria.daemon.Events",
        ] {
            let (interface, name) = Self.split(method)
            let description = try #require(Self.interfaces[interface])
            var replies: [JSONObject] = []
            try harness.client().callMore(method, JSONObject([])) { reply in
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
            "protection.Explain", ["target": "games", "at": "yesterday"],
            "org.varlink.service.InvalidParameter"
        ),
        (
            "protection.Explain", ["target": "games", "at": "2020-01-01T00:00:00Z"],
            "org.varlink.service.InvalidParameter"
        ),
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

    @Test func everyKindOfEntryIsInTheCatalog() throws {
        let catalog = try Self.catalog()
        #expect(Set(catalog.keys) == Set(EntryKind.allCases.map(\.id.description)))
    }

    @Test func entriesCarryTheFieldsThatTheCatalogSpeaksOf() throws {
        let catalog = try Self.catalog()
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180, tick: [0, 1, 2])
        _ = try harness.call(ProtectionAPI.Start.self, .init(seconds: 600))
        _ = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        _ = try harness.call(
            TargetsAPI.SetMonitored.self, .init(target: "games", monitored: false))
        harness.time.set(by: -7_200_000)
        try harness.inside {
            $0.clockWasSet()
            $0.take(.clockChecked, isSynchronised: true)
        }
        try harness.pass(minutes: 480)
        try "nonsense".write(
            toFile: harness.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        _ = try? harness.call(RulesAPI.Reload.self, .init())
        try harness.inside {
            let logger = $0.journal
            logger.storeFailing(.full(path: "p"), path: "p")
            logger.storeRecovered($0.store.health)
            logger.storeDamaged(path: "p", setAside: "q", damage: "why")
            logger.tell(.refusedUser(PeerCredentials(pid: 1, uid: 2, gid: 3)))
            logger.tell(.slowReader(PeerCredentials(pid: 1, uid: 2, gid: 3), method: "m"))
        }
        var kinds: Set<String> = []
        for entry in harness.entries.list {
            guard let id = entry.messageID?.description else { continue }
            kinds.insert(id)
            let fields = try #require(catalog[id])
            #expect(fields.isSubset(of: entry.fields.keys), "\(entry.message)")
        }
        // A stop and a change of zone are seen by the system tests.
        let unseen = Set(catalog.keys).subtracting(kinds)
        #expect(
            unseen == [EntryKind.stopping.id.description, EntryKind.zoneChanged.id.description])
        try harness.stop()
    }

    /// The fields that each entry of the catalog speaks of, by the entry's id.
    private static func catalog() throws -> [String: Set<String>] {
        let path = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "systemd/soteria.catalog")
        var found: [String: Set<String>] = [:]
        var id = ""
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("-- ") {
                id = String(line.dropFirst(3).prefix(32))
                found[id] = []
            }
            let parts = line.split(separator: "@", omittingEmptySubsequences: false)
            for part in parts where part.hasPrefix("SOTERIA_") {
                found[id]?.insert(String(part))
            }
        }
        return found
    }

    private static func split(_ method: String) -> (interface: String, name: String) {
        let dot = method.lastIndex(of: ".") ?? method.startIndex
        return (String(method[..<dot]), String(method[method.index(after: dot)...]))
    }
}
