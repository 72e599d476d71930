import API

@testable import Dashboard

/// How things stand for a pause in a test: three targets, one of them strictly blocked.
struct PauseWorld {
    var targets = [
        target("games", "Games", until: nil, blocked: false),
        target("shopping", "Shopping", until: "2026-11-22T06:30:00+01:00"),
        target(
            "news", "News", until: "2026-11-22T07:00:00+01:00", strict: true,
            kind: .checkIn, rule: "Morning question"),
    ]
    var requests: [UnblockAPI.OpenRequest] = []
    var grants: [UnblockAPI.Grant] = []
    var unblocks: [UnblockAPI.Unblocked] = []
    var outcomes: [Int: UnblockAPI.Outcome] = [:]
    var keptToday = 0
    var emergency: UnblockAPI.Emergency?

    static let now = "2026-11-21T23:18:00+01:00"

    static func target(
        _ key: String, _ name: String, until: String?, blocked: Bool = true, strict: Bool = false,
        kind: ProtectionAPI.RestrictionKind = .quietHours, rule: String = "Night hours"
    ) -> ProtectionAPI.TargetState {
        ProtectionAPI.TargetState(
            target: key, name: name, blocked: blocked, strict: strict, until: until,
            restrictions: blocked
                ? [.init(kind: kind, rule: "r", name: rule, until: until, strict: strict)] : [],
            monitored: true, sites: 2, apps: 1)
    }

    static func request(
        _ number: Int = 12, _ targets: [String] = ["shopping"],
        place: UnblockAPI.Place? = nil, pause: Bool = true, intent: UnblockAPI.Intent? = nil,
        wait: Int? = nil, requestsToday: Int = 3, unblocksToday: Int = 1,
        sinceLastUnblock: Int? = 7200, quietHours: Bool = true
    ) -> UnblockAPI.OpenRequest {
        UnblockAPI.OpenRequest(
            request: number, place: place ?? .init(target: targets.first), targets: targets,
            pause: pause, at: "2026-11-21T23:17:00+01:00", intent: intent,
            waitEnds: wait.map { _ in "2026-11-21T23:18:25+01:00" }, waitSeconds: wait,
            expires: "2026-11-21T23:28:25+01:00",
            circumstances: .init(
                hour: 23, weekday: 6, requestsToday: requestsToday, requestsThisWeek: 9,
                unblocksToday: unblocksToday, unblocksThisWeek: 4,
                sinceLastUnblock: sinceLastUnblock, quietHours: quietHours))
    }

    static func grant(_ number: Int = 12) -> UnblockAPI.Grant {
        UnblockAPI.Grant(
            grant: 4, request: number, targets: ["games"], purpose: .impulse,
            at: "2026-11-21T23:17:00+01:00", until: "2026-11-21T23:32:00+01:00", seconds: 840)
    }

    static func unblocked(
        _ number: Int, used: Bool = true, intended: Int? = 10, targets: [String] = ["shopping"]
    ) -> UnblockAPI.Unblocked {
        UnblockAPI.Unblocked(
            request: number, targets: targets, at: "2026-11-21T20:05:00+01:00", purpose: .planned,
            estimate: "49.90", currency: "CHF", intendedMinutes: intended, used: used,
            usedSeconds: 740)
    }

    /// The same with one more request.
    func asking(_ request: UnblockAPI.OpenRequest) -> PauseWorld {
        var world = self
        world.requests.append(request)
        return world
    }

    /// A daemon that says so.
    var daemon: CannedDaemon {
        let world = self
        let daemon = CannedDaemon()
        daemon.on(ProtectionAPI.List.self) { _ throws(CallFailure) in
            .init(now: Self.now, sequence: 1, targets: world.targets)
        }
        daemon.on(UnblockAPI.List.self) { asked throws(CallFailure) in
            guard let number = asked.request else {
                return .init(requests: world.requests, grants: world.grants)
            }
            guard let outcome = world.outcomes[number] else {
                throw .refused(UnblockAPI.NoSuchRequest(request: number))
            }
            return .init(requests: world.requests, grants: world.grants, outcome: outcome)
        }
        daemon.on(UnblockAPI.Options.self) { _ throws(CallFailure) in
            .init(
                categories: ["necessity", "gift"], moods: ["bored", "tired"],
                plannedWait: 10, impulseWait: 30, grant: 900, emergency: world.emergency)
        }
        daemon.on(UnblockAPI.Unblocks.self) { asked throws(CallFailure) in
            .init(unblocks: Array(world.unblocks.prefix(asked.limit ?? .max)))
        }
        daemon.on(MetricsAPI.Get.self) { _ throws(CallFailure) in
            throw .refused(MetricsAPI.StoreUnavailable(reason: "tests have no figures"))
        }
        return daemon
    }
}
