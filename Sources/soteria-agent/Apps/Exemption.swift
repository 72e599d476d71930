import Localization

/// The reason to leave a unit running and notify instead: freezing it would stop the person's work
/// or their means to answer, or lose data.
enum Exemption: String, Sendable, Hashable, CaseIterable {
    /// The agent or one of its ancestors runs in it.
    case agent
    /// The session's leader or manager runs in it.
    case session
    /// A program in it draws the screen: it listens on a Wayland or X11 socket.
    case compositor
    /// It has a terminal open: it holds the master's side of a pseudo-terminal.
    case terminal
    /// It serves a file system that others would wait for (FUSE).
    case fileSystem = "file-system"
    /// It owns the name of a portal on the bus.
    case portal
    /// It plays and records sound for other programs.
    case audio
    /// It shows the notifications, Soteria's among them.
    case notifications
    /// It has a watchdog, by which the manager would kill it for being silent.
    case watchdog

    /// Whether the unit must not be asked to end either. A unit that only must not stand
    /// still, because of its watchdog or its file system, may be asked to end.
    var holdsForStopping: Bool {
        self != .watchdog && self != .fileSystem
    }

    /// The reason in English, as the end of a sentence that begins "The app keeps running because".
    var text: String { reason.english }

    /// The same for notifications, which are translated.
    var reason: LocalizedText {
        switch self {
        case .agent: LocalizedText("Soteria itself runs inside this app")
        case .session: LocalizedText("the desktop session depends on this app")
        case .compositor: LocalizedText("this app shows the windows of all other apps")
        case .terminal: LocalizedText("this app has a terminal open")
        case .fileSystem: LocalizedText("other programs read files through this app")
        case .portal: LocalizedText("other apps use desktop features through this app")
        case .audio: LocalizedText("other apps play sound through this app")
        case .notifications: LocalizedText("this app shows the notifications of all apps")
        case .watchdog: LocalizedText("systemd would kill this app if Soteria paused it")
        }
    }
}
