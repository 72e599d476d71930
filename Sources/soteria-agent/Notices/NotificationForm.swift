import Localization

/// The capabilities of a notification service that matter here, by the Desktop Notifications
/// Specification.
struct Capabilities: Hashable, Sendable {
    /// Whether the service shows buttons, `actions`.
    var hasActions: Bool
    /// Whether the service shows a text besides the title, `body`.
    var hasBody: Bool
    /// Whether the service reads markup in the text, `body-markup`.
    var hasMarkup: Bool

    /// Reads the reply to GetCapabilities; unknown names are ignored.
    init(_ names: some Sequence<String>) {
        let names = Set(names)
        hasActions = names.contains("actions")
        hasBody = names.contains("body")
        hasMarkup = names.contains("body-markup")
    }
}

/// The arguments of `org.freedesktop.Notifications.Notify` for one notice and one service.
struct NotificationForm: Hashable, Sendable {
    /// The app name that is shown with the notification.
    static let appName = "Soteria"
    /// The icon's name in the icon theme.
    static let icon = "soteria"
    /// The hint `desktop-entry`: the name of the desktop file, without its suffix.
    static let desktopEntry = "org.soteria.Soteria"
    /// The hint `urgency`, a byte: normal. Low urgency is hidden on some desktops, and critical
    /// covers full-screen windows.
    static let urgency: UInt8 = 1

    /// One line, never markup.
    var summary: String
    /// The text, with markup if the service reads it; empty if it shows none.
    var body: String
    /// Alternating keys and labels.
    var actions: [String]
    /// The hint `category`, a vendor-specific one.
    var category: String
    /// The timeout in milliseconds: 0 never, -1 for the service's default.
    var timeout: Int32

    /// Formats a notice for a service with these capabilities.
    init(_ notice: Notice, _ capabilities: Capabilities) {
        let title = NoticeText.title(notice.title)
        var text = NoticeText.body(notice.text)
        if !capabilities.hasActions, let command = notice.command {
            text += (text.isEmpty ? "" : "\n") + localized("Run: \(NoticeText.body(command))")
        }
        if capabilities.hasBody {
            summary = title
            body = capabilities.hasMarkup ? NoticeText.escaped(text) : text
        } else {
            let line = text.split(separator: "\n").joined(separator: " ")
            summary = line.isEmpty ? title : "\(title): \(line)"
            body = ""
        }
        actions = capabilities.hasActions ? notice.buttons.flatMap { [$0.key, $0.label] } : []
        category = notice.lifetime == .question ? "x-soteria.question" : "x-soteria.information"
        timeout = notice.lifetime == .question ? 0 : -1
    }
}
