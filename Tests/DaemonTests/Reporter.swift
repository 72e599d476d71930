import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// A program that reports use over a connection of its own.
final class Reporter {
    private let harness: Harness
    private var client: VarlinkClient?

    init(_ harness: Harness) throws {
        self.harness = harness
        client = try harness.client()
    }

    @discardableResult
    func call<Method: TypedMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws -> Method.Reply {
        try #require(client).call(Method.method, parameters, as: Method.Reply.self)
    }

    /// Begins a use.
    func open(site: String? = nil, app: String? = nil) throws -> Int {
        try call(UsageAPI.Opened.self, .init(site: site, app: app)).use
    }

    /// Its connection ends, and the daemon has seen that.
    func die() throws {
        let before = try harness.server.connectionCount.wait()
        client = nil
        while try harness.server.connectionCount.wait() >= before {}
        try harness.inside { _ in }
    }
}

extension Harness {
    /// Passes time in steps of half a minute, at each of which the uses are seen.
    func use(_ uses: [Int], minutes: Int64, by reporter: Reporter) throws {
        for _ in 0..<minutes * 2 {
            try pass(seconds: 30)
            let unknown = try reporter.call(UsageAPI.Heartbeat.self, .init(uses: uses)).unknown
            #expect(unknown.isEmpty)
        }
    }

    /// All replies of a call that is answered in parts.
    func stream<Method: TypedMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws -> [Method.Reply] {
        var replies: [Method.Reply] = []
        try client().callMore(Method.method, parameters, timeout: .seconds(900)) { reply in
            replies.append(try VarlinkClient.decode(reply, as: Method.Reply.self))
            return .continue
        }
        return replies
    }

    /// The sessions of the record.
    func sessions(_ asked: UsageAPI.Sessions.Parameters = .init()) throws -> [UsageAPI.Session] {
        try stream(UsageAPI.Sessions.self, asked).flatMap(\.sessions)
    }

    /// How long a target was used today, in seconds.
    func usedToday(_ target: String) throws -> Int? {
        try call(UsageAPI.Today.self, .init()).targets.first { $0.target == target }?.seconds
    }

    /// The recorded facts of kinds.
    func facts(_ kinds: String...) throws -> [DaemonAPI.Event] {
        try settle()
        return try stream(DaemonAPI.Events.self, .init(kinds: kinds)).flatMap(\.events)
    }

    /// A check-in as it stands.
    func checkIn(_ key: String = "morning") throws -> CheckInAPI.CheckIn {
        try #require(
            try call(CheckInAPI.List.self, .init()).checkIns.first { $0.checkIn == key })
    }

    /// Returns all journal entries and the status, as one text.
    func journalAndStatus() throws -> String {
        let entries = entries.list.map { entry in
            entry.message + " "
                + entry.fields.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        }
        return entries.joined(separator: "\n") + (try inside { $0.phase.status })
    }
}

/// Rules with everything that is tracked.
let tracked =
    nights + """

        check_ins:
          morning:
            question: Did you sleep enough?
            welcome: Good morning.
            opens: "04:00"
            reminder: "09:00"
            blocks: [games]
            on_no: {block: [games], heading: Rest first, suggestions: [Walk, Nap], texts: [One, Two, Three]}
        budgets:
          play: {name: Play time, target: games, limit: 30m, resets: "04:00"}
        debug: true
        """
