import API
import Foundation

@testable import Dashboard

/// A daemon of which the settings are shown in a test.
struct SettingsWorld {
    var plan = "premium"
    var sources = [
        RulesAPI.Source(
            path: "default/plans.yaml", layer: 0,
            text: """
                # What each plan allows.
                version: 1

                plans:
                  free:
                    entries: 1
                    schedules: 1
                    edit_schedules: false

                    # None.
                    auto_protections: 0
                    metrics: [this_week, today]
                    predictive_alerts: false
                    export: false
                  premium: {}
                plan: premium
                """),
        RulesAPI.Source(path: "/lists/many.txt", layer: 2, text: "", digest: "00"),
    ]
    var autoProtections: [ProtectionAPI.AutoProtection] = [rule()]
    var pending: [DaemonAPI.PendingEdit]?
    var prediction = MetricsAPI.Prediction.Reply(enabled: true)
    var debug = false
    var checkIns: [CheckInAPI.CheckIn] = []
    var storeProblem: String?
    var version = Version.text
    var source: DaemonAPI.Source?

    static func rule(
        enabled: Bool = true, switched: Bool = false, until: String? = nil,
        targets: [String] = ["shopping"]
    ) -> ProtectionAPI.AutoProtection {
        ProtectionAPI.AutoProtection(
            rule: "high_risk", name: "High risk", targets: targets,
            condition: "risk.automatic >= 0.8", seconds: 7200, againAfter: 1800,
            enabled: enabled, switched: switched, strict: true, until: until)
    }

    /// A daemon that says so.
    var daemon: CannedDaemon {
        let world = self
        let daemon = CannedDaemon()
        daemon.on(DaemonAPI.GetStatus.self) { _ throws(CallFailure) in world.status }
        daemon.on(RulesAPI.List.self) { _ throws(CallFailure) in
            .init(fingerprint: "f", plan: world.plan, files: [], rules: [])
        }
        daemon.on(RulesAPI.Sources.self) { _ throws(CallFailure) in
            .init(fingerprint: "f", sources: world.sources)
        }
        daemon.on(ProtectionAPI.ListAutoProtections.self) { _ throws(CallFailure) in
            .init(rules: world.autoProtections)
        }
        daemon.on(MetricsAPI.Prediction.self) { _ throws(CallFailure) in world.prediction }
        daemon.on(CheckInAPI.List.self) { _ throws(CallFailure) in
            .init(checkIns: world.checkIns, debug: world.debug)
        }
        return daemon
    }

    private var status: DaemonAPI.GetStatus.Reply {
        .init(
            version: version, pid: 1, startedAt: PauseWorld.now, uptime: 5, now: PauseWorld.now,
            rules: .init(
                fingerprint: "f", files: 3, refused: false, errors: 0, warnings: 0,
                directories: [
                    .init(path: "/usr/share/soteria/rules.d", layer: .defaults),
                    .init(path: "/etc/soteria/rules.d", layer: .machine, problem: "no inotify"),
                    .init(path: "/home/ada/.config/soteria/rules.d", layer: .person),
                ], pendingEdits: pending),
            clock: .init(trusted: true, continuity: .first, timeZone: "Europe/Berlin"),
            store: .init(
                healthy: storeProblem == nil, problem: storeProblem, path: "/events.db", events: 9),
            connections: 1, subscribers: 0, incidents: [], source: source)
    }
}

/// A home directory that is there while a test runs.
final class TemporaryHome {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("soteria-settings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
