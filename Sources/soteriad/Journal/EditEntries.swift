import Engine
import Logging
import RuleModel

/// What the journal says of edits that wait.
extension FactEntries {
    func tellEdit(_ event: Event) {
        switch event.fact {
        case .editBegan(let edit): tell(edit, event)
        case .editEnded(let ending): tell(ending)
        case .editsTakenBack(let reversal):
            let back = before.edits.filter { $0.id >= reversal.first && $0.change == nil }
            journal.notice(
                "What was edited less than ten minutes ago is taken back in full.",
                metadata: ["EDIT": .string(String(reversal.first))])
            for edit in back where edit.isPending {
                tell(cancelled: edit.id, edit.entries, "taken back")
            }
        default: break
        }
    }

    private func tell(_ edit: RuleEdit, _ event: Event) {
        for cancelled in before.edits where edit.cancels.contains(cancelled.id) {
            tell(cancelled: cancelled.id, cancelled.entries, "restored")
        }
        guard edit.isPending else { return }
        let end = until(event.at + edit.time.length, event)
        let what = edit.change == nil ? "What the edit of the rules weakens" : "Switching off"
        journal.send(
            .editWaits, .notice,
            "\(what) waits until \(end): \(edit.entries.joined(separator: ", ")).",
            [
                "RULES_ENTRIES": edit.entries.joined(separator: " "), "UNTIL": end,
                "EDIT": String(edit.id),
            ])
    }

    private func tell(_ ending: EditEnding) {
        let entries = ending.entries.joined(separator: " ")
        switch ending.reason {
        case .over:
            journal.send(
                .editInForce, .notice,
                "What waited is in force: \(ending.entries.joined(separator: ", ")).",
                ["RULES_ENTRIES": entries, "EDIT": String(ending.edit)])
        case .unreadable:
            journal.warning(
                """
                The rules before edit \(ending.edit) cannot be read any more; what it weakens is \
                in force: \(ending.entries.joined(separator: ", ")).
                """)
        case .restored: tell(cancelled: ending.edit, ending.entries, "switched on again")
        case .superseded: tell(cancelled: ending.edit, ending.entries, "its entry was edited")
        }
    }

    private func tell(cancelled edit: Int64, _ entries: [String], _ reason: String) {
        journal.send(
            .editCancelled, .notice,
            "An edit that waited is cancelled, \(reason): \(entries.joined(separator: ", ")).",
            [
                "RULES_ENTRIES": entries.joined(separator: " "), "EDIT": String(edit),
                "REASON": reason,
            ])
    }
}
