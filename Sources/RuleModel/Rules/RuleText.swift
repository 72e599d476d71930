/// The text of one rule file: the record keeps it so that the last good set survives.
///
/// For a list of sites only the digest is kept: its text would fill the record.
package struct RuleText: Hashable, Sendable, Codable {
    /// The file's absolute path, or `default/NAME.yaml` for a file embedded in the program.
    package var path: String
    /// 0 the shipped defaults, 1 the machine's (`/etc`), 2 the person's own.
    package var layer: Int
    /// The whole text; empty for a list of sites.
    package var text: String
    /// For a list of sites, the SHA-256 of the file's bytes in hexadecimal; nil for a rule file.
    package private(set) var digest: String?

    package init(path: String, layer: Int, text: String) {
        self.path = path
        self.layer = layer
        self.text = text
    }

    /// A list of sites: its absolute path, the layer of the rule file that names it, and its
    /// digest.
    package init(list path: String, layer: Int, digest: String) {
        self.init(path: path, layer: layer, text: "")
        self.digest = digest
    }

    /// True for a list of sites, false for a rule file.
    package var isList: Bool { digest != nil }

    /// The common fingerprint of texts in the order read.
    package static func fingerprint(of sources: [RuleText]) -> String {
        Fingerprint.of(
            sources.flatMap { source in
                [String(source.layer), source.path, source.text]
                    + (source.digest.map { ["list", $0] } ?? [])
            })
    }
}
