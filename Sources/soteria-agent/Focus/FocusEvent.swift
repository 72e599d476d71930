/// The window that has the keyboard, as the desktop reports it. Its title is never read.
struct FrontWindow: Hashable, Sendable {
    /// The desktop's id of the app: a Wayland app id, an X11 class, or the name of a desktop file;
    /// nil if the desktop does not report it.
    var app: String?
    /// The id of the window's process; nil if the desktop does not report it.
    var process: Int32?

    /// Whether this window belongs to the app or the process that the other one names.
    func belongs(to other: FrontWindow) -> Bool {
        (app != nil && app == other.app) || (process != nil && process == other.process)
    }
}

/// A report of a desktop.
enum FocusEvent: Hashable, Sendable {
    /// Another window is in front; nil: none is, for example while the screen is locked.
    case front(FrontWindow?)
    /// The person has not touched anything for the time asked, and no window inhibits idleness
    /// (true), or touched something again (false; perhaps without a report of idleness before).
    case idle(Bool)
    /// The answer to `checkInput`: the time since the last input.
    case touched(ago: Duration)
}

/// The abilities of a source, known once it answers.
struct FocusAbilities: Hashable, Sendable {
    var reportsFront = false
    var reportsIdle = false
    /// Whether `.idle` comes after an hour even if a window inhibits idleness.
    var limitsInhibitors = false
    /// Whether the source answers `checkInput`.
    var tellsInput = false
    var putsAway = false
}
