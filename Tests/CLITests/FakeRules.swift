import API
import Foundation
import RuleFiles
import RuleModel
import Synchronization
import Varlink

@testable import soteria

/// A daemon whose rules are the files of a directory, which are read again at every call.
final class FakeRules: Sendable {
    /// The home, which is gone afterwards, and the directory of rule files in it.
    let home: String
    let directory: String
    private let world: Mutex<World>

    struct World {
        /// The targets that a strict rule blocks.
        var strict: Set<String> = []
        /// The edits that wait after the next reload.
        var waiting: [RulesAPI.PendingEdit] = []
        var reloads = 0
        /// How often the files in force were fetched.
        var fetches = 0
    }

    init(_ files: [String: String] = [:], _ world: World = World()) throws {
        home = NSTemporaryDirectory() + "soteria-home-\(UUID().uuidString.prefix(8))"
        directory = home + "/.config/soteria/rules.d"
        self.world = Mutex(world)
        for (name, text) in files { try write(text, to: "\(directory)/\(name)") }
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// Installs an app as the desktop's menus show it.
    func install(_ id: String, name: String) throws {
        try write(
            "[Desktop Entry]\nType=Application\nName=\(name)\n",
            to: "\(home)/share/applications/\(id).desktop")
    }

    private func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    var toolsPath: String { "\(directory)/\(ToolsFile.name)" }

    /// The text of the tools' file; nil if there is none.
    var toolsText: String? { try? String(contentsOfFile: toolsPath, encoding: .utf8) }

    /// The tools' file.
    var tools: ToolsFile? { toolsText.flatMap { try? ToolsFile(text: $0) } }

    var reloads: Int { world.withLock { $0.reloads } }
    var fetches: Int { world.withLock { $0.fetches } }

    /// Runs a command line with these rules.
    func run(_ words: String...) throws -> CommandRun { try run(words) }

    func run(_ words: [String]) throws -> CommandRun {
        let daemon = try FakeDaemon(methods)
        defer { daemon.stop() }
        return CommandRun(
            arguments: words, daemon: daemon,
            environment: ["XDG_DATA_HOME": home + "/share", "XDG_DATA_DIRS": home + "/none"])
    }

    private func texts(replacing name: String? = nil, with text: String? = nil) -> [RuleText] {
        var names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        if let name, !names.contains(name) { names.append(name) }
        return names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted().map { file in
            let path = "\(directory)/\(file)"
            let written = try? String(contentsOfFile: path, encoding: .utf8)
            return RuleText(
                path: path, layer: 2, text: file == name ? text ?? "" : written ?? "")
        }
    }

    private func load(_ texts: [RuleText]) -> RuleLoadResult {
        RuleLoader(zones: ZoneSource(environment: [:])).load(sources: texts)
    }

    private static func diagnostics(_ loading: RuleLoadResult) -> [RulesAPI.Diagnostic] {
        loading.diagnostics.map {
            RulesAPI.Diagnostic(
                severity: $0.severity == .error ? .error : .warning, message: $0.message,
                suggestion: $0.suggestion, file: $0.file, line: $0.line > 0 ? $0.line : nil,
                column: $0.column > 0 ? $0.column : nil, notes: [])
        }
    }

    // MARK: - Answers

    private var methods: [String: Method] {
        [
            "org.soteria.daemon.GetStatus": Method { $0.reply(self.status) },
            "org.soteria.rules.List": Method { $0.reply(self.list) },
            "org.soteria.rules.Sources": Method { call in
                self.world.withLock { $0.fetches += 1 }
                call.reply(
                    RulesAPI.Sources.Reply(
                        fingerprint: "f",
                        sources: self.texts().map {
                            RulesAPI.Source(path: $0.path, layer: $0.layer, text: $0.text)
                        }))
            },
            "org.soteria.rules.Check": Method { call in
                let asked = try call.decode(RulesAPI.Check.Parameters.self)
                let loading = self.load(self.texts(replacing: asked.name, with: asked.text))
                call.reply(
                    RulesAPI.Check.Reply(
                        valid: loading.ruleSet != nil, errors: loading.errors,
                        warnings: loading.warnings, diagnostics: Self.diagnostics(loading)))
            },
            "org.soteria.rules.Reload": Method { call in
                let waiting = self.world.withLock { world in
                    world.reloads += 1
                    return world.waiting
                }
                call.reply(
                    RulesAPI.Reload.Reply(
                        fingerprint: "f", changed: true, diagnostics: [],
                        pendingEdits: waiting.isEmpty ? nil : waiting))
            },
            "org.soteria.targets.List": Method { $0.reply(self.targets) },
            "org.soteria.protection.List": Method { $0.reply(self.states) },
            "org.soteria.quiethours.List": Method { $0.reply(self.schedules) },
        ]
    }

    private var status: DaemonAPI.GetStatus.Reply {
        var status = SampleReplies.status
        status.rules.directories = [
            .init(path: "/usr/share/soteria/rules.d", layer: .defaults),
            .init(path: directory, layer: .person),
        ]
        return status
    }

    private var list: RulesAPI.List.Reply {
        let loading = load(texts())
        guard let set = loading.ruleSet else {
            return .init(fingerprint: "f", plan: "premium", files: [], rules: [])
        }
        func file(_ path: String) -> String? {
            loading.merged.origin(of: path).map { String($0.prefix { $0 != ":" }) }
        }
        return .init(
            fingerprint: "f", plan: set.plan.key, files: [],
            rules: set.targets.map {
                .init(
                    kind: .target, rule: $0.key, name: $0.name, file: file("targets.\($0.key)"))
            }
                + set.quietHours.map {
                    .init(
                        kind: .quietHours, rule: $0.key, name: $0.name,
                        file: file("quiet_hours.\($0.key)"))
                })
    }

    private var targets: TargetsAPI.List.Reply {
        .init(
            targets: (load(texts()).ruleSet?.targets ?? []).map { target in
                var listed = SampleReplies.target
                listed.target = target.key
                listed.name = target.name
                listed.sites = target.sites
                listed.siteCount = target.sites.count
                listed.apps = target.apps
                listed.appCount = target.apps.count
                return listed
            })
    }

    private var schedules: QuietHoursAPI.List.Reply {
        .init(
            schedules: (load(texts()).ruleSet?.quietHours ?? []).map { schedule in
                var listed = SampleReplies.schedule
                listed.schedule = schedule.key
                listed.targets = schedule.targets
                listed.strict = schedule.isStrict
                return listed
            })
    }

    private var states: ProtectionAPI.List.Reply {
        let strict = world.withLock { $0.strict }
        return .init(
            now: SampleReplies.now, sequence: 1,
            targets: (load(texts()).ruleSet?.targets ?? []).map { target in
                .init(
                    target: target.key, name: target.name, blocked: true,
                    strict: strict.contains(target.key), until: SampleReplies.until,
                    restrictions: [
                        .init(
                            kind: .quietHours, rule: "nights", name: "Quiet nights",
                            until: SampleReplies.until, strict: strict.contains(target.key))
                    ], monitored: true, sites: 1, apps: 0)
            })
    }
}
