/// A source that may be there, and the place to find it at.
struct FocusCandidate: Hashable, Sendable {
    var kind: FocusKind
    /// The path of its socket, or the name of its display; empty for one on the session bus.
    var address = ""
}
