import Engine
import RuleModel

/// Reports on the rules, their switches and edits that wait.
extension FactReporter {
    func rulesLoaded(_ loaded: RulesLoaded) -> FactReport {
        let paths = loaded.sources.map(\.path)
        return FactReport(
            ["fingerprint": loaded.fingerprint, "files": paths],
            // Whole paths would not fit a line; the members have them.
            text: "\(loaded.fingerprint.prefix(12)) from "
                + paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
                .joined(separator: ", "),
            FactEntry(
                .rulesLoaded, .info,
                "New rules are in force. Soteria read the rules from "
                    + (paths.count == 1 ? "1 file." : "\(paths.count) files."),
                [
                    "RULES_HASH": loaded.fingerprint,
                    "RULES_FILES": paths.joined(separator: " "),
                ]))
    }

    func rulesWeakened(_ weakened: RulesWeakened) -> FactReport {
        let entries = weakened.entries.joined(separator: ", ")
        return FactReport(
            ["entries": weakened.entries], text: "the rules protect less than before: \(entries)",
            FactEntry(
                .rulesWeakened, .warning,
                "The rules now protect less than before. Changed: \(entries).",
                ["RULES_ENTRIES": weakened.entries.joined(separator: " ")]))
    }

    func switched(_ change: Switch) -> FactReport {
        let subject = change.subject.member
        let state = change.isOn ? "on" : "off"
        return FactReport(
            [subject.name: subject.key, "on": change.isOn], text: "\(subject.key) \(state)",
            switchEntry(change.subject, state))
    }

    func switchCleared(_ subject: Switch.Subject) -> FactReport {
        FactReport(
            [subject.member.name: subject.member.key], text: subject.member.key,
            switchEntry(subject, "back to the setting in the rule files"))
    }

    private func switchEntry(_ subject: Switch.Subject, _ state: String) -> FactEntry {
        func entry(_ kind: EntryKind, _ what: String, _ field: String) -> FactEntry {
            FactEntry(
                kind, .notice, "\(what) switched \(state).",
                [field: subject.member.key, "STATE": state])
        }
        return switch subject {
        case .schedule(let key): entry(.switched, "Quiet hours \"\(key)\" were", "SCHEDULE")
        case .autoProtection(let key):
            entry(.switched, "Auto-protection \"\(key)\" was", "SCHEDULE")
        case .target(let key):
            entry(.monitoringChanged, "Monitoring of \(journal.list([key])) was", "TARGET")
        }
    }

    func editBegan(_ edit: RuleEdit) -> FactReport {
        let entries = edit.entries.joined(separator: ", ")
        let cancelled = edit.cancels.map(String.init).joined(separator: ", ")
        let change = edit.change?.subject.member
        let end = until(event.at + edit.time.length)
        let zone = edit.isZoneChange ? edit.zone : nil
        let what =
            change == nil
            ? "An edit that weakens the rules" : "A change that switches protection off"
        let waiting = FactEntry(
            .editWaits, .notice,
            zone.map { zone in
                "The time zone changed, so times in \(zone) also apply until \(end): "
                    + "\(entries)."
            } ?? "\(what) will take effect at \(end): \(entries).",
            [
                "RULES_ENTRIES": edit.entries.joined(separator: " "), "UNTIL": end,
                "EDIT": String(edit.id),
            ])
        let cancellations = journal.before.edits.filter { edit.cancels.contains($0.id) }
            .map { known in
                cancellation(
                    known.id, known.entries,
                    zone == nil ? "the old rules were restored" : "the former time zone is back")
            }
        return FactReport(
            [
                "edit": edit.id, "entries": edit.entries, "seconds": edit.time.length,
                "cancels": edit.cancels, change?.name ?? "": change?.key, "zone": zone,
            ],
            text: (zone.map {
                "times in \($0) also apply for \(length(edit.time.length)): \(entries)"
            }
                ?? (entries.isEmpty
                    ? "the edit weakens nothing, so it is in force"
                    : "the edit of \(entries) takes effect in \(length(edit.time.length))"))
                + (cancelled.isEmpty ? "" : ", cancels edit \(cancelled)"),
            entries: cancellations + (edit.isPending ? [waiting] : []))
    }

    func editEnded(_ ending: EditEnd) -> FactReport {
        let entries = ending.entries.joined(separator: ", ")
        let zone = journal.before.edits.first { $0.id == ending.edit && $0.isZoneChange }?.zone
        let entry =
            switch ending.reason {
            case .over where zone != nil:
                FactEntry(
                    nil, .notice,
                    "After the change of the time zone, times in \(zone ?? "") no longer apply: "
                        + "\(entries).", ["EDIT": String(ending.edit)])
            case .restored where zone != nil:
                cancellation(ending.edit, ending.entries, "the former time zone is back")
            case .over:
                FactEntry(
                    .editInForce, .notice,
                    "An edit that weakens the rules is now in force: \(entries).",
                    [
                        "RULES_ENTRIES": ending.entries.joined(separator: " "),
                        "EDIT": String(ending.edit),
                    ])
            case .unreadable:
                FactEntry(
                    nil, .warning,
                    "Soteria can no longer read the rules from before edit \(ending.edit), so that "
                        + "edit is now in force: \(entries).")
            case .restored: cancellation(ending.edit, ending.entries, "switched on again")
            case .superseded:
                cancellation(ending.edit, ending.entries, "this part of the rules was edited")
            }
        return FactReport(
            [
                "edit": ending.edit, "entries": ending.entries, "reason": ending.reason.rawValue,
            ], text: "edit \(ending.edit), \(ending.reason.rawValue): \(entries)", entry)
    }

    func editsTakenBack(_ reversal: EditReversal) -> FactReport {
        let waited = journal.before.edits
            .filter { $0.id >= reversal.first && $0.isOfFiles && $0.isPending }
        let entry = FactEntry(
            nil, .notice,
            "Rule edits made less than \(RuleSet.revocability.minutes) minutes ago were undone.",
            ["EDIT": String(reversal.first)])
        return FactReport(
            ["from": reversal.first],
            text: "edit \(reversal.first) and all later edits were undone",
            entries: [entry]
                + waited.map { cancellation($0.id, $0.entries, "the edit was undone") })
    }

    private func cancellation(
        _ edit: Int64, _ entries: [String], _ reason: String
    ) -> FactEntry {
        FactEntry(
            .editCancelled, .notice,
            "A waiting edit was cancelled (\(reason)): \(entries.joined(separator: ", ")).",
            [
                "RULES_ENTRIES": entries.joined(separator: " "), "EDIT": String(edit),
                "REASON": reason,
            ])
    }
}
