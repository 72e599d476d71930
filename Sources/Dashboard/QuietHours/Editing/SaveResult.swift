import API
import RuleEditing
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
        do throws(SaveFailure) {
            return .saved(waiting: try save(context.daemon, change))
        } catch .conflict {
            return .conflict
        } catch .refused(let errors, let file) {
            return .refused(RuleFaults(errors, of: file, section, key, context.texts))
        } catch .call(let failure) {
            throw failure
        } catch {
            return .failed(error.words(context))
        }
    }
}

extension SaveFailure {
    /// The reason why nothing was saved, in sentences.
    func words(_ context: PageContext) -> String {
        switch self {
        case .conflict: context.texts("quietHours.conflict")
        case .refused: context.texts("quietHours.faults")
        case .noDirectory: context.texts("quietHours.noDirectory")
        case .file(let error): error.description
        case .error(let error): ErrorMessage.words(error, context.environment)
        case .notReverted(let path):
            context.texts("quietHours.notTakenBack", ["path": path])
        case .call(let failure): failure.description
        }
    }
}
