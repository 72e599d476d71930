/// The sources of rule files, the lowest layer first.
package struct RuleDirectories: Hashable, Sendable {
    enum Layer: Hashable, Sendable {
        /// The directory of the installed defaults; the embedded ones if it does not exist.
        case defaults(String?)
        /// A directory; if required, its absence is an error.
        case directory(String, isRequired: Bool)
        case files([String])
    }

    let layers: [Layer]

    /// The defaults, the machine's own (`/etc/soteria/rules.d`), and the person's own
    /// (`$XDG_CONFIG_HOME/soteria/rules.d`, else `$HOME/.config/soteria/rules.d`).
    ///
    /// `prefix` is where Soteria is installed, such as `/usr/local`; its defaults are in
    /// `share/soteria/rules.d` below. Directories that are not there hold nothing.
    package static func standard(
        prefix: String?, environment: [String: String]
    ) -> RuleDirectories {
        var layers = [
            defaults(prefix), Layer.directory("/etc/soteria/rules.d", isRequired: false),
        ]
        // A relative path is to be ignored (XDG Base Directory Specification).
        let configuration =
            [environment["XDG_CONFIG_HOME"], environment["HOME"].map { $0 + "/.config" }]
            .compactMap(\.self).first { $0.hasPrefix("/") }
        if let configuration {
            layers.append(.directory(configuration + "/soteria/rules.d", isRequired: false))
        }
        return RuleDirectories(layers: layers)
    }

    /// The defaults and these directories, each overriding the one before; all must exist.
    package init(overriding paths: [String], prefix: String? = nil) {
        layers =
            [Self.defaults(prefix)]
            + paths.map { .directory(FileReader.absolute($0), isRequired: true) }
    }

    /// The defaults and these files on top, as if the files were in one directory.
    package init(files: [String], prefix: String? = nil) {
        layers = [Self.defaults(prefix), .files(files.map { FileReader.absolute($0) })]
    }

    private init(layers: [Layer]) { self.layers = layers }

    private static func defaults(_ prefix: String?) -> Layer {
        .defaults(prefix.map { FileReader.absolute($0) + "/share/soteria/rules.d" })
    }

    /// The directories to be watched for changes, absolute; some may not be there yet.
    package var paths: [String] { sources.map(\.path) }

    /// A directory that rule files are read from.
    package struct Source: Hashable, Sendable {
        package var path: String
        /// Its number among the layers, as in `RuleText`; 0 the shipped defaults.
        package var layer: Int
    }

    /// The directories in the order in which they are read; no embedded defaults, no single files.
    package var sources: [Source] {
        layers.enumerated().compactMap { index, layer in
            switch layer {
            case .defaults(let path): path.map { Source(path: $0, layer: 0) }
            case .directory(let path, _): Source(path: path, layer: index)
            case .files: nil
            }
        }
    }
}
