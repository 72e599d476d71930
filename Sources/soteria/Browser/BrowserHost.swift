import API
import Foundation

/// The program that browsers start: `soteria-browser-host`.
struct BrowserHost {
    let surroundings: Surroundings

    /// Its file's name.
    static let name = "soteria-browser-host"

    /// Its path beside this program; nil where nobody knows where this program is.
    var path: String? {
        guard let executable = surroundings.executable else { return nil }
        return URL(fileURLWithPath: executable).deletingLastPathComponent()
            .appendingPathComponent(Self.name).path
    }

    /// What is wrong with the program at a path; nil where it is of this version.
    func problem(at path: String) -> String? {
        guard path.hasPrefix("/") else { return "\(path) is no absolute path" }
        guard access(path, F_OK) == 0 else { return "\(path) is not there" }
        guard access(path, X_OK) == 0 else { return "\(path) cannot be run" }
        let result = surroundings.run(path, ["--version"])
        guard result.status == 0 else { return "\(path) does not answer --version" }
        let words = result.output.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.last == Version.text else {
            let version = Printable.text(words.last ?? "of no version")
            return "\(path) is \(version), this program \(Version.text)"
        }
        return nil
    }
}
