/// A journal entry about an app.
struct AppLogEntry: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case froze
        case thawed
        /// Somebody else thawed the app while it is blocked, or moved a process out of its unit.
        case thawedByOthers
        /// The app was asked to end.
        case ended
        /// The app did not end and was killed.
        case killed
        /// The app was started while it is blocked, was not unblocked, and was killed before it did
        /// anything.
        case discarded
        /// The app is blocked and still runs, for this reason.
        case exempt(Exemption)
        /// The manager refused to freeze the unit; the manager's message.
        case notFrozen(String)
        /// The manager refused to thaw the unit; the manager's message. The thaw is retried.
        case notThawed(String)
    }

    var kind: Kind
    var unit: String
    /// The name under which the app is reported.
    var app: String
    /// The keys of the app's targets, sorted.
    var targets: [String]
}
