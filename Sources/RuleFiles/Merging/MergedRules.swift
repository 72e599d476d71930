/// The merged set of all files before it is checked, each part with the file that it came from.
package struct MergedRules: Sendable {
    package let root: Mapping
    private let paths: [String]

    init(root: Mapping, files: [SourceText]) {
        self.root = root
        self.paths = files.map(\.path)
    }

    /// Where a part was written: `FILE:LINE`.
    func origin(_ position: Position) -> String {
        "\(printable(paths[position.file])):\(position.line)"
    }

    // MARK: - YAML

    /// The set as one rule file that means the same, with `# from FILE:LINE` at each entry.
    ///
    /// A part deeper inside is marked where it came from another file than what is around it.
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
        guard case .map(let map) = entry.value.content, !map.entries.isEmpty else {
            let isMarked = file != entry.keyAt.file
            lines.append(head + " " + Self.flow(entry.value) + (isMarked ? mark(entry) : ""))
            return
        }
        // Sections and maps of maps are the work of many files: their entries say from which.
        let isEntry = indent > 0 && map.entries.contains { !$0.value.isMap }
        let isMarked = isEntry && file != entry.keyAt.file
        lines.append(head + (isMarked ? mark(entry) : ""))
        for inner in map.entries {
            render(
                inner, indent: indent + 2, within: isEntry ? entry.keyAt.file : file, to: &lines)
        }
    }

    private func mark(_ entry: Mapping.Entry) -> String { "  # from \(origin(entry.keyAt))" }

    /// A value on one line.
    private static func flow(_ node: Node) -> String {
        switch node.content {
        case .scalar(let scalar):
            return scalar.style == .plain && isPlain(scalar.text)
                ? scalar.text : quoted(scalar.text)
        case .list(let list): return "[" + list.map(flow).joined(separator: ", ") + "]"
        case .map(let map):
            let entries = map.entries.map { "\(text($0.key)): \(flow($0.value))" }
            return "{" + entries.joined(separator: ", ") + "}"
        }
    }

    private static func text(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    /// Whether a text can stand without quotes wherever it is put: letters, digits and `_.:-`
    /// inside.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, last != UInt8(ascii: ":"),
            isWordByte(first)
        else { return false }
        return text.utf8.allSatisfy { isWordByte($0) || ".-/".utf8.contains($0) }
            || text.utf8.allSatisfy { isWordByte($0) || "-:".utf8.contains($0) }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f: true
        default: false
        }
    }

    // MARK: - JSON

    /// The same as a JSON object: `rules` holds the set, `from` the `FILE:LINE` of each part by
    /// path.
    ///
    /// Plain `true`, `false` and decimal numerals are JSON's; every other text is a string.
    package func json() -> String {
        var origins: [(String, String)] = []
        collectOrigins(of: root, path: "", depth: 0, into: &origins)
        let from = origins.map { "\(Self.quoted($0.0)): \(Self.quoted($0.1))" }
        return "{\"rules\": " + Self.json(Node(content: .map(root), at: Self.nowhere))
            + ", \"from\": {" + from.joined(separator: ", ") + "}}"
    }

    private static let nowhere = Position(file: 0, line: 0, column: 0)

    private func collectOrigins(
        of map: Mapping, path: String, depth: Int, into origins: inout [(String, String)]
    ) {
        for entry in map.entries {
            let path = path.isEmpty ? entry.key : "\(path).\(entry.key)"
            guard case .map(let inner) = entry.value.content, !inner.entries.isEmpty else {
                origins.append((path, origin(entry.keyAt)))
                continue
            }
            if depth > 0 { origins.append((path, origin(entry.keyAt))) }
            collectOrigins(of: inner, path: path, depth: depth + 1, into: &origins)
        }
    }

    private static func json(_ node: Node) -> String {
        switch node.content {
        case .scalar(let scalar):
            let isBare = scalar.style == .plain && (isTruth(scalar.text) || isNumeral(scalar.text))
            return node.isNull ? "null" : (isBare ? scalar.text : quoted(scalar.text))
        case .list(let list): return "[" + list.map(json).joined(separator: ", ") + "]"
        case .map(let map):
            let entries = map.entries.map { "\(quoted($0.key)): \(json($0.value))" }
            return "{" + entries.joined(separator: ", ") + "}"
        }
    }

    private static func isTruth(_ text: String) -> Bool { text == "true" || text == "false" }

    /// A JSON number without exponent and sign: `0.40`, `15`, not `015`.
    private static func isNumeral(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = parts.first, whole.count <= 15 else {
            return false
        }
        return (whole.count == 1 || whole.first != UInt8(ascii: "0"))
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    /// A string as JSON and YAML both read it.
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
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Node {
    /// The part's text in one form, whatever its layout and the order of its keys: what a
    /// fingerprint is made of.
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
