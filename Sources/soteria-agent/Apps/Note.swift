/// A line for the journal about an app.
struct Note: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case froze
        case thawed
        /// It was asked to end.
        case ended
        /// It did not end and was killed.
        case killed
        /// It is blocked and runs on: why.
        case exempt(Exemption)
        /// The manager would not freeze it: its words.
        case notFrozen(String)
        /// The manager would not thaw it: its words. It is tried again.
        case notThawed(String)
    }

    var kind: Kind
    var unit: String
    /// The app, as it is reported.
    var app: String
    /// The keys of the targets that it belongs to, in order.
    var targets: [String]
}
