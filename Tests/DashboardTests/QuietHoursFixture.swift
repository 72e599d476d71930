import API
import Foundation
import RuleFiles

@testable import Dashboard

/// A daemon with rules of its own and a directory of a person's rule files, for the pages that
/// edit them.
final class EditableRules {
    let daemon = CannedDaemon()
    let directory: String
    let home: String
    var targets: [TargetsAPI.Target] = []
    var schedules: [QuietHoursAPI.Schedule] = []
    /// Files by key, where an entry is not the tools'.
    var files: [String: String] = [:]
    var plan = "premium"
    var plans = "plans: {free: {entries: 1, schedules: 1, edit_schedules: false}}\nplan: free\n"
    var pendingEdits: [RulesAPI.PendingEdit] = []
    var weakeningWaits: Int?
    /// The rules of a person's other file, in whose company a text is checked.
    var otherRules = ""
    /// Whether the files as last read were refused.
    var isRefused = false
    /// Whether the daemon reads a directory of the person's.
    var hasDirectory = true
    /// The effects of a reload besides its reply.
    var reload: () throws(CallFailure) -> [RulesAPI.PendingEdit]? = { nil }
    var use: [UsageAPI.TargetUse] = []
    var sessions: [UsageAPI.Session] = []
    var states: [ProtectionAPI.TargetState] = []

    /// A Wednesday, in summer time of Berlin.
    static let now = "2026-07-15T14:30:00+02:00"

    init() throws {
        home = NSTemporaryDirectory() + "soteria-pages-\(UUID().uuidString)"
        directory = home + "/.config/soteria/rules.d"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        answerRules()
        answerTargets()
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    var toolsFile: String { directory + "/" + ToolsFile.name }

    /// The text of the tools' file; nil if there is none.
    var written: ToolsFile? {
        (try? String(contentsOfFile: toolsFile, encoding: .utf8)).flatMap {
            try? ToolsFile(text: $0)
        }
    }

    /// The file as it is now, as forms tell it.
    var revision: String { (try? ToolsFileStore(directory: directory).read().revision) ?? "" }

    /// Puts entries into the tools' file.
    func write(_ edit: (inout ToolsFile) throws -> Void) throws {
        var file = written ?? ToolsFile()
        try edit(&file)
        try file.text.write(toFile: toolsFile, atomically: false, encoding: .utf8)
    }

    func site(texts: Texts? = nil) throws -> Site {
        try Site.forTests(
            texts: texts, home: home, environment: ["XDG_DATA_HOME": home, "XDG_DATA_DIRS": home])
    }

    /// The response of a page: its status and HTML.
    func page(
        _ path: String, query: [String: String] = [:], texts: Texts? = nil
    ) throws -> (status: Int, html: String) {
        let request = PageRequest(
            path: path.split(separator: "/").map(String.init), query: query, base: "/s-1",
            csrf: "token", languages: ["en-GB"])
        guard case .page(let status, let html) = try site(texts: texts).respond(request, daemon)
        else { throw Unexpected() }
        return (status, html)
    }

    /// The redirect after a form.
    func post(_ path: String, _ form: [String: [String]]) throws -> PageResponse {
        try site().respond(
            PageRequest(
                .post, path: path.split(separator: "/").map(String.init), form: form,
                base: "/s-1", csrf: "token", languages: ["en-GB"]), daemon)
    }

    /// Where a form leads that was carried out.
    func redirect(_ path: String, _ form: [String: [String]]) throws -> String {
        switch try post(path, form) {
        case .redirect(let path): return path
        case .page(_, let html): throw Unexpected(what: html)
        default: throw Unexpected()
        }
    }

    /// The page that a form is answered with that was not.
    func refused(_ path: String, _ form: [String: [String]]) throws -> (status: Int, html: String) {
        guard case .page(let status, let html) = try post(path, form) else { throw Unexpected() }
        return (status, html)
    }

    struct Unexpected: Error {
        var what = ""
    }

    private func file(_ section: String, _ key: String) -> String? {
        files["\(section).\(key)"] ?? "\(toolsFile):7"
    }

    private func answerRules() {
        daemon.on(DaemonAPI.GetStatus.self) { [unowned self] _ throws(CallFailure) in status }
        daemon.on(RulesAPI.List.self) { [unowned self] _ throws(CallFailure) in
            RulesAPI.List.Reply(
                fingerprint: "1", plan: plan, files: [],
                rules: targets.map {
                    RulesAPI.Rule(
                        kind: .target, rule: $0.target, name: $0.name,
                        file: file("targets", $0.target))
                }
                    + schedules.map {
                        RulesAPI.Rule(
                            kind: .quietHours, rule: $0.schedule, name: $0.name,
                            file: file("quiet_hours", $0.schedule))
                    }, pendingEdits: pendingEdits.isEmpty ? nil : pendingEdits)
        }
        daemon.on(RulesAPI.Sources.self) { [unowned self] _ throws(CallFailure) in
            RulesAPI.Sources.Reply(
                fingerprint: "1",
                sources: [RulesAPI.Source(path: "/etc/10-plan.yaml", layer: 1, text: plans)])
        }
        daemon.on(RulesAPI.Check.self) { [unowned self] asked throws(CallFailure) in
            check(asked)
        }
        daemon.on(RulesAPI.Reload.self) { [unowned self] _ throws(CallFailure) in
            RulesAPI.Reload.Reply(
                fingerprint: "2", changed: true, diagnostics: [], pendingEdits: try reload())
        }
    }

    /// As the daemon checks a text, by the loader that it has.
    private func check(_ asked: RulesAPI.Check.Parameters) -> RulesAPI.Check.Reply {
        let loading = RuleLoader(zones: ZoneSource(environment: [:])).load(sources: [
            .init(path: directory + "/10-mine.yaml", layer: 2, text: "version: 1\n" + otherRules),
            .init(path: "\(directory)/\(asked.name ?? "")", layer: 2, text: asked.text ?? ""),
        ])
        return RulesAPI.Check.Reply(
            valid: loading.ruleSet != nil, errors: loading.errors, warnings: loading.warnings,
            diagnostics: loading.diagnostics.map {
                RulesAPI.Diagnostic(
                    severity: $0.severity == .error ? .error : .warning, message: $0.message,
                    suggestion: $0.suggestion, file: $0.file, line: $0.line > 0 ? $0.line : nil,
                    column: $0.column > 0 ? $0.column : nil, notes: [])
            })
    }

    private func answerTargets() {
        daemon.on(QuietHoursAPI.List.self) { [unowned self] _ throws(CallFailure) in
            QuietHoursAPI.List.Reply(schedules: schedules)
        }
        daemon.on(QuietHoursAPI.Next.self) { [unowned self] asked throws(CallFailure) in
            QuietHoursAPI.Next.Reply(
                occurrences: schedules.filter { $0.enabled && $0.start != nil }
                    .prefix(asked.count ?? 1).map {
                        QuietHoursAPI.Occurrence(
                            schedule: $0.schedule, name: $0.name, targets: $0.targets,
                            start: $0.start ?? "", end: $0.end)
                    })
        }
        daemon.on(TargetsAPI.List.self) { [unowned self] _ throws(CallFailure) in
            TargetsAPI.List.Reply(targets: targets)
        }
        daemon.on(UsageAPI.Today.self) { [unowned self] _ throws(CallFailure) in
            UsageAPI.Today.Reply(targets: use, idle: false, locked: false)
        }
        daemon.onMore(UsageAPI.Sessions.self) { [unowned self] _ in
            [UsageAPI.Sessions.Reply(sessions: sessions)]
        }
        daemon.on(ProtectionAPI.List.self) { [unowned self] _ throws(CallFailure) in
            ProtectionAPI.List.Reply(now: Self.now, sequence: 1, targets: states)
        }
    }

    private var status: DaemonAPI.GetStatus.Reply {
        DaemonAPI.GetStatus.Reply(
            version: "1", pid: 1, startedAt: Self.now, uptime: 1, now: Self.now,
            rules: DaemonAPI.RulesStatus(
                fingerprint: "1", files: 1, refused: isRefused, errors: 0, warnings: 0,
                directories: [
                    DaemonAPI.RuleDirectory(path: "/usr/share/soteria/rules.d", layer: .defaults)
                ] + (hasDirectory ? [.init(path: directory, layer: .person)] : []),
                weakeningWaits: weakeningWaits),
            clock: DaemonAPI.ClockStatus(
                trusted: true, continuity: .sameBoot, timeZone: "Europe/Berlin"),
            store: DaemonAPI.StoreStatus(healthy: true, path: "/x", events: 0), connections: 1,
            subscribers: 0, incidents: [])
    }
}
