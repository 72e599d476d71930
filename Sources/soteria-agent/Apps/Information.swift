/// A notice about apps; it asks nothing.
struct Information: Sendable, Hashable {
    /// The subject; replaces the earlier notice of the same id.
    var id: String
    /// The heading, one line.
    var title: String
    /// The text, plain, possibly of several lines.
    var text: String
    /// An app of the blocked target, as `org.soteria.unblock.Attempt` expects it, for the button
    /// "Unblock…"; nil for no button.
    var unblocks: String?
}
