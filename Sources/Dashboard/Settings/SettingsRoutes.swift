import Foundation

/// The pages of settings: appearance, the plan, notifications, and downloads.
enum SettingsRoutes {
    static let routes: [Route] = [
        Route(.get, "settings") { context, _ in try SettingsPage.show(context) },
        Route(.post, "settings/theme") { context, _ in try ThemeChoice.choose(context) },
        Route(.post, "settings/auto-protection") { context, _ in
            try AutoProtectionSwitch.set(context)
        },
        Route(.get, "settings/export") { context, _ in try ExportFile.download(context) },
        Route(.get, "settings/backup") { context, _ in try BackupFile.download(context) },
        Route(.post, "settings/debug") { context, _ in try CheckInDebugPage.act(context) },
    ]
}

enum ThemeChoice {
    static func choose(_ context: PageContext) throws -> PageResponse {
        guard let theme = Preferences.Theme(rawValue: context.request.form.typed("theme")) else {
            return try SettingsPage.show(
                context, themeError: context.texts("settings.themeNeeded"))
        }
        var preferences = Preferences.read(context.surroundings)
        preferences.theme = theme
        do {
            try preferences.write(context.surroundings)
        } catch {
            let text = context.texts(
                "settings.themeUnwritten",
                [
                    "path": Preferences.path(context.surroundings),
                    "reason": error.localizedDescription,
                ])
            return try SettingsPage.show(context, themeError: text)
        }
        return .redirect("settings?done=themeSaved")
    }

    static func choices(_ chosen: Preferences.Theme, _ texts: Texts) -> [FormChoice] {
        Preferences.Theme.allCases.map { theme in
            FormChoice(
                id: "theme-\(theme.rawValue)", value: theme.rawValue,
                label: texts("settings.theme.\(theme.rawValue)"), isChosen: theme == chosen)
        }
    }
}

/// The appearance of the pages, stored in `dashboard.json` beside the person's rules.
struct Preferences: Codable, Hashable, Sendable {
    enum Theme: String, Codable, CaseIterable, Sendable {
        /// The desktop's theme.
        case system
        case light
        case dark
    }

    var theme: Theme = .system

    /// The preferences on disk; the defaults if the file is missing or unreadable.
    static func read(_ surroundings: PageSurroundings) -> Preferences {
        guard let data = FileManager.default.contents(atPath: path(surroundings)),
            let preferences = try? JSONDecoder().decode(Preferences.self, from: data)
        else { return Preferences() }
        return preferences
    }

    /// Writes the preferences to disk atomically.
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
