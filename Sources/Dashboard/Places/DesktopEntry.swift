/// An installed app as menus show it (freedesktop.org, Desktop Entry Specification).
struct DesktopEntry: Hashable, Sendable {
    /// The application id as rules name it: the desktop file's id without `.desktop`.
    var id: String
    /// The name in the person's language, one line of at most 200 characters.
    var name: String
    /// What it is for, in the person's language, one line of at most 200 characters; nil where
    /// nothing is said.
    var comment: String?
    /// The categories of menus that it belongs to, such as `Game`, in the order of the file.
    var categories: [String] = []
}
