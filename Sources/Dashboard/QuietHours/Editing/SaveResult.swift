import API
import RuleFiles

/// The outcome of saving the tools' file.
enum SaveResult {
    /// It is written and in force, but for the edits that wait.
    case saved(waiting: [RulesAPI.PendingEdit])
    /// The file is not the one that the form was made from. Nothing was written.
    case conflict
    /// The rules would be refused, or were. Nothing was written, or it was taken back.
    case refused(RuleFaults)
    /// It could not be written or recorded: why, in sentences.
    case failed(String)

    var waits: Bool {
        if case .saved(let waiting) = self { !waiting.isEmpty } else { false }
    }
}

extension OwnRules {
    /// Changes an entry, has the whole text checked, writes it and puts it into force.
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
