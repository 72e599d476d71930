import Foundation
import Localization

/// Soteria's extension of GNOME Shell: its files and its place in a person's home.
struct ShellExtension {
    static let id = "focus@soteria.org"

    /// The forms in which GNOME Shell loads extensions.
    enum Form: String, CaseIterable {
        /// `imports`, up to GNOME 44.
        case imports
        /// ES modules, since GNOME 45.
        case modules

        /// The versions of GNOME that load the form; GNOME loads no extension that does not name
        /// its version.
        var versions: ClosedRange<Int> {
            switch self {
            case .imports: 42...44
            case .modules: 45...52
            }
        }

        /// The form for a version of GNOME; nil if no form is made for it.
        init?(version: Int) {
            guard let form = Self.allCases.first(where: { $0.versions.contains(version) }) else {
                return nil
            }
            self = form
        }
    }

    /// The directory of the extension, in which GNOME Shell looks for it.
    let directory: String

    init(_ environment: [String: String]) throws {
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw Failure(localized("the variable HOME must be set to an absolute path"))
        }
        var data = home + "/.local/share"
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") { data = path }
        directory = "\(data)/gnome-shell/extensions/\(Self.id)"
    }

    var isInstalled: Bool { access(directory + "/extension.js", F_OK) == 0 }

    /// Writes the files for a form.
    func install(_ form: Form) throws -> [PlacedFile] {
        try Self.files(form).map {
            try PlacedFile.put($0.bytes, at: "\(directory)/\($0.name)", parents: 0o700)
        }
    }

    /// Removes the files.
    func uninstall() throws -> [PlacedFile] {
        let names = Set(Self.files(.modules).map(\.name)).sorted()
        let done = try names.compactMap { try PlacedFile.remove("\(directory)/\($0)") }
        // Other people's files stay.
        rmdir(directory)
        return done
    }

    /// The files of a form.
    static func files(_ form: Form) -> [(name: String, bytes: [UInt8])] {
        let parts = ["\(form)-head.js", "body.js", "\(form)-tail.js"]
        let script = parts.flatMap { EmbeddedFiles.all["Desktop/Shell/" + $0] ?? [] }
        let versions = form.versions.map { "\"\($0)\"" }.joined(separator: ", ")
        let metadata = """
            {
              "uuid": "\(id)",
              "name": "Soteria",
              "description": "Tells Soteria which app is in front, and shows what is blocked.",
              "shell-version": [\(versions)]
            }

            """
        return [("extension.js", script), ("metadata.json", Array(metadata.utf8))]
    }
}

/// Reads and changes the list of GNOME's extensions that are switched on, by gsettings(1). The
/// shell applies the list at the next login, or at once if it knows the extension.
struct ShellSettings {
    let run: (String, [String]) -> ProgramResult

    private static let schema = ["org.gnome.shell", "enabled-extensions"]

    /// The version of the installed shell, 43 of "GNOME Shell 43.9"; nil if there is none.
    var version: Int? {
        let words = output("gnome-shell", ["--version"])?.split(separator: " ")
        return words?.last.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// The extensions that are switched on; nil if the settings cannot be read.
    var enabled: [String]? {
        output("gsettings", ["get"] + Self.schema).flatMap(Self.list)
    }

    /// Switches the extension on or off. Returns whether that was written.
    func setEnabled(_ isEnabled: Bool) -> Bool {
        guard let before = enabled else { return false }
        let others = before.filter { $0 != ShellExtension.id }
        let after = isEnabled ? others + [ShellExtension.id] : others
        guard after != before else { return true }
        let text = "[" + after.map { "'\($0)'" }.joined(separator: ", ") + "]"
        return output("gsettings", ["set"] + Self.schema + [after.isEmpty ? "@as []" : text]) != nil
    }

    /// The output of a program; nil if it cannot be run or fails.
    private func output(_ program: String, _ arguments: [String]) -> String? {
        let result = run(program, arguments)
        return result.status == 0 ? result.output : nil
    }

    /// The texts of a list in GVariant's notation, `['one', 'two']` or `@as []`; nil for anything
    /// else. Ids of extensions contain no quotes.
    static func list(_ text: String) -> [String]? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text == "@as []" { return [] }
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        var found: [String] = []
        for part in text.dropFirst().dropLast().split(separator: ",") {
            let item = part.trimmingCharacters(in: .whitespaces)
            guard item.count >= 2, item.hasPrefix("'"), item.hasSuffix("'") else { return nil }
            let id = item.dropFirst().dropLast()
            guard !id.contains(where: { "'\\\"".contains($0) }) else { return nil }
            found.append(String(id))
        }
        return found
    }
}
