/// An installed app as menus show it (freedesktop.org, Desktop Entry Specification).
package struct DesktopEntry: Hashable, Sendable {
    /// The application id as rules name it: the desktop file's id without `.desktop`.
    package var id: String
    /// The name in the person's language, one line of at most 200 characters.
    package var name: String
    /// What it is for, in the person's language, one line of at most 200 characters; nil where
    /// nothing is said.
    package var comment: String?
    /// The categories of menus that it belongs to, such as `Game`, in the order of the file.
    package var categories: [String]

    /// An app, part by part.
    package init(id: String, name: String, comment: String? = nil, categories: [String] = []) {
        self.id = id
        self.name = name
        self.comment = comment
        self.categories = categories
    }
}
