import Systemd

/// The kinds of the agent's journal entries, each with the id under which the catalog explains it.
enum EntryKind: String, Sendable, CaseIterable {
    /// The agent runs and is ready.
    case started = "agent-started"
    /// The agent ends; what it froze was thawed.
    case stopped = "agent-stopped"
    case froze = "app-frozen"
    case thawed = "app-thawed"
    /// An app was asked to end.
    case ended = "app-ended"
    /// An app did not end and was killed.
    case killed = "app-killed"
    /// An app is blocked and runs on.
    case spared = "app-spared"
    /// The manager would not freeze an app.
    case notFrozen = "app-not-frozen"
    /// The manager would not thaw an app.
    case notThawed = "app-not-thawed"
    /// The daemon was gone for too long, and apps were thawed.
    case forsaken = "protection-suspended"
    /// A notification was to be shown, and nobody shows it.
    case unseen = "notices-unseen"

    /// The id in the catalog.
    var id: MessageID {
        switch self {
        case .started: MessageID(high: 0x6d55_91d0_8cb4_43fc, low: 0xbcd2_5b06_9a89_3b7b)
        case .stopped: MessageID(high: 0xa114_8ec4_2bc7_47a5, low: 0xb1e8_d9f0_b2ca_94fb)
        case .froze: MessageID(high: 0xead4_2b1b_e205_44ee, low: 0x9cd1_b454_6530_9607)
        case .thawed: MessageID(high: 0xf017_2365_ea72_4fad, low: 0xac8f_c191_c0eb_0356)
        case .ended: MessageID(high: 0x1111_63ea_f637_49a5, low: 0xa80b_d8bf_c588_e0e1)
        case .killed: MessageID(high: 0x28a7_de76_b018_4e28, low: 0xb516_ca31_dec5_b51a)
        case .spared: MessageID(high: 0xf151_0448_5c0b_419f, low: 0x8718_d268_0eae_c50b)
        case .notFrozen: MessageID(high: 0x6a9a_f6fb_37a1_471c, low: 0xadf2_26e5_7db6_1f83)
        case .notThawed: MessageID(high: 0x3538_b2c0_7574_4c3e, low: 0xa94b_7903_09e3_a679)
        case .forsaken: MessageID(high: 0xe381_9c8f_c16b_4697, low: 0xa493_e54c_833e_a0de)
        case .unseen: MessageID(high: 0x792c_5f13_e96a_48bc, low: 0x9edc_767b_9907_191f)
        }
    }
}

extension Journal {
    /// Sends an entry of a kind that the catalog explains.
    ///
    /// - Parameters:
    ///   - kind: which kind.
    ///   - priority: how much it matters.
    ///   - message: what happened, in words.
    ///   - fields: what the catalog's text needs; names without `SOTERIA_`.
    func send(
        _ kind: EntryKind, _ priority: Priority, _ message: String,
        _ fields: [(String, String)] = []
    ) {
        send(
            message: message, priority: priority, messageID: kind.id,
            fields: Dictionary(
                fields.map { ("SOTERIA_" + $0.0, $0.1) }, uniquingKeysWith: { first, _ in first }))
    }

    /// Tells what became of an app.
    func send(_ note: Note) {
        let (kind, priority, what, reason) = Self.words(of: note.kind)
        var fields = [
            ("UNIT", note.unit), ("APP", note.app),
            ("TARGET", note.targets.joined(separator: " ")),
        ]
        if let reason { fields.append(("REASON", reason)) }
        send(kind, priority, "\(note.app) (\(note.unit)) \(what)", fields)
    }

    private static func words(
        of kind: Note.Kind
    ) -> (EntryKind, Priority, what: String, reason: String?) {
        switch kind {
        case .froze: (.froze, .info, "is paused.", nil)
        case .thawed: (.thawed, .info, "runs again.", nil)
        case .ended: (.ended, .notice, "was asked to end.", nil)
        case .killed: (.killed, .notice, "did not end and was killed.", nil)
        case .exempt(let exemption):
            (.spared, .notice, "is blocked and runs on: \(exemption.words).", exemption.words)
        case .notFrozen(let reason):
            (.notFrozen, .warning, "is blocked and could not be paused: \(reason).", reason)
        case .notThawed(let reason):
            (.notThawed, .error, "cannot be thawed: \(reason). It is tried again.", reason)
        }
    }
}
