/// The abilities that a notification service names, of those in the Desktop Notifications
/// Specification.
struct Capabilities: Hashable, Sendable {
    /// True if it shows buttons, `actions`.
    var hasActions: Bool
    /// True if it shows more than a title, `body`.
    var hasBody: Bool
    /// True if it reads markup in the text, `body-markup`.
    var hasMarkup: Bool

    /// Reads the names in the answer to GetCapabilities; unknown ones mean nothing.
    init(_ names: some Sequence<String>) {
        let names = Set(names)
        hasActions = names.contains("actions")
        hasBody = names.contains("body")
        hasMarkup = names.contains("body-markup")
    }
}

/// The arguments of `org.freedesktop.Notifications.Notify` that one notice makes with one service.
struct NotificationForm: Hashable, Sendable {
    /// The name that people see beside it.
    static let appName = "Soteria"
    /// The icon's name in the icon theme.
    static let icon = "soteria"
    /// The hint `desktop-entry`: the name of the desktop file, without its suffix.
    static let desktopEntry = "org.soteria.Soteria"
    /// The hint `urgency`, a byte: normal. What is low is not seen everywhere, and what is critical
    /// covers what fills the screen.
    static let urgency: UInt8 = 1

    /// One line, never markup.
    var summary: String
    /// The text, markup where the service reads it; empty where it shows none.
    var body: String
    /// Keys and labels by turns.
    var actions: [String]
    /// The hint `category`, a vendor's own.
    var category: String
    /// After how many milliseconds it goes away by itself: 0 never, -1 as the service likes.
    var timeout: Int32

    /// The form that a notice takes.
    init(_ notice: Notice, _ capabilities: Capabilities) {
        let title = NoticeText.title(notice.title)
        var text = NoticeText.body(notice.text)
        if !capabilities.hasActions, let command = notice.command {
            text += (text.isEmpty ? "" : "\n") + "Run: " + NoticeText.body(command)
        }
        if capabilities.hasBody {
            summary = title
            body = capabilities.hasMarkup ? NoticeText.escaped(text) : text
        } else {
            let line = text.split(separator: "\n").joined(separator: " ")
            summary = line.isEmpty ? title : "\(title): \(line)"
            body = ""
        }
        actions =
            capabilities.hasActions ? notice.buttons.flatMap { [$0.key, $0.label] } : []
        category = notice.standing == .question ? "x-soteria.question" : "x-soteria.information"
        timeout = notice.standing == .question ? 0 : -1
    }
}
