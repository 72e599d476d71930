/// How the pages are to look: as the desktop, light, or dark.
enum ThemeChoice {
    /// Keeps what was chosen.
    static func choose(_ context: PageContext) throws -> PageResponse {
        guard let theme = Preferences.Theme(rawValue: context.request.typed("theme")) else {
            return try SettingsPage.show(
                context, .init(themeError: context.texts("settings.themeNeeded")))
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
            return try SettingsPage.show(context, .init(themeError: text))
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
