import Foundation
import RuleFiles

enum DesktopEntries {
    /// The apps by name: of `$XDG_DATA_HOME/applications` and of that directory in each of
    /// `$XDG_DATA_DIRS`, where Flatpak and Snap have theirs, too.
    ///
    /// The first file of an id counts, and hides the others even where it says that the app is not
    /// to be shown. Left out are apps that are shown nowhere or not on this desktop
    /// (`$XDG_CURRENT_DESKTOP`), files that cannot be read, and apps whose id no rule could name.
    /// Of more than 2,000 files the rest is not looked at.
    ///
    /// - Parameters:
    ///   - environment: what the directories follow from (XDG Base Directory Specification).
    ///   - locale: the language of the names, `de_DE.UTF-8` or `de-DE`; nil: as they are.
    ///   - root: what stands before every path, without a slash at its end; empty: the machine's
    ///     own.
    /// - Returns: the apps, sorted without regard to case and accents.
    static func installed(
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
        return sorted(entries)
    }

    /// The directories of desktop files, the first one first; relative paths are to be ignored.
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

    private static func sorted(_ entries: [DesktopEntry]) -> [DesktopEntry] {
        entries.map { entry in
            let key = entry.name.folding(
                options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            return (key: key, entry: entry)
        }
        .sorted { ($0.key, $0.entry.id) < ($1.key, $1.entry.id) }
        .map(\.entry)
    }
}
