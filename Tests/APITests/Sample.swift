import API
import Varlink

/// Values that tests use again and again.
enum Sample {
    static let now = "2026-11-21T22:30:00+01:00"
    static let later = "2026-11-22T06:30:00+01:00"

    static let restriction = ProtectionAPI.Restriction(
        kind: .quietHours, rule: "nights", name: "Financial quiet mode", until: later, strict: true)
    static let endless = ProtectionAPI.Restriction(
        kind: .checkIn, rule: "morning", name: "Morning", strict: false)
    static let blocked = ProtectionAPI.TargetState(
        target: "shopping", name: "Shopping", blocked: true, strict: true, since: now,
        until: later, restrictions: [restriction, endless], monitored: true, sites: 2, apps: 1)
    static let open = ProtectionAPI.TargetState(
        target: "social", name: "Social media", blocked: false, strict: false, restrictions: [],
        monitored: false, sites: 0, apps: 0)
    /// With every member, as no daemon says it: what is blocked has no permission that runs.
    static let everyState: ProtectionAPI.TargetState = {
        var state = blocked
        state.grantedUntil = later
        state.takeBackUntil = later
        return state
    }()
    static let granted = ProtectionAPI.TargetState(
        target: "games", name: "Games", blocked: false, strict: false, since: now,
        restrictions: [], monitored: true, sites: 0, apps: 3, grantedUntil: later)
    static let decision = ProtectionAPI.Decision(
        sequence: 17, at: now, target: "shopping", name: "Shopping", verdict: .block,
        restrictions: [restriction], until: later, cause: .schedule)
    /// With every member, as no daemon says it.
    static let everyDecision: ProtectionAPI.Decision = {
        var every = decision
        every.grantedUntil = later
        return every
    }()
    static let opening = ProtectionAPI.Decision(
        sequence: 18, at: now, target: "games", name: "Games", verdict: .unblock,
        restrictions: [], cause: .grant, grantedUntil: later)
    static let explanation = ProtectionAPI.Explanation(
        kind: .quietHours, rule: "nights", name: "Financial quiet mode", inForce: true,
        enabled: true, strict: true, from: now, until: later, why: "The quiet hours run.",
        lift: "Its end.")
    static let prospect = ProtectionAPI.Prospect(
        kind: .autoProtection, rule: "high_risk", name: "High risk", enabled: true,
        why: "The condition is false.",
        from: later,
        conditions: [
            .init(
                text: "risk.automatic >= 0.8", holds: false,
                values: [.init(variable: "risk.automatic", value: "0.4")])
        ])
    static let diagnostic = RulesAPI.Diagnostic(
        severity: .error, message: "unknown key", suggestion: "targets",
        file: "/home/a/.config/soteria/rules.d/a.yaml", line: 3, column: 1,
        excerpt: "tagets:", caret: 0,
        notes: [.init(file: "b.yaml", line: 1, column: 1, message: "first set here")])
    static let wholeFile = RulesAPI.Diagnostic(
        severity: .warning, message: "the file is empty", file: "a.yaml",
        notes: [.init(file: "b.yaml", message: "see here")])
    static let schedule = QuietHoursAPI.Schedule(
        schedule: "nights", name: "Financial quiet mode", targets: ["shopping"],
        ranges: [
            .init(
                days: [.sun, .mon], start: "22:30", end: "06:30", except: ["2026-12-24"],
                dates: ["2026-11-27"])
        ],
        timeZone: "Europe/Berlin", enabled: true, switched: false, strict: true, active: true,
        start: now, end: later)
    static let target = TargetsAPI.Target(
        target: "shopping", name: "Shopping", sites: ["amazon.com"], siteCount: 1,
        apps: ["com.valvesoftware.Steam"], appCount: 1, monitored: true, blocked: true,
        names: [
            // With every member; a name is of one of the two alone.
            .init(site: "amazon.com", app: "com.valvesoftware.Steam", name: "The river"),
            .init(app: "com.valvesoftware.Steam", name: "Games shop"),
        ], enforcement: .stop, kill: true, executables: ["/usr/games/supertux2"],
        executableCount: 1, exceptSites: ["business.amazon.com"], onThaw: .stop,
        paths: ["ebay.com/sch"], exceptPaths: ["ebay.com/sch/books"], everySite: true)
    static let places = TargetsAPI.Places(
        target: "games", name: "Games", enforcement: .stop, kill: true, sites: ["twitch.tv"],
        siteCount: 1, apps: ["com.valvesoftware.Steam"], executables: ["/usr/games/supertux2"],
        exceptSites: ["help.twitch.tv"], onThaw: .stop, paths: ["youtube.com/gaming"],
        exceptPaths: ["youtube.com/gaming/chess"], everySite: true)
    static let barePlaces = TargetsAPI.Places(
        target: "a", name: "A", enforcement: .freeze, kill: false, siteCount: 0, apps: [],
        executables: [])
    static let autoProtection = ProtectionAPI.AutoProtection(
        rule: "high_risk", name: "Auto-Protection: High Risk Detected", targets: ["shopping"],
        condition: "risk.automatic >= 0.8", seconds: 7200, againAfter: 1800, enabled: true,
        switched: false, strict: false, until: later)
    static let idleAutoProtection = ProtectionAPI.AutoProtection(
        rule: "weekend", name: "Weekend", targets: [], condition: "true", seconds: 60,
        againAfter: 0, enabled: false, switched: true, strict: true)
    static let risk = RiskAPI.Status(
        score: FixedPoint(thousandths: 400), automatic: FixedPoint(thousandths: 400),
        level: .moderate,
        thresholds: .init(
            moderate: FixedPoint(thousandths: 400), high: FixedPoint(thousandths: 600),
            critical: FixedPoint(thousandths: 800)),
        assessedAt: now, nextAt: later,
        factors: [
            .init(
                factor: "late_night", weight: FixedPoint(thousandths: 400), holds: true,
                automatic: true, condition: "local.hour >= 22",
                values: [.init(variable: "local.hour", value: "22")], problem: "overflow")
        ])
}
