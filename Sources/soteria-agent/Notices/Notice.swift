/// The contents of a notification, before they take the form that the desktop's service
/// understands.
struct Notice: Hashable, Sendable {
    /// How long a notification is of use.
    enum Standing: Hashable, Sendable {
        /// It asks something: it stays until it is answered or what it is about is over.
        case question
        /// It tells of what goes on: the service may take it away after its own time, and what it
        /// tells is shown again where the service is started anew.
        case news
        /// It tells of what happened: seen once, it is never shown again.
        case passing
    }

    struct Button: Hashable, Sendable {
        /// The key that the service gives when it is pressed.
        var key: String
        var label: String
    }

    /// One line.
    var title: String
    /// Plain text, lines parted by "\n".
    var text: String
    /// In the order in which they are to be shown, what is to be offered first at the beginning.
    var buttons: [Button] = []
    /// The command that does what the buttons do, for services that show none; nil where there is
    /// none.
    var command: String?
    var standing: Standing
}

extension Information {
    /// The key of the button "Unblock…".
    static let unblockKey = "unblock"

    var notice: Notice {
        Notice(
            title: title, text: text,
            buttons: unblocks == nil ? [] : [.init(key: Self.unblockKey, label: "Unblock…")],
            command: unblocks.map { "soteria unblock --app \(ShellWord.quoted($0))" },
            standing: .passing)
    }
}
