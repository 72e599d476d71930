import API
import Engine

/// Edits that wait, as the socket shows them.
extension Daemon {
    /// The edits that wait, in the order in which they were made; nil where none does.
    func pendingEdits() -> [RulesAPI.PendingEdit]? {
        let pending = engine.state.pendingEdits
        guard !pending.isEmpty else { return nil }
        return pending.map { edit in
            RulesAPI.PendingEdit(
                edit: Int(edit.id), kind: edit.change == nil ? .files : .switch,
                weakens: edit.entries, since: text(edit.at), until: text(engine.end(of: edit.time)))
        }
    }

    /// The same as `daemon.GetStatus` shows them.
    func pendingEditsOfStatus() -> [DaemonAPI.PendingEdit]? {
        pendingEdits()?.map { edit in
            DaemonAPI.PendingEdit(
                edit: edit.edit, kind: edit.kind == .files ? .files : .switch,
                weakens: edit.weakens, since: edit.since, until: edit.until)
        }
    }

    /// When something is switched off that waits to be; nil where nothing waits.
    func pendingUntil(_ subject: Switch.Subject) -> String? {
        text(engine.waitingSwitch(of: subject).map { engine.end(of: $0.time) })
    }
}
