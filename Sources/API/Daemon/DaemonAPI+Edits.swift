/// Edits that wait, as `org.soteria.daemon` declares them.
extension DaemonAPI {
    /// What was edited.
    package enum EditKind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The rule files.
        case files
        /// Something was switched off through the socket.
        case `switch`
    }

    /// An edit that weakens the rules and waits: until its delay is over what was before it holds
    /// as well.
    package struct PendingEdit: Codable, Hashable, Sendable {
        /// Its number: that of the event that says so.
        package var edit: Int
        /// What was edited.
        package var kind: EditKind
        /// What becomes weaker, as paths of the rules such as quiet_hours.nights.
        package var weakens: [String]
        /// When it was made.
        package var since: String
        /// When it is in force.
        package var until: String

        /// The value with all that it holds.
        package init(edit: Int, kind: EditKind, weakens: [String], since: String, until: String) {
            self.edit = edit
            self.kind = kind
            self.weakens = weakens
            self.since = since
            self.until = until
        }
    }
}
