/// Something about apps that a person is told by a notification, not asked.
struct Information: Sendable, Hashable {
    /// The subject; takes the place of what was told before under the same id.
    var id: String
    /// The heading, one line.
    var title: String
    /// The text, plain, possibly of several lines.
    var text: String
    /// Where a button "Unblock…" makes sense: an app of the blocked target, as
    /// `org.soteria.unblock.Attempt` takes it.
    var unblocks: String?
}
