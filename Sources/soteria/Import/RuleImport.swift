import API
import Foundation
import Localization
import RuleEditing
import RuleFiles

/// Writes a rule file of its own for the rules of another program.
struct RuleImport {
    let editor: RuleEditor
    /// The name of the file in the person's directory of rules, `leechblock.yaml`.
    let name: String
    /// The name of the other program.
    let program: String

    struct Outcome {
        var path: String
        var file: NewRuleFile
        var omissions: [RuleDraft.Omission]
        /// True if the file was written.
        var isSaved: Bool
    }

    /// Checks the rules together with those in force, then writes them, unless they are only to be
    /// shown. Nothing is changed if an error is thrown.
    func carryOut(_ draft: RuleDraft, isPreview: Bool) throws -> Outcome {
        guard let directory = editor.rules.store?.directory else {
            throw editor.failure(.noDirectory)
        }
        let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
        var status = stat()
        if lstat(path, &status) == 0 {
            throw Failure(
                localized(
                    """
                    \(Printable.text(path)) already exists from an earlier import; to import \
                    again, remove or rename that file first
                    """))
        }
        let keys = [RulesAPI.RuleKind.target, .quietHours, .budget].flatMap(editor.rules.keys)
        let comment = localized(
            "Imported from \(program). This file is yours: Soteria never changes it again.")
        let file = draft.file([comment], besides: keys)
        try checkPlan(file)
        let checked = try editor.client.call(
            RulesAPI.Check.self, .init(text: file.text, name: name))
        guard checked.valid else {
            throw editor.failure(
                .refused(checked.diagnostics.filter { $0.severity == .error }, ToolsFile()))
        }
        if !isPreview { try save(file.text, to: path, in: directory) }
        return Outcome(
            path: path, file: file, omissions: draft.omissions, isSaved: !isPreview)
    }

    private func checkPlan(_ file: NewRuleFile) throws {
        let plan = editor.rules.plan
        if let limit = plan.entries {
            let targets = try editor.client.call(TargetsAPI.List.self).targets
            let places = file.targets.reduce(0) { $0 + $1.sites.count }
            if let left = PlaceAllowance(plan, targets).left, places > left {
                throw editor.planFailure(localized("more than \(Count.sitesAndApps(limit))"))
            }
        }
        if let left = editor.rules.schedulesLeft, file.schedules.count > left {
            let limit = plan.schedules ?? 0
            throw editor.planFailure(localized("more than \(Count.schedules(limit))"))
        }
    }

    private func save(_ text: String, to path: String, in directory: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(directory, couldNotBe: localized("created"), errno)
        }
        let file = try AtomicFile(path, replaces: false)
        try file.write(text.utf8)
        try file.finish()
        do {
            _ = try editor.client.call(RulesAPI.Reload.self)
        } catch CallFailure.refused(let error) {
            // Rules that are not in force would come into force at some later time, unasked.
            guard unlink(path) == 0 else { throw editor.failure(.notReverted(path: path)) }
            guard let refused = error as? RulesAPI.RulesRefused else {
                throw editor.failure(.error(error))
            }
            throw editor.failure(
                .refused(refused.diagnostics.filter { $0.severity == .error }, ToolsFile()))
        }
    }
}
