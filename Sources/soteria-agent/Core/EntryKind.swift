import Systemd

/// Kinds of the agent's journal entries; the raw values are message ids in the catalog.
enum EntryKind: String, Sendable, CaseIterable {
    /// The agent is ready.
    case started = "6d5591d08cb443fcbcd25b069a893b7b"
    /// The agent ends and has thawed what it froze.
    case stopped = "a1148ec42bc747a5b1e8d9f0b2ca94fb"
    case froze = "ead42b1be20544ee9cd1b45465309607"
    case thawed = "f0172365ea724fadac8fc191c0eb0356"
    /// Somebody else thawed an app that is blocked.
    case thawedByOthers = "3f6b0d7c5f5e4f0fa1d2c49a7be83d16"
    /// An app was asked to end.
    case ended = "111163eaf63749a5a80bd8bfc588e0e1"
    /// An app did not end and was killed.
    case killed = "28a7de76b0184e28b516ca31dec5b51a"
    /// A blocked app that was started and not unblocked was killed.
    case discarded = "1b477ad9a713411d865dd4890c0b6581"
    /// Another source tells which window is in front, or none does any more.
    case focusChanged = "ea5582b431f54c5cac29e31fd0ef2c78"
    /// An app is blocked but keeps running.
    case spared = "f15104485c0b419f8718d2680eaec50b"
    /// The manager would not freeze an app.
    case notFrozen = "6a9af6fb37a1471cadf226e57db61f83"
    /// The manager would not thaw an app.
    case notThawed = "3538b2c075744c3ea94b790309e3a679"
    /// The daemon was gone for too long, and apps were thawed.
    case forsaken = "e3819c8fc16b4697a493e54c833ea0de"
    /// A notification could not be shown.
    case unseen = "792c5f13e96a48bc9edc767b9907191f"

    var id: MessageID {
        guard let id = MessageID(rawValue) else { preconditionFailure("\(self) has no id") }
        return id
    }
}

extension Journal {
    /// Sends an entry; the names of `fields` lack the prefix `SOTERIA_`.
    func send(
        _ kind: EntryKind, _ priority: Priority, _ message: String,
        _ fields: [String: String] = [:]
    ) {
        let named = fields.map { ("SOTERIA_" + $0.key, $0.value) }
        send(
            message: message, priority: priority, messageID: kind.id,
            fields: Dictionary(uniqueKeysWithValues: named))
    }

    func send(_ entry: AppLogEntry) {
        let (kind, priority, what, reason) = Self.text(of: entry.kind)
        var fields = [
            "UNIT": entry.unit, "APP": entry.app, "TARGET": entry.targets.joined(separator: " "),
        ]
        fields["REASON"] = reason
        send(kind, priority, "\(entry.app) (\(entry.unit)) \(what)", fields)
    }

    private static func text(
        of kind: AppLogEntry.Kind
    ) -> (EntryKind, Priority, what: String, reason: String?) {
        switch kind {
        case .froze: (.froze, .info, "is paused.", nil)
        case .thawed: (.thawed, .info, "is running again.", nil)
        case .thawedByOthers:
            (
                .thawedByOthers, .notice,
                "is blocked, but something other than Soteria resumed the app.", nil
            )
        case .ended: (.ended, .notice, "was asked to quit.", nil)
        case .killed: (.killed, .notice, "did not quit, so it was killed.", nil)
        case .discarded:
            (
                .discarded, .notice,
                "was started while it is blocked and was not unblocked, so it was closed.", nil
            )
        case .exempt(let exemption):
            (
                .spared, .notice, "is blocked but keeps running, because \(exemption.text).",
                exemption.text
            )
        case .notFrozen(let reason):
            (.notFrozen, .warning, "is blocked but could not be paused: \(reason).", reason)
        case .notThawed(let reason):
            (
                .notThawed, .error, "could not be resumed: \(reason). The agent will try again.",
                reason
            )
        }
    }
}
