import API
import Varlink

extension Example {
    static func protection() throws -> [Example] {
        let name = ProtectionAPI.interface
        return try [
            Example(
                ProtectionAPI.List.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        now: Sample.now, sequence: 17, nextChange: Sample.later,
                        targets: [Sample.everyState, Sample.granted, Sample.open]),
                    .init(now: Sample.now, sequence: 0, targets: []),
                ]),
            Example(
                ProtectionAPI.Check.self, interface: name,
                parameters: [
                    .init(site: "www.amazon.com", app: "steam", target: "shopping"), .init(),
                ],
                replies: [
                    .init(
                        blocked: true, targets: ["shopping"], until: Sample.later,
                        restrictions: [Sample.restriction]),
                    .init(blocked: false, targets: [], restrictions: []),
                ]),
            Example(
                ProtectionAPI.Monitor.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        targets: [Sample.everyState], sequence: 17,
                        decision: Sample.everyDecision),
                    .init(),
                ]),
            Example(
                ProtectionAPI.Start.self, interface: name,
                parameters: [
                    .init(target: "shopping", seconds: 3600, name: "An hour", strict: true),
                    .init(seconds: 60),
                ],
                replies: [.init(id: 18, targets: ["shopping"], until: Sample.later)]),
            Example(
                ProtectionAPI.Explain.self, interface: name,
                parameters: [
                    .init(target: "shopping", at: Sample.later), .init(target: "shopping"),
                ],
                replies: [
                    .init(
                        target: "shopping", name: "Shopping", at: Sample.now, blocked: true,
                        until: Sample.later, monitored: true, rules: [Sample.explanation],
                        grantedUntil: Sample.later, prospects: [Sample.prospect]),
                    .init(
                        target: "social", name: "Social", at: Sample.now, blocked: false,
                        monitored: true, rules: []),
                ]),
            Example(
                ProtectionAPI.ListAutoProtections.self, interface: name, parameters: [.init()],
                replies: [
                    .init(rules: [Sample.autoProtection, Sample.idleAutoProtection]),
                    .init(rules: []),
                ]),
            Example(
                ProtectionAPI.SetAutoProtection.self, interface: name,
                parameters: [.init(rule: "high_risk", enabled: false)],
                replies: [
                    .init(rule: Sample.autoProtection, pendingUntil: Sample.later),
                    .init(rule: Sample.idleAutoProtection),
                ]),
        ]
    }

    static func risk() throws -> [Example] {
        let name = RiskAPI.interface
        return try [
            Example(
                RiskAPI.GetStatus.self, interface: name, parameters: [.init()],
                replies: [.init(status: Sample.risk)]),
            Example(
                RiskAPI.Monitor.self, interface: name, parameters: [.init()],
                replies: [.init(status: Sample.risk)]),
            Example(
                RiskAPI.History.self, interface: name,
                parameters: [.init(from: Sample.now, to: Sample.later, limit: 100), .init()],
                replies: [
                    .init(points: [
                        .init(
                            at: Sample.now, score: FixedPoint(thousandths: 500),
                            automatic: FixedPoint(thousandths: 400), level: .moderate,
                            factors: ["late_night", "tired"])
                    ]),
                    .init(points: []),
                ]),
        ]
    }

    static func quietHours() throws -> [Example] {
        let name = QuietHoursAPI.interface
        return try [
            Example(
                QuietHoursAPI.List.self, interface: name, parameters: [.init()],
                replies: [.init(schedules: [Sample.schedule]), .init(schedules: [])]),
            Example(
                QuietHoursAPI.SetEnabled.self, interface: name,
                parameters: [.init(schedule: "nights", enabled: false)],
                replies: [.init(schedule: Sample.schedule, pendingUntil: Sample.later)]),
            Example(
                QuietHoursAPI.Next.self, interface: name,
                parameters: [.init(schedule: "nights", count: 3), .init()],
                replies: [
                    .init(occurrences: [
                        .init(
                            schedule: "nights", name: "Nights", targets: ["shopping"],
                            start: Sample.now, end: Sample.later)
                    ]),
                    .init(occurrences: []),
                ]),
        ]
    }

    static func targets() throws -> [Example] {
        let name = TargetsAPI.interface
        return try [
            Example(
                TargetsAPI.List.self, interface: name, parameters: [.init()],
                replies: [.init(targets: [Sample.target])]),
            Example(
                TargetsAPI.Monitor.self, interface: name,
                parameters: [.init(siteLimit: 5000), .init()],
                replies: [
                    .init(
                        begins: true, places: [Sample.places, Sample.barePlaces], complete: false),
                    .init(begins: false, places: [], complete: true),
                ]),
            Example(
                TargetsAPI.SetMonitored.self, interface: name,
                parameters: [.init(target: "shopping", monitored: false)],
                replies: [.init(target: Sample.target, pendingUntil: Sample.later)]),
            Example(
                TargetsAPI.SetName.self, interface: name,
                parameters: [.init(site: "amazon.com", app: "steam", name: "The river"), .init()],
                replies: [.init(targets: [Sample.target])]),
        ]
    }

    static func rules() throws -> [Example] {
        let name = RulesAPI.interface
        return try [
            Example(
                RulesAPI.List.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        fingerprint: "0123", loadedAt: Sample.now, plan: "premium",
                        files: [.init(path: "a.yaml", layer: .person)],
                        rules: [
                            .init(
                                kind: .quietHours, rule: "nights", name: "Nights", file: "a.yaml",
                                until: Sample.later)
                        ], pendingEdits: [Sample.pendingRules]),
                    .init(fingerprint: "", plan: "premium", files: [], rules: []),
                ]),
            Example(
                RulesAPI.Sources.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        fingerprint: "0123",
                        sources: [
                            .init(path: "/a.txt", layer: 2, text: "", digest: "4567"),
                            .init(path: "a.yaml", layer: 2, text: "version: 1"),
                        ])
                ]),
            Example(
                RulesAPI.Check.self, interface: name,
                parameters: [.init(text: "version: 1", name: "a.yaml"), .init()],
                replies: [
                    .init(
                        valid: false, errors: 1, warnings: 1,
                        diagnostics: [Sample.diagnostic, Sample.wholeFile])
                ]),
            Example(
                RulesAPI.Reload.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        fingerprint: "0123", changed: true, diagnostics: [Sample.diagnostic],
                        pendingEdits: [Sample.pendingRules])
                ]),
            Example(
                RulesAPI.Diagnostics.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        refused: true, readAt: Sample.now, errors: 1, warnings: 0,
                        diagnostics: [Sample.diagnostic]),
                    .init(refused: false, errors: 0, warnings: 0, diagnostics: []),
                ]),
            Example(
                RulesAPI.Variables.self, interface: name, parameters: [.init()],
                replies: [
                    .init(variables: [
                        .init(
                            name: "local.hour", type: "int", kind: .automatic, summary: "The hour.",
                            value: "22")
                    ])
                ]),
            simulation(name),
        ]
    }

    static func daemon() throws -> [Example] {
        let name = DaemonAPI.interface
        return try [
            Example(
                DaemonAPI.GetStatus.self, interface: name, parameters: [.init()],
                replies: [Sample.status, Sample.bareStatus]),
            Example(
                DaemonAPI.Events.self, interface: name,
                parameters: [
                    .init(
                        after: 3, from: Sample.now, to: Sample.later, kinds: ["decided"], limit: 5,
                        follow: true, newestFirst: true), .init(),
                ],
                replies: [
                    .init(events: [
                        .init(
                            sequence: 4, at: Sample.now, kind: "quietHoursEnded",
                            fact: ["schedule": "nights"], text: "nights")
                    ]),
                    .init(events: []),
                ]),
            Example(
                DaemonAPI.Backup.self, interface: name, parameters: [.init()],
                replies: [.init(data: "U1FMaXRlIGZvcm1hdCAz", size: 15), .init(size: 0)]),
        ]
    }
}

extension Sample {
    static let status = DaemonAPI.GetStatus.Reply(
        version: "0.1.0", pid: 42, executable: "/usr/bin/soteriad", startedAt: now, uptime: 60,
        now: now, nextChange: later,
        rules: .init(
            fingerprint: "0123456789ab", loadedAt: now, files: 3, refused: true, errors: 2,
            warnings: 1,
            directories: [.init(path: "/etc/soteria/rules.d", layer: .machine, problem: "gone")],
            weakeningWaits: 86_400,
            pendingEdits: [
                .init(
                    edit: 7, kind: .switch, weakens: ["quiet_hours.nights"], since: now,
                    until: later)
            ]),
        clock: .init(
            trusted: false, synchronised: true, jump: -3600, jumpedAt: now, adoptedAt: later,
            continuity: .sameBoot, timeZone: "Europe/Berlin", zoneProblem: "no such file",
            localTimeZone: "Asia/Tokyo"),
        store: .init(
            healthy: false, problem: "the disk is full", path: "/s/soteria.sqlite", events: 1,
            setAside: "/s/soteria.sqlite.damaged-1",
            head: .init(sequence: 1, hash: String(repeating: "0f", count: 32)),
            retention: .init(keepSeconds: 63_072_000, lastApplied: now, removed: 12)),
        connections: 1, subscribers: 0,
        incidents: [
            .init(kind: .gap, at: now, seconds: 3600, what: []),
            .init(kind: .rulesWeakened, at: now, what: ["quiet_hours.nights"]),
        ])
    static let bareStatus = DaemonAPI.GetStatus.Reply(
        version: "0.1.0", pid: 42, startedAt: now, uptime: 60, now: now,
        rules: .init(
            fingerprint: "", files: 0, refused: false, errors: 0, warnings: 0, directories: []),
        clock: .init(trusted: true, continuity: .first, timeZone: "UTC"),
        store: .init(healthy: true, path: "", events: 0), connections: 1, subscribers: 0,
        incidents: [])
}

extension Sample {
    static let pendingRules = RulesAPI.PendingEdit(
        edit: 7, kind: .files, weakens: ["quiet_hours.nights"], since: now, until: later)
}
