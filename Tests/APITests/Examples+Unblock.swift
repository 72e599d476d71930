import API
import Varlink

extension Example {
    static func unblock() throws -> [Example] {
        try asking() + ending() + outcomes()
    }

    private static func asking() throws -> [Example] {
        let name = UnblockAPI.interface
        return try [
            Example(
                UnblockAPI.Options.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        categories: ["necessity", "gift"], moods: ["lonely", "bored"],
                        plannedWait: 10, impulseWait: 30, grant: 900,
                        emergency: Sample.emergency),
                    .init(
                        categories: [], moods: [], plannedWait: 10, impulseWait: 30, grant: 900),
                ]),
            Example(
                UnblockAPI.Request.self, interface: name,
                parameters: [
                    .init(
                        place: Sample.everyPlace, intent: Sample.intent, pause: true,
                        emergency: true),
                    .init(place: .init(target: "shopping")),
                    .init(place: .init(site: "www.amazon.com"), intent: Sample.bareIntent),
                ],
                replies: [
                    .init(request: Sample.request, recorded: false),
                    .init(request: Sample.bareRequest),
                ]),
            Example(
                UnblockAPI.Attempt.self, interface: name,
                parameters: [
                    .init(site: "www.amazon.com", app: "steam", thawed: true, path: "/gp"), .init(),
                ],
                replies: [
                    .init(blocked: true, targets: ["shopping"], recorded: false),
                    .init(blocked: false, targets: []),
                ]),
            Example(
                UnblockAPI.List.self, interface: name, parameters: [.init(request: 41), .init()],
                replies: [
                    .init(
                        requests: [Sample.request, Sample.bareRequest], grants: [Sample.grant],
                        outcome: .kept),
                    .init(requests: [], grants: []),
                ]),
        ]
    }

    private static func ending() throws -> [Example] {
        let name = UnblockAPI.interface
        return try [
            Example(
                UnblockAPI.Keep.self, interface: name, parameters: [.init(request: 41)],
                replies: [.init(today: 2, recorded: false)]),
            Example(
                UnblockAPI.Confirm.self, interface: name, parameters: [.init(request: 41)],
                replies: [
                    .init(grant: Sample.grant, blocked: ["games"]), .init(blocked: []),
                ]),
            Example(
                UnblockAPI.EndGrants.self, interface: name,
                parameters: [
                    .init(place: Sample.everyPlace), .init(place: .init(target: "games")),
                ],
                replies: [
                    .init(
                        grants: [43], targets: ["games", "shopping"], blocked: ["shopping"],
                        recorded: false),
                    .init(grants: [], targets: ["games"], blocked: []),
                ]),
            Example(
                UnblockAPI.Protect.self, interface: name,
                parameters: [.init(request: 41, seconds: 3600), .init(request: 41)],
                replies: [
                    .init(
                        protection: 44, targets: ["shopping"], until: Sample.later,
                        recorded: false)
                ]),
        ]
    }
}

extension Example {
    private static func outcomes() throws -> [Example] {
        let name = UnblockAPI.interface
        return try [
            Example(
                UnblockAPI.LogOutcome.self, interface: name,
                parameters: [
                    .init(request: 41, bought: true, amount: "12.50", currency: "EUR", regret: 3),
                    .init(request: 41, bought: false),
                ],
                replies: [
                    .init(outcome: Sample.loggedOutcome), .init(outcome: Sample.bareOutcome),
                ]),
            Example(
                UnblockAPI.Unblocks.self, interface: name,
                parameters: [.init(limit: 5, unlogged: true), .init()],
                replies: [
                    .init(unblocks: [Sample.unblocked, Sample.bareUnblocked]), .init(unblocks: []),
                ]),
        ]
    }
}

extension Sample {
    static let loggedOutcome = UnblockAPI.LoggedOutcome(
        bought: true, amount: "12.50", currency: "EUR", regret: 3, at: later,
        spending: false)
    static let bareOutcome = UnblockAPI.LoggedOutcome(bought: false, at: later)
    static let unblocked = UnblockAPI.Unblocked(
        request: 41, targets: ["games", "shopping"], at: now, purpose: .planned, category: "gift",
        mood: "happy", estimate: "49.90", currency: "EUR", intendedMinutes: 10, used: true,
        usedSeconds: 720, outcome: loggedOutcome, spending: false)
    static let bareUnblocked = UnblockAPI.Unblocked(
        request: 40, targets: ["social"], at: now, purpose: .impulse, used: false, usedSeconds: 0)
}

extension Sample {
    /// With every member, as no daemon takes it: exactly one of the first five is given.
    static let everyPlace = UnblockAPI.Place(
        target: "shopping", site: "www.amazon.com", app: "com.valvesoftware.Steam",
        protection: 18, everything: true, path: "/gp")
    static let intent = UnblockAPI.Intent(
        purpose: .planned, category: "gift", mood: "happy", amount: "49.90", currency: "EUR",
        minutes: 10)
    static let bareIntent = UnblockAPI.Intent(purpose: .impulse)
    static let circumstances = UnblockAPI.Circumstances(
        hour: 22, weekday: 6, requestsToday: 2, requestsThisWeek: 5, unblocksToday: 1,
        unblocksThisWeek: 3, sinceLastUnblock: 1500, quietHours: true)
    static let firstCircumstances = UnblockAPI.Circumstances(
        hour: 0, weekday: 1, requestsToday: 1, requestsThisWeek: 1, unblocksToday: 0,
        unblocksThisWeek: 0, quietHours: false)
    static let request = UnblockAPI.OpenRequest(
        request: 41, place: everyPlace, targets: ["games", "shopping"], pause: false, at: now,
        intent: intent, waitEnds: "2026-11-21T22:30:10+01:00", waitSeconds: 10,
        expires: "2026-11-21T22:40:10+01:00", circumstances: circumstances, grantSeconds: 600,
        spending: false, emergency: true)
    static let bareRequest = UnblockAPI.OpenRequest(
        request: 42, place: .init(target: "social"), targets: ["social"], pause: true, at: now,
        expires: "2026-11-21T22:40:00+01:00", circumstances: firstCircumstances)
    static let grant = UnblockAPI.Grant(
        grant: 43, request: 41, targets: ["games", "shopping"], purpose: .planned,
        at: "2026-11-21T22:30:12+01:00", until: "2026-11-21T22:45:12+01:00", seconds: 900,
        emergency: true)
    /// With every member: a refusal alone tells of the next one.
    static let emergency = UnblockAPI.Emergency(
        count: 1, per: .month, used: 1, next: "2026-12-01T00:00:00+01:00", waitSeconds: 900)

    /// The errors of `org.soteria.unblock`, in the order of its file.
    static let unblockErrors: [any TypedError] = [
        UnblockAPI.NoSuchTarget(target: "shoping"), UnblockAPI.NotMonitored(target: "games"),
        UnblockAPI.NoSuchProtection(protection: 18), UnblockAPI.NotBlocked(targets: ["shopping"]),
        UnblockAPI.Strict(
            target: "shopping", until: later, restriction: "Movement", checkIn: "move",
            emergency: emergency),
        UnblockAPI.EmergencyUsed(target: "shopping", emergency: emergency),
        UnblockAPI.AlreadyOpen(request: 41),
        UnblockAPI.NoSuchRequest(request: 7), UnblockAPI.RequestOver(request: 41, outcome: .kept),
        UnblockAPI.BeingConfirmed(request: 41), UnblockAPI.IntentNeeded(request: 41),
        UnblockAPI.WaitNotOver(remainingSeconds: 7),
        UnblockAPI.NotUnblocked(request: 41, outcome: .kept),
        UnblockAPI.TooLate(request: 41, days: 30),
        UnblockAPI.InvalidRegret(regret: 5, minimum: 0, maximum: 4),
        UnblockAPI.UnknownCategory(category: "gifts", known: ["gift", "other"]),
        UnblockAPI.UnknownMood(mood: "", known: ["bored"]),
        UnblockAPI.InvalidAmount(amount: "-1", problem: "an amount is not negative"),
        UnblockAPI.InvalidMinutes(minutes: 0, minimum: 1, maximum: 1440),
        UnblockAPI.InvalidDuration(seconds: 5, minimum: 60, maximum: 604_800),
        UnblockAPI.StoreUnavailable(reason: "the disk is full"),
    ]
}
