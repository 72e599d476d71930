import API
import Localization
import RuleEditing
import RuleFiles
import RuleModel

/// Changes the tools' rule file for commands, and explains why an entry cannot be changed.
struct RuleEditor {
    let rules: OwnRules
    let client: SoteriaClient
    let context: CommandContext

    init(_ daemon: DaemonOptions, _ context: CommandContext) throws {
        self.context = context
        client = try daemon.client(context)
        rules = try OwnRules(client, environment: context.environment)
        if let obstacle = rules.obstacle { throw failure(obstacle) }
    }

    /// The path of the tools' file.
    var path: String { Printable.text(rules.store?.path ?? ToolsFile.name) }

    /// The key of a target of any file, named by its key or by the name that people see, regardless
    /// of case; nil if there is none.
    func targetKey(_ named: String) -> String? {
        let own = rules.file.targets.map { ($0.key, $0.name ?? $0.key) }
        return Self.key(named, among: own + inForce(.target))
    }

    func scheduleKey(_ named: String) -> String? {
        let own = rules.file.schedules.map { ($0.key, $0.name ?? $0.key) }
        return Self.key(named, among: own + inForce(.quietHours))
    }

    private func inForce(_ kind: RulesAPI.RuleKind) -> [(String, String)] {
        // An earlier version of an edited entry has a key of its own, such as nights@3f09ac.
        rules.inForce.rules.filter { $0.kind == kind && !$0.rule.contains("@") }
            .map { ($0.rule, $0.name) }
    }

    private static func key(_ named: String, among entries: [(String, String)]) -> String? {
        entries.first { $0.0 == named }?.0
            ?? entries.first { $0.1.folded == named.folded }?.0
    }

    /// Changes the tools' file and puts it into force; returns the edits that wait because of it.
    func save(
        _ change: (inout ToolsFile) throws(ToolsFileError) -> Void
    ) throws -> [RulesAPI.PendingEdit] {
        do throws(SaveFailure) {
            return try rules.save(client, change)
        } catch {
            throw failure(error)
        }
    }

    func failure(_ failure: SaveFailure) -> any Error {
        switch failure {
        case .conflict: return Failure(localized("\(path) has just been changed; try again"))
        case .refused(let errors, _):
            let all = DiagnosticText.all(errors, Style()).split(separator: "\n")
            return Failure(
                localized(
                    """
                    the rules would have \(Count.errors(errors.count)), so nothing was changed:
                    \(all.joined(separator: "\n"))
                    """))
        case .noDirectory:
            return Failure(
                localized(
                    """
                    the daemon found no directory for your rules, so nothing can be saved; to find \
                    out why: soteria doctor
                    """))
        case .file(let error):
            var words = Printable.text(error.description)
            while words.last == "." { words.removeLast() }
            return Failure(words)
        case .error(let error): return CallFailure.refused(error)
        case .notReverted(let path):
            return Failure(
                localized(
                    """
                    the new rules are not in force, but the change to \(Printable.text(path)) \
                    could not be undone; check that file
                    """))
        case .call(let failure): return failure
        }
    }

    // MARK: - Entries that the tools do not change

    /// Throws if a target is not in the tools' file: where it is, and what can be done there.
    func requireOwn(target key: String, toAdd places: [TargetPlace] = []) throws {
        if rules.file.keys(of: .targets).contains(key) { return }
        try require(.target, key, in: "targets") { $0.lines(adding: places) }
    }

    func requireOwn(schedule key: String) throws {
        if rules.file.keys(of: .quietHours).contains(key) { return }
        try require(.quietHours, key, in: "quiet_hours") { _ in [] }
    }

    private func require(
        _ kind: RulesAPI.RuleKind, _ key: String, in section: String,
        _ lines: (ForeignEntry) -> [String]
    ) throws {
        let name = Printable.text(rules.rule(kind, key)?.name ?? key)
        switch rules.owner(kind, key) {
        case .tools, .unknown: return
        case .person(let file):
            let entry = try ForeignEntry(file, "\(section).\(key)", client, context)
            let lines = lines(entry)
            throw Failure(
                lines.isEmpty
                    ? localized(
                        """
                        \(name) is set in \(entry.origin), a file of your own, which Soteria does \
                        not change; edit that file
                        """)
                    : localized(
                        """
                        \(name) is set in \(entry.origin), a file of your own, which Soteria does \
                        not change; write into that file:
                        \(lines.map { "  \($0)" }.joined(separator: "\n"))
                        Or choose another target with --to
                        """))
        case .below(let file):
            throw Failure(
                kind == .target
                    ? localized(
                        """
                        \(name) is set for the whole machine in \(Printable.text(file)), which \
                        Soteria does not change; choose another target
                        """)
                    : localized(
                        """
                        \(name) is set for the whole machine in \(Printable.text(file)), which \
                        Soteria does not change
                        """))
        }
    }

    /// The refusal of a plan that does not allow something.
    func planFailure(_ what: String) -> Failure {
        Failure(FailureText.plan(rules.plan.key, what))
    }
}

/// An entry of a person's own rule file, as written there.
private struct ForeignEntry {
    /// `FILE:LINE`; the file alone if the entry cannot be found there.
    let origin: String
    private let path: String
    private let merged: MergedRules?

    init(
        _ file: String, _ path: String, _ client: SoteriaClient, _ context: CommandContext
    ) throws {
        self.path = path
        let source = try client.call(RulesAPI.Sources.self).sources.first {
            Printable.text($0.path) == file && $0.digest == nil
        }
        merged = source.map { source in
            let text = RuleText(path: source.path, layer: source.layer, text: source.text)
            return RuleLoader(zones: ZoneSource(environment: context.environment))
                .load(sources: [text]).merged
        }
        origin = merged?.origin(of: path) ?? Printable.text(file)
    }

    /// The lines with the places that are there and these.
    func lines(adding places: [TargetPlace]) -> [String] {
        places.grouped(by: \.key).map { group in
            let node = merged?.entry("\(path).\(group.key)")?.value
            let known = (node?.list ?? [node].compactMap(\.self)).compactMap(\.scalar?.text)
            let all = known + group.elements.map(\.text).filter { !known.contains($0) }
            return "\(group.key): [\(all.map(Self.yaml).joined(separator: ", "))]"
        }
    }

    private static func yaml(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x41...0x5a).contains($0) || (0x30...0x39).contains($0)
                || "._/+-".utf8.contains($0)
        }
        return isPlain ? text : "\"\(Printable.text(text.replacing("\\", with: "\\\\")))\""
    }
}
