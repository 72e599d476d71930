import API
import Foundation
import RuleModel
import Synchronization
import Testing
import Varlink

@testable import soteria

/// Local times that a person types, read in the zone of the rules in force. The machine's zone is
/// the one of `$TZ` here, and it is 23 November already in Tokyo.
@Suite struct LocalZoneTests {
    private static let now = "2026-11-22T16:00:00Z"
    private static let machine = ["TZ": "America/New_York", "LANG": "C.UTF-8"]
    private static let rules = """
        targets: {shopping: {name: Shopping, sites: [amazon.com]}}
        quiet_hours:
          nights: {block: [shopping], ranges: [{days: daily, time: "22:30-06:30"}]}

        """

    /// A daemon whose rules have a zone, and the parameters of the calls of some methods; `zone` is
    /// nil if it does not say which, as version 0.1.0 does not.
    private final class ZonedDaemon: Sendable {
        private let asked = Mutex<[JSONObject]>([])
        private let statuses = Mutex(0)
        private let zone: String?
        private let machine: String

        init(_ zone: String?, machine: String = "Europe/Berlin") {
            self.zone = zone
            self.machine = machine
        }

        /// How often it was asked how it is.
        var statusCount: Int { statuses.withLock { $0 } }

        /// Runs a command against it; returns the ends of the spans that were asked for.
        func ends(_ words: [String]) throws -> [String: String] {
            var status = SampleReplies.status
            status.clock.localTimeZone = zone
            status.clock.timeZone = machine
            let reply = status
            let note: @Sendable (JSONObject) -> Void = { object in
                self.asked.withLock { $0.append(object) }
            }
            let daemon = try FakeDaemon([
                DaemonAPI.GetStatus.method: Method { call in
                    self.statuses.withLock { $0 += 1 }
                    call.reply(reply)
                },
                DaemonAPI.Events.method: .streaming { call in
                    note(call.parameters)
                    call.reply(DaemonAPI.Events.Reply(events: []))
                },
                RiskAPI.History.method: .streaming { call in
                    note(call.parameters)
                    call.reply(RiskAPI.History.Reply(points: []))
                },
                UsageAPI.Sessions.method: .streaming { call in
                    note(call.parameters)
                    call.reply(UsageAPI.Sessions.Reply(sessions: []))
                },
                ProtectionAPI.Explain.method: Method { call in
                    note(call.parameters)
                    call.reply(SampleReplies.explanation(at: SampleReplies.now))
                },
                RulesAPI.Simulate.method: .streaming { call in
                    note(call.parameters)
                    call.fail(RulesAPI.Busy().varlinkError)
                },
            ])
            defer { daemon.stop() }
            let moment = try #require(Instant(rfc3339: LocalZoneTests.now))
            let run = CommandRun(
                arguments: words, daemon: daemon, environment: LocalZoneTests.machine, now: moment)
            let parameters = try #require(asked.withLock { $0 }.last, "\(run.error)")
            var ends: [String: String] = [:]
            for name in ["at", "from", "to"] { ends[name] = parameters[name]?.stringValue }
            return ends
        }
    }

    private static let span = ["--from", "2026-11-23 09:00", "--to", "2026-11-24"]

    @Test(arguments: [
        ["events"], ["events", "-n", "0"], ["risk", "--history"], ["usage", "--sessions"],
        ["rules", "simulate", "--history", "real"],
    ])
    func aSpanIsInTheZoneOfTheRules(command: [String]) throws {
        #expect(
            try ZonedDaemon("Asia/Tokyo").ends(command + Self.span) == [
                "from": "2026-11-23T00:00:00Z", "to": "2026-11-23T15:00:00Z",
            ])
        for unknown in [nil, "Nowhere/At_All"] {
            #expect(
                try ZonedDaemon(unknown).ends(command + Self.span) == [
                    "from": "2026-11-23T14:00:00Z", "to": "2026-11-24T05:00:00Z",
                ])
        }
    }

    @Test(arguments: [
        ("22:30", "Asia/Tokyo", "2026-11-23T13:30:00Z"),
        ("22:30", nil, "2026-11-23T03:30:00Z"),
        ("2026-12-24", "Asia/Tokyo", "2026-12-23T15:00:00Z"),
        ("2026-12-24T22:30", "Europe/Berlin", "2026-12-24T21:30:00Z"),
        ("2026-07-24 22:30", "Europe/Berlin", "2026-07-24T20:30:00Z"),
        ("2026-11-26 21:26:13", "Europe/Berlin", "2026-11-26T20:26:13Z"),
        ("22:30:15", "Asia/Tokyo", "2026-11-23T13:30:15Z"),
        // An hour that is skipped, and one that comes twice.
        ("2026-03-29 02:30", "Europe/Berlin", "2026-03-29T01:00:00Z"),
        ("2026-10-25 02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"),
    ])
    func anInstant(typed: String, zone: String?, at: String) throws {
        #expect(try ZonedDaemon(zone).ends(["explain", "shopping", "--at", typed]) == ["at": at])
    }

    @Test func anInstantWithAnOffsetIsPassedOnAsItIs() throws {
        let text = "2026-11-21T22:30:00+01:00"
        let daemon = ZonedDaemon("Asia/Tokyo")
        #expect(try daemon.ends(["explain", "shopping", "--at", text]) == ["at": text])
        #expect(try daemon.ends(["events", "--from", text]) == ["from": text])
        #expect(daemon.statusCount == 0)
    }

    @Test func aSimulationOfTheRecordEndsNowAndBeginsAtAMidnight() throws {
        let command = ["rules", "simulate", "--history", "real", "--days", "2"]
        #expect(
            try ZonedDaemon("Asia/Tokyo").ends(command) == [
                "from": "2026-11-21T15:00:00Z", "to": Self.now,
            ])
        #expect(
            try ZonedDaemon(nil).ends(command) == [
                "from": "2026-11-21T05:00:00Z", "to": Self.now,
            ])
        let own = "time_zone: Asia/Kolkata\n" + Self.rules
        try RuleFilesOnDisk.with(["10-own.yaml": own]) { rules in
            let ends = try ZonedDaemon("Asia/Tokyo").ends(command + ["--rules", rules])
            #expect(ends == ["from": "2026-11-20T18:30:00Z", "to": Self.now])
        }
        // Rules that name none are simulated in the zone of the daemon's machine.
        try RuleFilesOnDisk.with(["10-own.yaml": Self.rules]) { rules in
            let ends = try ZonedDaemon("Asia/Tokyo", machine: "Asia/Kathmandu")
                .ends(command + ["--rules", rules])
            #expect(ends == ["from": "2026-11-20T18:15:00Z", "to": Self.now])
        }
    }

    @Test(arguments: [
        ("time_zone: Asia/Tokyo\n", [], "2026-11-23T00:00:00+09:00"),
        ("", [], "2026-11-22T00:00:00-05:00"),
        ("time_zone: Asia/Tokyo\n", ["--from", "2026-11-24"], "2026-11-24T00:00:00+09:00"),
        ("", ["--from", "2026-11-24"], "2026-11-24T00:00:00-05:00"),
        ("time_zone: Asia/Tokyo\n", ["--from", "22:30"], "2026-11-23T22:30:00+09:00"),
    ])
    func aSimulationOfRuleFilesIsInTheirZone(zone: String, words: [String], from: String) throws {
        try RuleFilesOnDisk.with(["10-own.yaml": zone + Self.rules]) { rules in
            let moment = try #require(Instant(rfc3339: Self.now))
            let run = CommandRun(
                arguments: ["rules", "simulate", "--json", "--days", "1", "--rules", rules] + words,
                environment: Self.machine, now: moment)
            let result = try JSON(parsing: run.output)
            #expect(result["from"]?.stringValue == from, "\(run.error)")
            let begins = try #require(Instant(rfc3339: from))
            let ends = try #require(result["to"]?.stringValue)
            #expect(Instant(rfc3339: ends) == begins + .days(1))
        }
    }
}
