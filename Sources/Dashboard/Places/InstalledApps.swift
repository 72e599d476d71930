import Foundation
import RuleFiles

struct InstalledApps {
    let all: [DesktopEntry]

    init(_ context: PageContext) {
        let surroundings = context.surroundings
        var environment = surroundings.environment
        if environment["HOME"] == nil { environment["HOME"] = surroundings.home }
        all = DesktopEntries.installed(
            environment: environment,
            locale: context.request.languages.first ?? surroundings.languages.first)
    }

    /// Apps whose name, id or description has every typed word, regardless of case and accents.
    func matching(_ typed: String) -> [DesktopEntry] {
        let words = String(typed.prefix(200)).folded.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return all }
        return all.filter { entry in
            let text = "\(entry.name) \(entry.id) \(entry.comment ?? "")".folded
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// A sentence on the number of apps found and shown; `none` if there are none.
    static func words(
        found: Int, shown: Int, none: String, _ context: PageContext
    ) -> String? {
        if found == 0 { return none }
        let more = found - shown
        return more > 0
            ? context.texts("places.moreApps", count: more, ["count": context.formats.number(more)])
            : nil
    }
}

/// An installed app as shown in menus (freedesktop.org, Desktop Entry Specification).
struct DesktopEntry: Hashable, Sendable {
    /// The application id as rules name it: the desktop file's id without `.desktop`.
    var id: String
    /// The name in the person's language, one line of at most 200 characters.
    var name: String
    /// A short description, in the language of the name; nil if there is none.
    var comment: String?
    /// The menu categories, such as `Game`, in the order of the file.
    var categories: [String] = []
}

enum DesktopEntries {
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
    fileprivate var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
