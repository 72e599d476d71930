import RuleModel

/// The state of edits.
extension State {
    /// The pending edits, in the order in which they were made.
    package var pendingEdits: [RuleEdit] { edits.filter(\.isPending) }

    /// Records the time of a switch-on: for a while it can be undone at once.
    mutating func recordSwitchOn(_ change: Switch, _ event: Event) {
        switchedOn = switchedOn.filter { !$0.value.isOver(at: event.deadline) }
        switchedOn[change.subject] =
            change.isOn ? Countdown(RuleSet.revocability, from: event.deadline) : nil
    }

    /// How long ends are remembered: longer than any entry leaves a target alone.
    private static let endsRemembered = TimeSpan.days(31)

    /// Records the end of a protection that an entry of the rules started.
    mutating func record(_ ended: Protection, endedAt then: Moment) {
        guard let entry = ended.entry else { return }
        for target in ended.targets { entryEnds[entry, default: [:]][target] = then }
        entryEnds = entryEnds.compactMapValues { ends in
            let known = ends.filter { then.at - $0.value.at < Self.endsRemembered }
            return known.isEmpty ? nil : known
        }
    }
}
