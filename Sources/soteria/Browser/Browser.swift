import API
import ArgumentParser
import Foundation
import Localization

enum Browser: String, CaseIterable, Codable, ExpressibleByArgument, Hashable, Sendable {
    case chromium, chrome, firefox

    var name: String {
        switch self {
        case .chromium: "Chromium"
        case .chrome: "Chrome"
        case .firefox: "Firefox"
        }
    }

    /// The names of the browser's program in packages.
    private var programs: [String] {
        switch self {
        case .chromium: ["chromium", "chromium-browser"]
        case .chrome: ["google-chrome", "google-chrome-stable"]
        case .firefox: ["firefox-esr", "firefox"]
        }
    }

    /// The directories of the browser's Flatpak and Snap packages, below the person's home.
    private var confinedPlaces: [(packaging: Packaging, directory: String)] {
        switch self {
        case .chromium: [(.flatpak, ".var/app/org.chromium.Chromium"), (.snap, "snap/chromium")]
        case .chrome: [(.flatpak, ".var/app/com.google.Chrome")]
        case .firefox: [(.flatpak, ".var/app/org.mozilla.firefox"), (.snap, "snap/firefox")]
        }
    }

    /// Packagings that isolate a browser from the machine's programs.
    enum Packaging: String, Sendable {
        case flatpak = "Flatpak"
        case snap = "Snap"
    }

    /// The isolated packagings that the person has of the browser.
    func confinements(home: String) -> [Packaging] {
        confinedPlaces.filter { FileManager.default.fileExists(atPath: "\(home)/\($0.directory)") }
            .map(\.packaging)
    }

    /// True if the browser's program is in `PATH`, or the person has a profile of the browser.
    func isThere(_ places: BrowserPaths) -> Bool {
        let directories = (places.environment["PATH"] ?? "").split(separator: ":")
        let isInstalled = programs.contains { program in
            directories.contains { access("\($0)/\(program)", X_OK) == 0 }
        }
        return isInstalled
            || FileManager.default.fileExists(atPath: places.profileDirectory(self))
    }
}

/// The paths where browsers look for the parts of an extension.
struct BrowserPaths: Sendable {
    /// The process's environment; `HOME` is absolute.
    let environment: [String: String]
    let home: String

    init(_ environment: [String: String]) throws {
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw Failure(localized("the variable HOME must be set to an absolute path"))
        }
        self.environment = environment
        self.home = home
    }

    static let manifestName = BrowserExtension.hostName + ".json"

    // MARK: Paths of the person

    /// The directory with all of a person's data for a browser.
    func profileDirectory(_ browser: Browser) -> String {
        switch browser {
        // Wherever its profiles are, Firefox always looks for native manifests here.
        case .firefox: home + "/.mozilla"
        case .chromium: configurations + "/chromium"
        case .chrome: configurations + "/google-chrome"
        }
    }

    /// The parent of the directories of Chromium's family of browsers.
    private var configurations: String {
        // Unlike the desktop standard, they use the variable unchanged.
        for name in ["CHROME_CONFIG_HOME", "XDG_CONFIG_HOME"] {
            if let path = environment[name], path.hasPrefix("/") { return path }
        }
        return home + "/.config"
    }

    func manifest(_ browser: Browser) -> String {
        let directory =
            browser == .firefox ? "native-messaging-hosts" : "NativeMessagingHosts"
        return "\(profileDirectory(browser))/\(directory)/\(Self.manifestName)"
    }

    var extensionDirectory: String {
        var data = home + "/.local/share"
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") { data = path }
        return data + "/soteria/browser-extension"
    }

    // MARK: Paths of the machine, as on Debian

    static func systemManifest(_ browser: Browser) -> String {
        switch browser {
        case .chromium: "/etc/chromium/native-messaging-hosts/" + manifestName
        case .chrome: "/etc/opt/chrome/native-messaging-hosts/" + manifestName
        case .firefox: "/usr/lib/mozilla/native-messaging-hosts/" + manifestName
        }
    }

    static let systemExtensionDirectory = "/usr/share/webext/soteria"

    /// The link by which a browser finds the machine's copy; nil if it does not look for one.
    static func systemLink(_ browser: Browser) -> (path: String, destination: String)? {
        switch browser {
        case .chromium:
            ("/usr/share/chromium/extensions/soteria", "../../webext/soteria")
        case .chrome: nil
        case .firefox:
            // The braces contain Firefox's own application id.
            (
                "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/"
                    + BrowserExtension.firefoxID, "../../../webext/soteria"
            )
        }
    }
}
