import RuleModel

/// What edits of the rules leave behind.
extension State {
    /// The edits that wait, in the order in which they were made.
    package var pendingEdits: [RuleEdit] { edits.filter(\.isPending) }

    /// Notes since when something is switched on: for a while that may be taken back at once.
    mutating func recordSwitchOn(_ change: Switch, _ event: Event) {
        switchedOn = switchedOn.filter { !$0.value.isOver(at: event.deadline) }
        switchedOn[change.subject] =
            change.isOn ? Countdown(RuleEdit.revocability, from: event.deadline) : nil
    }

    /// For how long ends are remembered: longer than any entry leaves a target alone.
    private static let endsRemembered = TimeSpan.days(31)

    /// Notes when a protection ended that an entry of the rules began.
    mutating func record(_ ended: Protection, endedAt then: Moment) {
        guard let entry = ended.entry else { return }
        for target in ended.targets { entryEnds[entry, default: [:]][target] = then }
        entryEnds = entryEnds.compactMapValues { ends in
            let known = ends.filter { then.at - $0.value.at < Self.endsRemembered }
            return known.isEmpty ? nil : known
        }
    }
}
