import Foundation

/// How the pages are to look, kept in `dashboard.json` beside the person's rules.
struct Preferences: Codable, Hashable, Sendable {
    /// Light or dark.
    enum Theme: String, Codable, CaseIterable, Sendable {
        /// As the desktop has it.
        case system
        case light
        case dark
    }

    var theme: Theme = .system

    /// Those on disk; where there are none, or none that can be read, the standard ones.
    static func read(_ surroundings: PageSurroundings) -> Preferences {
        guard let data = FileManager.default.contents(atPath: path(surroundings)),
            let preferences = try? JSONDecoder().decode(Preferences.self, from: data)
        else { return Preferences() }
        return preferences
    }

    /// Puts them on disk, whole or not at all.
    func write(_ surroundings: PageSurroundings) throws {
        try FileManager.default.createDirectory(
            atPath: surroundings.configuration, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let path = Self.path(surroundings)
        try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
        // Whatever the umask of whoever started the dashboard by hand is.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    static func path(_ surroundings: PageSurroundings) -> String {
        surroundings.configuration + "/dashboard.json"
    }
}
