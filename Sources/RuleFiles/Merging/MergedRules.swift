/// The merged set of all files before it is checked, each part with the file that it came from.
package struct MergedRules: Sendable {
    private let root: Mapping
    private let paths: [String]

    init(root: Mapping, files: [SourceText]) {
        self.root = root
        self.paths = files.map(\.path)
    }

    /// The entry at a dotted path: `quiet_hours.nights`.
    package func entry(_ path: String) -> Mapping.Entry? {
        var map: Mapping? = root
        var found: Mapping.Entry?
        for key in path.split(separator: ".") {
            found = map?[String(key)]
            map = found?.value.map
        }
        return found
    }

    /// The position of an entry, as `FILE:LINE`.
    package func origin(of entry: String) -> String? {
        self.entry(entry).map { origin($0.keyAt) }
    }

    private func origin(_ position: Position) -> String {
        "\(printable(paths[position.file])):\(position.line)"
    }

    // MARK: - YAML

    /// The set as one equivalent rule file, with `# from FILE:LINE` at each entry.
    ///
    /// A nested part is marked if it came from another file than the part around it.
    package func rendered() -> String {
        var lines = ["version: 1"]
        for section in root.entries {
            lines.append("")
            render(section, indent: 0, within: nil, to: &lines)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func render(
        _ entry: Mapping.Entry, indent: Int, within file: Int?, to lines: inout [String]
    ) {
        let head = String(repeating: " ", count: indent) + Self.text(entry.key) + ":"
        guard let map = entry.value.map, !map.entries.isEmpty else {
            let isMarked = file != entry.keyAt.file
            lines.append(head + " " + Self.flow(entry.value) + (isMarked ? mark(entry) : ""))
            return
        }
        // Sections and maps of maps come from many files: their entries name the file.
        let isEntry = indent > 0 && map.entries.contains { $0.value.map == nil }
        let isMarked = isEntry && file != entry.keyAt.file
        lines.append(head + (isMarked ? mark(entry) : ""))
        for inner in map.entries {
            render(inner, indent: indent + 2, within: isEntry ? entry.keyAt.file : file, to: &lines)
        }
    }

    private func mark(_ entry: Mapping.Entry) -> String { "  # from \(origin(entry.keyAt))" }

    /// A value on one line of YAML.
    private static func flow(_ node: Node) -> String {
        line(node, key: text) { scalar, _ in
            scalar.style == .plain ? text(scalar.text) : quoted(scalar.text)
        }
    }

    /// A value on one line, in the brackets that YAML and JSON share.
    private static func line(
        _ node: Node, key: (String) -> String, scalar write: (Scalar, Node) -> String
    ) -> String {
        switch node.content {
        case .scalar(let scalar): return write(scalar, node)
        case .list(let list):
            let items = list.map { line($0, key: key, scalar: write) }
            return "[" + items.joined(separator: ", ") + "]"
        case .map(let map):
            let entries = map.entries.map {
                "\(key($0.key)): \(line($0.value, key: key, scalar: write))"
            }
            return "{" + entries.joined(separator: ", ") + "}"
        }
    }

    private static func text(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    /// True if a text needs no quotes anywhere: letters and digits, with `_.:-/` inside.
    private static func isPlain(_ text: String) -> Bool {
        guard text.utf8.first?.isWord == true, text.utf8.last != UInt8(ascii: ":") else {
            return false
        }
        return text.utf8.allSatisfy { $0.isWord || ".-/".utf8.contains($0) }
            || text.utf8.allSatisfy { $0.isWord || "-:".utf8.contains($0) }
    }

    // MARK: - JSON

    /// The same as a JSON object: `rules` holds the set, `from` each part's `FILE:LINE` by path.
    ///
    /// Plain `true`, `false` and decimal numerals are JSON's; every other text is a string.
    package func json() -> String {
        var origins: [(String, String)] = []
        collectOrigins(of: root, path: "", depth: 0, into: &origins)
        let from = origins.map { "\(Self.quoted($0.0)): \(Self.quoted($0.1))" }
        let rules = Node(content: .map(root), at: Position(file: 0, line: 0, column: 0))
        return "{\"rules\": " + Self.json(rules) + ", \"from\": {" + from.joined(separator: ", ")
            + "}}"
    }

    private func collectOrigins(
        of map: Mapping, path: String, depth: Int, into origins: inout [(String, String)]
    ) {
        for entry in map.entries {
            let path = path.isEmpty ? entry.key : "\(path).\(entry.key)"
            guard let inner = entry.value.map, !inner.entries.isEmpty else {
                origins.append((path, origin(entry.keyAt)))
                continue
            }
            if depth > 0 { origins.append((path, origin(entry.keyAt))) }
            collectOrigins(of: inner, path: path, depth: depth + 1, into: &origins)
        }
    }

    private static func json(_ node: Node) -> String {
        line(node, key: quoted) { scalar, node in
            let isBare =
                scalar.style == .plain && (Bool(scalar.text) != nil || isNumeral(scalar.text))
            return node.isNull ? "null" : (isBare ? scalar.text : quoted(scalar.text))
        }
    }

    /// A JSON number without exponent and sign: `0.40`, `15`, not `015`.
    private static func isNumeral(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = parts.first, whole.count <= 15 else {
            return false
        }
        return (whole.count == 1 || whole.first != UInt8(ascii: "0"))
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }

    /// A string in quotes that are valid in JSON and in YAML.
    static func quoted(_ text: String) -> String {
        let isSimple = text.utf8.allSatisfy {
            (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c
        }
        if isSimple { return "\"\(text)\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.isControl || scalar.value == 0x2028 || scalar.value == 0x2029:
                quoted += "\\u" + scalar.value.hex(width: 4)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Node {
    /// The canonical text of the part, independent of layout and order of keys, for fingerprints.
    var canonicalText: String {
        var text = ""
        writeCanonical(to: &text)
        return text
    }

    private func writeCanonical(to text: inout String) {
        switch content {
        case .scalar(let scalar): text += MergedRules.quoted(scalar.text)
        case .list(let list):
            text += "["
            for node in list {
                node.writeCanonical(to: &text)
                text += ","
            }
            text += "]"
        case .map(let map):
            text += "{"
            for entry in map.entries.sorted(by: { $0.key < $1.key }) {
                text += MergedRules.quoted(entry.key) + ":"
                entry.value.writeCanonical(to: &text)
                text += ","
            }
            text += "}"
        }
    }
}
