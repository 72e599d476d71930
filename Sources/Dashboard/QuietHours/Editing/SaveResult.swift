import API
import RuleFiles

/// The outcome of saving the tools' file.
enum SaveResult {
    /// The file is written and in force, except for the edits that wait.
    case saved(waiting: [RulesAPI.PendingEdit])
    /// The file changed after the form was made from it. Nothing was written.
    case conflict
    /// The rules would be refused, or were refused. Nothing was written, or the write was reverted.
    case refused(RuleFaults)
    /// The file could not be written or recorded, with the reason in sentences.
    case failed(String)

    var waits: Bool {
        if case .saved(let waiting) = self { !waiting.isEmpty } else { false }
    }
}

extension OwnRules {
    /// Changes an entry, lets the daemon check the whole text, writes it and puts it into force.
    func save(
        _ section: ToolsSection, _ key: String, _ context: PageContext,
        _ change: (inout ToolsFile) throws(ToolsFileError) -> Void
    ) throws(CallFailure) -> SaveResult {
        var file = file
        do throws(ToolsFileError) {
            try change(&file)
        } catch {
            return .failed(error.description)
        }
        func refused(_ diagnostics: [RulesAPI.Diagnostic]) -> SaveResult {
            let errors = diagnostics.filter { $0.severity == .error }
            return .refused(RuleFaults(errors, of: file, section, key, context.texts))
        }
        guard let store, let reading else { return .failed(obstacle ?? "") }
        let checked = try context.daemon.call(
            RulesAPI.Check.self, .init(text: file.text, name: ToolsFile.name))
        guard checked.valid else { return refused(checked.diagnostics) }
        let written: String
        do throws(ToolsFileError) {
            written = try store.write(file, replacing: reading.revision)
        } catch .changed {
            return .conflict
        } catch {
            return .failed(error.description)
        }
        do throws(CallFailure) {
            let reloaded = try context.daemon.call(RulesAPI.Reload.self)
            let before = Set((inForce.pendingEdits ?? []).map(\.edit))
            let waiting = (reloaded.pendingEdits ?? []).filter { !before.contains($0.edit) }
            return .saved(waiting: waiting)
        } catch .refused(let error) {
            // Rules that are not in force would come into force at some later time, unasked.
            guard (try? store.revert(written, to: reading)) != nil else {
                return .failed(context.texts("quietHours.notTakenBack", ["path": store.path]))
            }
            return (error as? RulesAPI.RulesRefused).map { refused($0.diagnostics) }
                ?? .failed(ErrorMessage.words(error, context.environment))
        }
    }
}
