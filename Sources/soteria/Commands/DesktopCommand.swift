import ArgumentParser
import Foundation
import Localization

struct DesktopCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "desktop",
            abstract: localized("Set up GNOME so that Soteria knows which app is in front."),
            discussion: localized(
                """
                GNOME reports the app in front only through an extension. Other desktops need no \
                setup. To see what your desktop reports, run: soteria doctor
                """),
            subcommands: [
                DesktopInstallCommand.self, DesktopUninstallCommand.self, DesktopStatusCommand.self,
            ], defaultSubcommand: DesktopStatusCommand.self)
    }
}

private struct DesktopOutput: Encodable {
    /// The directory of the extension.
    var directory: String
    var files: [PlacedFile]
    /// Whether GNOME's settings switch the extension on; nil if they cannot be read.
    var enabled: Bool?
    /// The remaining step for the person; nil if there is none.
    var step: String?

    func text(_ style: Style) -> String {
        let list = files.isEmpty ? "" : BrowserText.files(files, extension: directory, style)
        guard let step else { return list }
        return list + (list.isEmpty ? "" : "\n") + Paragraph.marked("→", .faint, step, style)
    }
}

struct DesktopInstallCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "install",
            abstract: localized("Install and enable Soteria's extension for GNOME Shell."))
    }

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let settings = ShellSettings(run: context.run)
        guard let version = settings.version else {
            throw Failure(
                localized(
                    """
                    GNOME Shell was not found. Only GNOME needs the extension; for other desktops, \
                    run: soteria doctor
                    """))
        }
        guard let form = ShellExtension.Form(version: version) else {
            throw Failure(
                localized(
                    """
                    the extension does not support GNOME \(version); it supports GNOME 42 to \
                    \(ShellExtension.Form.modules.versions.upperBound)
                    """))
        }
        let place = try ShellExtension(context.environment)
        let files = try place.install(form)
        let isEnabled = settings.setEnabled(true)
        let step =
            isEnabled
            ? localized("Log out and back in: GNOME looks for new extensions only at login.")
            : localized(
                """
                GNOME's settings could not be changed. Log out and back in, then run: \
                gnome-extensions enable \(ShellExtension.id)
                """)
        let isNew = files.contains { $0.deed == .written } || !isEnabled
        let result = DesktopOutput(
            directory: place.directory, files: files, enabled: isEnabled, step: isNew ? step : nil)
        try context.show(result, output) { result.text($0) }
    }
}

struct DesktopUninstallCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "uninstall",
            abstract: localized("Disable the extension and remove its files."))
    }

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let place = try ShellExtension(context.environment)
        let settings = ShellSettings(run: context.run)
        // Where GNOME is not installed, nothing is switched on.
        if settings.enabled?.contains(ShellExtension.id) == true { _ = settings.setEnabled(false) }
        let files = try place.uninstall()
        let result = DesktopOutput(directory: place.directory, files: files, enabled: false)
        try context.show(result, output) { style in
            files.isEmpty ? localized("Nothing was installed.\n") : result.text(style)
        }
    }
}

struct DesktopStatusCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status",
            abstract: localized("Show whether the extension is installed and enabled."))
    }

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let place = try ShellExtension(context.environment)
        let settings = ShellSettings(run: context.run)
        let enabled = settings.enabled?.contains(ShellExtension.id)
        let result = DesktopOutput(
            directory: place.directory, files: [], enabled: place.isInstalled ? enabled : false,
            step: Self.text(place.isInstalled, enabled, settings.version))
        try context.show(result, output) { result.text($0) }
    }

    private static func text(_ isInstalled: Bool, _ enabled: Bool?, _ version: Int?) -> String {
        if version == nil {
            return localized("GNOME Shell is not installed; other desktops need no extension.")
        }
        if !isInstalled {
            return localized(
                "The extension is not installed. To install it: soteria desktop install")
        }
        switch enabled {
        case nil: return localized("The extension is installed. GNOME's settings cannot be read.")
        case true?: return localized("The extension is installed and enabled.")
        case false?:
            return localized(
                "The extension is installed but disabled. To enable it: soteria desktop install")
        }
    }
}
