import ArgumentParser
import Foundation

/// A browser that the extension runs in.
enum Browser: String, CaseIterable, Codable, ExpressibleByArgument, Hashable, Sendable {
    case chromium, chrome, firefox

    /// What people call it.
    var name: String {
        switch self {
        case .chromium: "Chromium"
        case .chrome: "Chrome"
        case .firefox: "Firefox"
        }
    }

    /// Its program by the names that packages give it.
    private var programs: [String] {
        switch self {
        case .chromium: ["chromium", "chromium-browser"]
        case .chrome: ["google-chrome", "google-chrome-stable"]
        case .firefox: ["firefox-esr", "firefox"]
        }
    }

    /// Where a Flatpak or a Snap of it keeps its files, below the person's home.
    private var confinedPlaces: [(packaging: Packaging, directory: String)] {
        switch self {
        case .chromium: [(.flatpak, ".var/app/org.chromium.Chromium"), (.snap, "snap/chromium")]
        case .chrome: [(.flatpak, ".var/app/com.google.Chrome")]
        case .firefox: [(.flatpak, ".var/app/org.mozilla.firefox"), (.snap, "snap/firefox")]
        }
    }

    /// Packagings that keep a browser away from programs of the machine.
    enum Packaging: String, Sendable {
        case flatpak = "Flatpak"
        case snap = "Snap"
    }

    /// In which of them the person has it.
    func confinements(home: String) -> [Packaging] {
        confinedPlaces.filter { FileManager.default.fileExists(atPath: "\(home)/\($0.directory)") }
            .map(\.packaging)
    }

    /// Whether its program is on the path, or the person has a profile of it.
    func isThere(_ places: BrowserPlaces) -> Bool {
        let directories = (places.environment["PATH"] ?? "").split(separator: ":")
        let isInstalled = programs.contains { program in
            directories.contains { access("\($0)/\(program)", X_OK) == 0 }
        }
        return isInstalled
            || FileManager.default.fileExists(atPath: places.profileDirectory(self))
    }
}
