/// Reads the window classes of apps from their desktop files (Desktop Entry Specification).
enum DesktopFiles {
    /// The greatest size of a desktop file that is read, in bytes; larger ones are cut off.
    private static let limit = 1 << 16

    /// The window classes (`StartupWMClass`) by application id. Of each id only its own file is
    /// opened, in the first of the directories that has it.
    static func classes(of ids: [String], in directories: [String]) -> [String: String] {
        var found: [String: String] = [:]
        for id in ids where !id.isEmpty && !id.contains("/") && !id.hasPrefix(".") {
            let text = directories.lazy.compactMap { directory in
                TextFile.read("\(directory)/\(id).desktop", limit: limit)
            }.first
            found[id] = text.flatMap(windowClass)
        }
        return found
    }

    /// The value of `StartupWMClass` in a file's main group; nil if there is none.
    static func windowClass(in text: String) -> String? {
        var isMain = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                isMain = line.hasPrefix("[Desktop Entry]")
                continue
            }
            guard isMain, let equals = line.firstIndex(of: "="),
                line[..<equals].trimmed == "StartupWMClass"
            else { continue }
            let value = line[line.index(after: equals)...].trimmed
            return value.isEmpty ? nil : value
        }
        return nil
    }

    /// The directories of desktop files, the person's own first; `variable` reads an environment
    /// variable. Flatpak and Snap add theirs for sessions that do not name them.
    static func directories(variable: (String) -> String?) -> [String] {
        let home = variable("HOME")
        let own = variable("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
        let shared = variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        var bases = [own].compactMap(\.self) + shared.split(separator: ":").map(String.init)
        if let home { bases.append(home + "/.local/share/flatpak/exports/share") }
        bases += ["/var/lib/flatpak/exports/share", "/var/lib/snapd/desktop"]
        var seen: Set<String> = []
        return bases.filter { $0.hasPrefix("/") && seen.insert($0).inserted }
            .map { $0 + "/applications" }
    }
}

extension Substring {
    /// The text without spaces and tabs at either end.
    fileprivate var trimmed: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }
}
