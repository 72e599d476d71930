import API
import Foundation

/// What tells a browser which program an extension may talk to: a native-messaging manifest.
struct NativeManifest: Codable, Hashable, Sendable {
    var name: String
    var description: String
    /// The program's absolute path.
    var path: String
    /// How they talk; `stdio` is the only way.
    var type: String
    /// Who may, in the Chromium family.
    var allowedOrigins: [String]?
    /// Who may, in Firefox.
    var allowedExtensions: [String]?

    private enum CodingKeys: String, CodingKey {
        case name, description, path, type
        case allowedOrigins = "allowed_origins"
        case allowedExtensions = "allowed_extensions"
    }

    /// The manifest for a browser and the program at this path.
    init(_ browser: Browser, host path: String) {
        name = BrowserExtension.hostName
        description = "Connects the browser with the Soteria daemon."
        self.path = path
        type = "stdio"
        switch browser {
        case .chromium, .chrome: allowedOrigins = [BrowserExtension.chromiumOrigin]
        case .firefox: allowedExtensions = [BrowserExtension.firefoxID]
        }
    }

    /// The file's bytes.
    var bytes: [UInt8] {
        get throws { Array((try ReplyText.pretty(self) + "\n").utf8) }
    }

    /// What a file says; nil where that is no manifest.
    static func read(_ bytes: Data) -> NativeManifest? {
        try? JSONDecoder().decode(NativeManifest.self, from: bytes)
    }
}
