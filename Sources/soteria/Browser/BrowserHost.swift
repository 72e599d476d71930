import API
import Foundation
import Localization

/// The program that browsers start: `soteria-browser-host`.
struct BrowserHost {
    let context: CommandContext

    static let name = "soteria-browser-host"

    /// The host's path beside this program; nil if this program's path is unknown.
    var path: String? {
        context.programs.map {
            URL(fileURLWithPath: $0).appendingPathComponent(Self.name).path
        }
    }

    /// The problem of the program at a path; nil if the program has this version.
    func problem(at path: String) -> String? {
        guard path.hasPrefix("/") else { return localized("\(path) is not an absolute path") }
        guard access(path, F_OK) == 0 else { return localized("\(path) is missing") }
        guard access(path, X_OK) == 0 else { return localized("\(path) is not executable") }
        let result = context.run(path, ["--version"])
        guard result.status == 0 else { return localized("\(path) --version failed") }
        let words = result.output.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.last == Version.text else {
            let version = Printable.text(words.last ?? "unknown")
            return localized(
                "\(path) is version \(version), but this program is version \(Version.text)")
        }
        return nil
    }
}

/// A native-messaging manifest: tells a browser which program an extension may talk to.
struct NativeManifest: Codable, Hashable, Sendable {
    var name: String
    var description: String
    var path: String
    /// The connection type; always `stdio`.
    var type: String
    /// The allowed extensions in Chromium browsers.
    var allowedOrigins: [String]?
    /// The allowed extensions in Firefox.
    var allowedExtensions: [String]?

    private enum CodingKeys: String, CodingKey {
        case name, description, path, type
        case allowedOrigins = "allowed_origins"
        case allowedExtensions = "allowed_extensions"
    }

    init(_ browser: Browser, host path: String) {
        name = BrowserExtension.hostName
        description = "Connects the browser to the Soteria daemon."
        self.path = path
        type = "stdio"
        switch browser {
        case .chromium, .chrome: allowedOrigins = [BrowserExtension.chromiumOrigin]
        case .firefox: allowedExtensions = [BrowserExtension.firefoxID]
        }
    }

    var bytes: [UInt8] {
        get throws { Array((try ReplyText.pretty(self) + "\n").utf8) }
    }

    static func read(_ bytes: Data) -> NativeManifest? {
        try? JSONDecoder().decode(NativeManifest.self, from: bytes)
    }
}
