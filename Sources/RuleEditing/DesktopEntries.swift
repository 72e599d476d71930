import Foundation
import RuleFiles

/// An installed app as shown in menus (freedesktop.org, Desktop Entry Specification).
package struct DesktopEntry: Hashable, Sendable {
    /// The application id as rules name it: the desktop file's id without `.desktop`.
    package var id: String
    /// The name in the person's language, one line of at most 200 characters.
    package var name: String
    /// A short description, in the language of the name; nil if there is none.
    package var comment: String?
    /// The menu categories, such as `Game`, in the order of the file.
    package var categories: [String]

    package init(id: String, name: String, comment: String? = nil, categories: [String] = []) {
        self.id = id
        self.name = name
        self.comment = comment
        self.categories = categories
    }
}

package enum DesktopEntries {
    /// The apps in `$XDG_DATA_HOME/applications` and in that directory of each of `$XDG_DATA_DIRS`,
    /// which include those of Flatpak and Snap.
    ///
    /// The first file of an id counts and hides the others, even if it says that the app is not
    /// shown. Left out are apps that are shown nowhere or not on this desktop
    /// (`$XDG_CURRENT_DESKTOP`), files that cannot be read, and apps whose id no rule could name.
    /// After 2,000 files the rest is ignored.
    ///
    /// The directories follow from the environment (XDG Base Directory Specification), with `root`
    /// before every path. Names are in the language of the locale, `de_DE.UTF-8` or `de-DE`; the
    /// apps are sorted by name, regardless of case and accents.
    package static func installed(
        environment: [String: String], locale: String?, root: String = ""
    ) -> [DesktopEntry] {
        let locales = DesktopEntryLocales(locale)
        let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":")
            .map(String.init)
        var search = DesktopEntryFiles()
        for directory in directories(environment) { search.look(in: root + directory) }
        let entries = search.found.compactMap { file -> DesktopEntry? in
            guard let text = file.text, text.isShown(on: desktops),
                case .success(file.id) = AppName.normalised(file.id),
                let name = text.line("Name", in: locales)
            else { return nil }
            return DesktopEntry(
                id: file.id, name: name, comment: text.line("Comment", in: locales),
                categories: text.list("Categories"))
        }
        return entries.map { (key: $0.name.folded, entry: $0) }
            .sorted { ($0.key, $0.entry.id) < ($1.key, $1.entry.id) }.map(\.entry)
    }

    /// The directories of desktop files in order of precedence; relative paths are ignored.
    private static func directories(_ environment: [String: String]) -> [String] {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let home =
            value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? value("HOME").map { $0 + "/.local/share" }
        let others = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        var seen: Set<String> = []
        return ([home].compactMap(\.self) + others.split(separator: ":").map(String.init))
            .filter { $0.hasPrefix("/") }
            .map { path in
                var path = path
                while path.last == "/" { path.removeLast() }
                return path + "/applications"
            }
            .filter { seen.insert($0).inserted }
    }
}

extension String {
    /// The text for comparisons regardless of case and accents.
    package var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
