/// Reads app ids as desktops name desktop files.
enum DesktopFileName {
    /// The app id of a desktop file's name, `org.gnome.TextEditor.desktop`; nil if it is empty.
    static func appID(_ name: String) -> String? {
        let suffix = ".desktop"
        let id = name.hasSuffix(suffix) ? String(name.dropLast(suffix.utf8.count)) : name
        return id.isEmpty ? nil : id
    }
}
