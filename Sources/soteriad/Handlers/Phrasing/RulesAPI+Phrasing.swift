import API
import Engine
import Phrasing
import RuleFiles

extension [RulesAPI.Diagnostic] {
    /// Creates diagnostics from the first 200 findings.
    init(_ loading: RuleLoadResult) {
        self = loading.diagnostics.prefix(200).map { .init($0) }
    }
}

extension RulesAPI.Diagnostic {
    init(_ diagnostic: Diagnostic) {
        self.init(
            severity: diagnostic.severity == .error ? .error : .warning,
            message: diagnostic.message, suggestion: diagnostic.suggestion,
            file: diagnostic.file, line: Self.place(diagnostic.line),
            column: Self.place(diagnostic.column), excerpt: diagnostic.excerpt?.text,
            caret: diagnostic.excerpt?.caret,
            notes: diagnostic.notes.map { note in
                RulesAPI.Note(
                    file: note.file, line: Self.place(note.line),
                    column: Self.place(note.column), message: note.message)
            })
    }

    /// Lines and columns count from 1; 0 becomes nil.
    private static func place(_ number: Int) -> Int? { number > 0 ? number : nil }
}

extension RulesAPI.SpanProblem {
    init(_ problem: SimulatedSpan.Problem) {
        switch problem {
        case .empty: self = .empty
        case .tooLong: self = .tooLong
        case .outOfReach: self = .outOfReach
        }
    }
}

extension RulesAPI.PendingEdit {
    init(_ edit: RuleEdit, in engine: Engine) {
        self.init(
            edit: Int(edit.id), kind: edit.change == nil ? .files : .switch,
            weakens: edit.entries, since: engine.localClock.text(edit.at),
            until: engine.localClock.text(engine.end(of: edit.time)),
            timeZone: edit.isZoneChange ? edit.zone : nil)
    }
}

extension DaemonAPI.PendingEdit {
    /// Creates the edit in the form of `daemon.GetStatus`.
    init(_ edit: RulesAPI.PendingEdit) {
        self.init(
            edit: edit.edit, kind: edit.kind == .files ? .files : .switch,
            weakens: edit.weakens, since: edit.since, until: edit.until,
            timeZone: edit.timeZone)
    }
}

extension Engine {
    /// The waiting edits in the order in which they were made; nil if there are none.
    var shownEdits: [RulesAPI.PendingEdit]? {
        let pending = state.pendingEdits
        return pending.isEmpty ? nil : pending.map { .init($0, in: self) }
    }

    /// The time at which a waiting switch takes effect; nil if none waits.
    func pendingUntil(_ subject: Switch.Subject) -> String? {
        localClock.text(waitingSwitch(of: subject).map { end(of: $0.time) })
    }
}
