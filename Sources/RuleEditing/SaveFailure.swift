import API
import RuleFiles

/// The reason why a change of the tools' file is not in force.
package enum SaveFailure: Error {
    /// The file changed after it was read. Nothing was written.
    case conflict
    /// The rules would be refused, or were refused: the errors, and the refused text. Nothing was
    /// written, or the write was reverted.
    case refused([RulesAPI.Diagnostic], ToolsFile)
    /// The daemon reads no directory of the person's.
    case noDirectory
    case file(ToolsFileError)
    /// The daemon refused the call. The write was reverted.
    case error(any TypedError)
    /// The rules were refused, and the file at the path could not be restored.
    case notReverted(path: String)
    /// A call failed.
    case call(CallFailure)
}

extension OwnRules {
    /// Changes the tools' file, lets the daemon check the whole text, writes it and puts it into
    /// force. Returns the edits that wait because of it.
    package func save(
        _ daemon: any DaemonCalls,
        _ change: (inout ToolsFile) throws(ToolsFileError) -> Void
    ) throws(SaveFailure) -> [RulesAPI.PendingEdit] {
        var file = file
        do throws(ToolsFileError) { try change(&file) } catch { throw .file(error) }
        if let obstacle { throw obstacle }
        guard let store, let reading else { throw .noDirectory }
        try check(file, daemon)
        let written: String
        do throws(ToolsFileError) {
            written = try store.write(file, replacing: reading.revision)
        } catch .changed {
            throw .conflict
        } catch {
            throw .file(error)
        }
        do throws(CallFailure) {
            let reloaded = try daemon.call(RulesAPI.Reload.self)
            let before = Set((inForce.pendingEdits ?? []).map(\.edit))
            return (reloaded.pendingEdits ?? []).filter { !before.contains($0.edit) }
        } catch .refused(let error) {
            // Rules that are not in force would come into force at some later time, unasked.
            guard (try? store.revert(written, to: reading)) != nil else {
                throw .notReverted(path: store.path)
            }
            if let error = error as? RulesAPI.RulesRefused {
                throw .refused(error.diagnostics.filter { $0.severity == .error }, file)
            }
            throw .error(error)
        } catch {
            throw .call(error)
        }
    }

    private func check(_ file: ToolsFile, _ daemon: any DaemonCalls) throws(SaveFailure) {
        let checked: RulesAPI.Check.Reply
        do throws(CallFailure) {
            checked = try daemon.call(
                RulesAPI.Check.self, .init(text: file.text, name: ToolsFile.name))
        } catch {
            throw .call(error)
        }
        guard checked.valid else {
            throw .refused(checked.diagnostics.filter { $0.severity == .error }, file)
        }
    }
}
