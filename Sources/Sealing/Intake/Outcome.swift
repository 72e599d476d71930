/// The end of a file that lies in a device's log.
package enum Outcome: Hashable, Sendable {
    /// It counts.
    case taken
    /// It counts, and so does another chunk with its number.
    case fork
    /// It counts without facts and heads, because its text is not as it must be.
    case empty(Refusal)
    /// The same chunk lies at a place before.
    case again
    /// It is looked at again with every new file and entry.
    case waits(Reason)
    /// It is passed over.
    case refused(Refusal)
    /// It lies behind a chunk of a later version, which ends the log.
    case notReached

    /// The reason why a file waits.
    package enum Reason: String, Hashable, Sendable {
        /// A chunk between it and those that count is missing.
        case chunkBefore = "chunk before"
        /// Its device is no member, and no head names it.
        case head
        /// The key of its epoch is missing. It counts, and chunks after it go on.
        case key
        /// Its device is in no entry.
        case entry
    }

    /// The outcome in a few words, for a status.
    package var text: String {
        switch self {
        case .taken: "taken"
        case .fork: "fork"
        case .empty(let refusal): "empty: \(refusal.reason)"
        case .again: "again"
        case .waits(let reason): "waits: \(reason.rawValue)"
        case .refused(let refusal): "refused: \(refusal.reason)"
        case .notReached: "not reached"
        }
    }
}
