import API

/// The pages of this room: how the pages look, what the plan allows, what is told, and what can be
/// taken away as files.
enum SettingsRoom {
    static let routes: [Route] = [
        Route(.get, "settings") { context, _ in try SettingsPage.show(context) },
        Route(.post, "settings/theme") { context, _ in try ThemeChoice.choose(context) },
        Route(.post, "settings/auto-protection") { context, _ in
            try AutoProtectionSwitch.set(context)
        },
        Route(.get, "settings/export") { context, _ in try ExportFile.download(context) },
        Route(.get, "settings/backup") { context, _ in try BackupFile.download(context) },
        Route(.post, "settings/debug") { context, _ in try CheckInDebugging.act(context) },
    ]
}
