import API

enum EditText {
    /// A row for each edit: what becomes weaker, and when.
    static func rows(_ edits: [RulesAPI.PendingEdit]?, now: Moment) -> [[TextTable.Cell]] {
        (edits ?? []).map { edit in
            let what = edit.weakens.joined(separator: ", ")
            let word = edit.kind == .switch ? "off" : "weaker"
            return [
                .init("Waits"),
                .init(
                    "\(what) \(word) from \(TimeWords.ahead(edit.until, now: now))", .doubtful),
            ]
        }
    }

    /// The same of what `daemon.GetStatus` says.
    static func rows(_ edits: [DaemonAPI.PendingEdit]?, now: Moment) -> [[TextTable.Cell]] {
        let same = edits?.map { edit in
            RulesAPI.PendingEdit(
                edit: edit.edit, kind: edit.kind == .switch ? .switch : .files,
                weakens: edit.weakens, since: edit.since, until: edit.until)
        }
        return rows(same, now: now)
    }

    /// What is said of something that is switched off later; nothing where it need not wait.
    static func pending(_ until: String?, now: Moment?) -> String {
        guard let until else { return "" }
        let when = now.map { TimeWords.ahead(until, now: $0) } ?? until
        return "It is switched off from \(when), because weaker rules wait. "
            + "Switching it on again leaves all as it is.\n"
    }
}
