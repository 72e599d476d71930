import API
import Varlink

extension Example {
    static func daemon() throws -> [Example] {
        let name = DaemonAPI.interface
        return try [
            Example(
                DaemonAPI.GetStatus.self, interface: name, parameters: [.init()],
                replies: [Sample.status, Sample.bareStatus]),
            Example(
                DaemonAPI.RegisterExtension.self, interface: name,
                parameters: [.init(version: "0.2.0"), .init()], replies: [.init()]),
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
                DaemonAPI.Forget.self, interface: name,
                parameters: [.init(before: "2026-06-01")],
                replies: [.init(removed: 1204, before: "2026-06-01")]),
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
                    until: later, timeZone: "Europe/Berlin")
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
            .init(kind: .gap, at: now, seconds: 3600, what: [], names: []),
            .init(kind: .rulesWeakened, at: now, what: ["quiet_hours.nights"]),
        ], changedDefaults: ["A default changed."],
        emergency: .init(count: 1, per: .month, used: 1, next: later),
        emergencies: [.init(at: now, targets: ["shopping"], names: ["Shopping"])],
        extensions: [.init(version: "0.2.0", at: now), .init(at: now)],
        source: .init(front: "sway", idle: "wayland", estimated: false))
    static let bareStatus = DaemonAPI.GetStatus.Reply(
        version: "0.1.0", pid: 42, startedAt: now, uptime: 60, now: now,
        rules: .init(
            fingerprint: "", files: 0, refused: false, errors: 0, warnings: 0, directories: []),
        clock: .init(trusted: true, continuity: .first, timeZone: "UTC"),
        store: .init(healthy: true, path: "", events: 0), connections: 1, subscribers: 0,
        incidents: [])
}
