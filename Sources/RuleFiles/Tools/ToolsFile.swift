/// The one rule file that the tools own, as a value: `90-tools.yaml` in the person's directory.
///
/// It keeps everything else in the file, in order; writing loses only comments and layout, as the
/// first lines of the file say. The tools never write any other file of a person.
package struct ToolsFile: Hashable, Sendable {
    package static let name = "90-tools.yaml"

    /// The sections in the order of the file, without the version.
    var sections: [Literal.Member]

    /// The largest length of a key: a longer one cannot be on one line with its value (YAML
    /// 1.2.2, 8.2.2).
    private static let keyLength = 1000

    private static let header = """
        # Soteria's tools write this file: the dashboard, soteria add and soteria remove.
        # Rules that you add here are kept, but comments are lost: put your own rules in
        # another file in this directory.


        """

    /// A file without entries, as for a missing one.
    package init() { sections = [] }

    /// Reads a file's text. A blank one has no entries.
    ///
    /// Throws `ToolsFileError.unreadable` if the text cannot be written again without loss: if it
    /// is not YAML or not a map of sections, has another version, or has anchors.
    package init(text: String) throws(ToolsFileError) {
        self.init()
        if Self.isBlank(text) { return }
        let source = SourceText(path: Self.name, layer: 0, text: text)
        var findings = Findings(files: [source])
        let root = Composer.compose(source, file: 0, into: &findings)
        if let root { Self.check(root, into: &findings) }
        if let fault = findings.sorted().first(where: { $0.severity == .error }) {
            throw .unreadable(fault)
        }
        for entry in root?.entries ?? [] where entry.key != "version" {
            sections.append(Literal.Member(entry.key, Literal(entry.value)))
        }
    }

    /// The file's text, equal for equal entries. It has the same meaning as the text that was read.
    package var text: String {
        ([Self.header + "version: 1\n"] + sections.map { Literal.map([$0]).yamlLines() })
            .joined(separator: "\n")
    }

    /// True if a text holds nothing but comments.
    private static func isBlank(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).allSatisfy { line in
            line.unicodeScalars.first { !$0.properties.isWhitespace }.map { $0 == "#" } ?? true
        }
    }

    private static func check(_ root: Mapping, into findings: inout Findings) {
        if let version = root["version"]?.value { findings.check(version: version) }
        for entry in root.entries { checkKeys(of: entry, into: &findings) }
    }

    private static func checkKeys(of entry: Mapping.Entry, into findings: inout Findings) {
        if Literal.text(entry.key).yaml.unicodeScalars.count > keyLength {
            findings.error("this key has more than \(keyLength) characters", at: entry.keyAt)
        }
        checkKeys(in: entry.value, into: &findings)
    }

    private static func checkKeys(in node: Node, into findings: inout Findings) {
        switch node.content {
        case .scalar: break
        case .list(let items): for item in items { checkKeys(in: item, into: &findings) }
        case .map(let map): for entry in map.entries { checkKeys(of: entry, into: &findings) }
        }
    }
}
