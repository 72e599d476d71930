import API
import Localization

/// The contents of a notification, before they are formatted for the desktop's service.
struct Notice: Hashable, Sendable {
    /// How long a notification stays.
    enum Lifetime: Hashable, Sendable {
        /// A question: stays until it is answered or no longer applies.
        case question
        /// A state: the service may remove it after its own timeout, and it is shown again after a
        /// restart of the service.
        case news
        /// An event: never shown again once seen.
        case passing
    }

    struct Button: Hashable, Sendable {
        /// The key that the service reports when the button is pressed.
        var key: String
        var label: String
    }

    /// One line.
    var title: String
    /// Plain text of one or more lines.
    var text: String
    /// The buttons in the order of display, the most important one first.
    var buttons: [Button] = []
    /// The command that replaces the buttons, for services without buttons; nil if there is none.
    var command: String?
    var lifetime: Lifetime
}

extension Information {
    static let unblockKey = "unblock"

    var notice: Notice {
        Notice(
            title: title, text: text,
            buttons: unblocks == nil
                ? [] : [.init(key: Self.unblockKey, label: localized("Unblock…"))],
            command: unblocks.map { "soteria unblock --app \(ShellWord.quoted($0))" },
            lifetime: .passing)
    }
}
