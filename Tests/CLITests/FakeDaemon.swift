import API
import Foundation
import NIOCore
import NIOPosix
import Varlink
import VarlinkIDL

/// A service with the daemon's interfaces and a state that the test gives it.
final class FakeDaemon: Sendable {
    let path: String
    private let group: MultiThreadedEventLoopGroup
    private let server: VarlinkServer

    /// A daemon that replies as in `SampleReplies`, or by the handlers given by qualified method.
    /// It listens at `path`, or at a path of its own.
    init(_ handlers: [String: Method] = [:], at path: String? = nil) throws {
        self.path = path ?? NSTemporaryDirectory() + "soteria-cli-\(UUID().uuidString.prefix(8))"
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let standard = SampleReplies.methods
            .merging(SampleReplies.methodsOfGuarding) { $1 }
            .merging(FakeRequests().methods) { $1 }
            .merging(FakeTracking().methods) { $1 }
        let interfaces = try Interfaces.descriptions.map { text in
            let description = try InterfaceDescription(text)
            var methods: [String: Method] = [:]
            for method in description.methods {
                let name = "\(description.name).\(method.name)"
                methods[method.name] =
                    handlers[name] ?? standard[name]
                    ?? Method { $0.fail(.methodNotImplemented(name)) }
            }
            return try Interface(description, methods: methods)
        }
        server = VarlinkServer(
            identity: ServiceIdentity(vendor: "Tests", product: "Fake", version: "0", url: ""),
            interfaces: interfaces, eventLoop: group.next())
        try server.listen(at: self.path).wait()
    }

    /// Ends it; called once.
    func stop() {
        try? server.shutdown().wait()
        try? group.syncShutdownGracefully()
    }
}

/// A home with two targets, in the middle of its quiet hours.
enum SampleReplies {
    static let now = "2026-11-21T23:18:00+01:00"
    static let until = "2026-11-22T06:30:00+01:00"

    static let restriction = ProtectionAPI.Restriction(
        kind: .quietHours, rule: "nights", name: "Financial quiet mode", until: until, strict: true)
    static let list = ProtectionAPI.List.Reply(
        now: now, sequence: 17, nextChange: until,
        targets: [
            .init(
                target: "shopping", name: "Shopping", blocked: true, strict: true, since: now,
                until: until, restrictions: [restriction], monitored: true, sites: 2, apps: 1),
            .init(
                target: "social", name: "Social media", blocked: false, strict: false,
                restrictions: [], monitored: true, sites: 3, apps: 0),
        ])
    /// How a target stands at an instant of the night: held by the quiet hours, or open.
    static func explanation(
        of target: String = "shopping", at instant: String, inForce: Bool = true
    ) -> ProtectionAPI.Explain.Reply {
        .init(
            target: target, name: "Shopping", at: instant, blocked: inForce,
            until: inForce ? until : nil, monitored: true,
            rules: [
                .init(
                    kind: .quietHours, rule: "nights", name: "Financial quiet mode",
                    inForce: inForce, enabled: true, strict: false, until: until,
                    why: inForce
                        ? "The quiet hours are running."
                        : "The quiet hours are not running now.")
            ])
    }
    static let decision = ProtectionAPI.Decision(
        sequence: 18, at: until, target: "shopping", name: "Shopping", verdict: .unblock,
        restrictions: [], cause: .schedule)
    static let risk = RiskAPI.Status(
        score: FixedPoint(thousandths: 400), automatic: FixedPoint(thousandths: 400),
        level: .moderate,
        thresholds: .init(
            moderate: FixedPoint(thousandths: 400), high: FixedPoint(thousandths: 600),
            critical: FixedPoint(thousandths: 800)),
        assessedAt: "2026-11-21T23:15:00+01:00", nextAt: "2026-11-21T23:30:00+01:00",
        factors: [
            .init(
                factor: "late_night", weight: FixedPoint(thousandths: 400), holds: true,
                automatic: true, condition: "local.hour >= 22 || local.hour < 2",
                values: [.init(variable: "local.hour", value: "23")]),
            .init(
                factor: "quiet_hours_off", weight: FixedPoint(thousandths: 100), holds: false,
                automatic: true, condition: "quiet_hours.switched_off",
                values: [.init(variable: "quiet_hours.switched_off", value: "false")]),
        ])
    static let status = DaemonAPI.GetStatus.Reply(
        version: Version.text, pid: 4242, startedAt: "2026-11-21T08:00:00+01:00", uptime: 55_080,
        now: now, nextChange: until,
        rules: .init(
            fingerprint: "0123456789ab", loadedAt: "2026-11-21T21:14:00+01:00", files: 4,
            refused: false, errors: 0, warnings: 0, directories: []),
        clock: .init(trusted: true, continuity: .sameBoot, timeZone: "Europe/Berlin"),
        store: .init(healthy: true, path: "/state/soteria.sqlite", events: 17), connections: 1,
        subscribers: 3, incidents: [])
    static let schedule = QuietHoursAPI.Schedule(
        schedule: "nights", name: "Financial quiet mode", targets: ["shopping"],
        ranges: [
            .init(
                days: [.sun, .mon, .tue, .wed, .thu], start: "22:30", end: "06:30",
                except: ["2026-12-24"]),
            .init(days: [.fri, .sat], start: "23:00", end: "06:30", except: []),
        ],
        timeZone: "Europe/Berlin", enabled: true, switched: false, strict: true, active: true,
        start: "2026-11-21T23:00:00+01:00", end: until)
    static let target = TargetsAPI.Target(
        target: "shopping", name: "Shopping", sites: ["amazon.com", "ebay.com"], siteCount: 2,
        apps: ["com.valvesoftware.Steam"], appCount: 1, monitored: true, blocked: true,
        names: [], enforcement: .freeze, kill: false, executables: [], executableCount: 0)
    static let events: [DaemonAPI.Event] = [
        .init(
            sequence: 15, at: "2026-11-21T22:59:58+01:00", kind: "riskAssessed",
            fact: [
                "score": .number(JSONNumber(thousandths: 400)), "level": "moderate",
                "factors": ["late_night"],
            ], text: "0.400 moderate: late_night"),
        .init(
            sequence: 16, at: "2026-11-21T23:00:00+01:00", kind: "quietHoursBegan",
            fact: ["schedule": "nights", "start": .string(now), "end": .string(until)],
            text: "nights until 06:30"),
        .init(
            sequence: 17, at: "2026-11-21T23:00:00+01:00", kind: "decided",
            fact: [
                "target": "shopping", "verdict": "block", "restrictions": [], "cause": "schedule",
                "until": .string(until),
            ], text: "shopping blocked until 06:30 (schedule)"),
    ]

    /// The answers of every method that tests do not set themselves.
    static var methods: [String: Method] {
        [
            "org.soteria.protection.List": Method { $0.reply(list) },
            "org.soteria.protection.Explain": Method { call in
                let asked = try call.decode(ProtectionAPI.Explain.Parameters.self)
                call.reply(explanation(of: asked.target, at: asked.at ?? now))
            },
            "org.soteria.protection.Monitor": .streaming { call in
                call.reply(
                    ProtectionAPI.Monitor.Reply(targets: list.targets, sequence: 17),
                    continues: true)
                call.reply(ProtectionAPI.Monitor.Reply(decision: decision))
            },
            "org.soteria.protection.Start": Method { call in
                let asked = try call.decode(ProtectionAPI.Start.Parameters.self)
                if let target = asked.target, target != "shopping" {
                    throw ProtectionAPI.NoSuchTarget(target: target).varlinkError
                }
                guard (60...604_800).contains(asked.seconds) else {
                    throw ProtectionAPI.InvalidDuration(
                        seconds: asked.seconds, minimum: 60, maximum: 604_800
                    ).varlinkError
                }
                call.reply(
                    ProtectionAPI.Start.Reply(id: 18, targets: ["shopping"], until: until))
            },
            "org.soteria.risk.GetStatus": Method {
                $0.reply(RiskAPI.GetStatus.Reply(status: risk))
            },
            "org.soteria.daemon.GetStatus": Method { $0.reply(status) },
            "org.soteria.daemon.Events": .streaming(events),
            "org.soteria.quiethours.List": Method {
                $0.reply(QuietHoursAPI.List.Reply(schedules: [schedule]))
            },
            "org.soteria.quiethours.SetEnabled": Method { call in
                let asked = try call.decode(QuietHoursAPI.SetEnabled.Parameters.self)
                guard asked.enabled else { throw QuietHoursAPI.Strict(until: until).varlinkError }
                call.reply(QuietHoursAPI.SetEnabled.Reply(schedule: schedule))
            },
            "org.soteria.targets.List": Method {
                $0.reply(TargetsAPI.List.Reply(targets: [target]))
            },
            "org.soteria.targets.SetMonitored": Method { call in
                let asked = try call.decode(TargetsAPI.SetMonitored.Parameters.self)
                var changed = target
                changed.monitored = asked.monitored
                changed.blocked = false
                call.reply(TargetsAPI.SetMonitored.Reply(target: changed))
            },
        ]
    }

    /// Filters and orders the events as the daemon does; following ends after the last one.
    private static func events(_ call: Call) throws {
        let asked = try call.decode(DaemonAPI.Events.Parameters.self)
        var found = events.filter { $0.sequence > asked.after ?? 0 }
        if let kinds = asked.kinds { found = found.filter { kinds.contains($0.kind) } }
        if asked.newestFirst == true { found.reverse() }
        for event in found.prefix(asked.limit ?? .max) {
            call.reply(DaemonAPI.Events.Reply(events: [event]), continues: true)
        }
        call.reply(DaemonAPI.Events.Reply(events: []))
    }
}
