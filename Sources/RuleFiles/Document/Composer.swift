import Yams

/// Composes a tree of nodes from a file's text, strictly: everything that YAML would guess or hide
/// is an error.
///
/// Anchors, aliases, merge keys and tags are refused: a few lines of aliases could expand beyond
/// the available memory.
package struct Composer {
    private let source: SourceText
    private let file: Int
    /// The input of the YAML parser: the source with some characters replaced by placeholders, one
    /// for one.
    private var given: [UInt8]
    /// True if `given` contains a placeholder for a `*`.
    private var isDisarmed = false

    /// The placeholder for a `*` before a name, so that no alias is ever expanded.
    private static let star = Character("\u{E02A}")
    /// Placeholders for the first character of a repeated key; each costs another pass over the
    /// file.
    private static let repeatedKeys: ClosedRange<UInt32> = 0xE100...0xE10F
    /// The largest depth of nesting, more than any rule needs; the YAML parser's own limit is 1000.
    private static let depthLimit = 32

    /// Composes the map in a file; returns nil and reports if it is not a rule file.
    package static func compose(_ source: SourceText, file: Int, into findings: inout Findings)
        -> Mapping?
    {
        if let fault = CharacterCheck.firstFault(in: source.bytes) {
            findings.error(fault.message, at: source.position(at: fault.offset, file: file))
            return nil
        }
        var composer = Composer(source: source, file: file, given: source.bytes)
        composer.disarmAliases()
        return composer.compose(into: &findings)
    }

    private mutating func compose(into findings: inout Findings) -> Mapping? {
        let start = Position(file: file, line: 1, column: 1)
        // Each repeated key costs another reading of the file, which a large one cannot have.
        let readings = max(1, (1 << 20) / max(1, given.count))
        for standIn in Self.repeatedKeys.prefix(readings) {
            do throws(SyntaxProblem) {
                guard let root = try parse(into: &findings) else {
                    findings.error(
                        "the file is empty, perhaps because it was not saved completely; save the "
                            + "file again, or delete it",
                        file: source.path)
                    return nil
                }
                guard let mapping = root.map else {
                    findings.error(
                        "expected a map of sections such as \"targets:\", found "
                            + "\(root.summary)",
                        at: root.at)
                    return nil
                }
                return mapping
            } catch {
                guard case .repeatedKey(let key, let first) = error else {
                    error.report(in: file, start: start, into: &findings)
                    return nil
                }
                let text = SourceText(
                    path: source.path, layer: source.layer,
                    text: String(decoding: given, as: UTF8.self))
                let place = Position(file: file, line: first.line, column: first.column)
                guard let second = RepeatedKey.offset(of: key, after: place, in: text) else {
                    findings.error("the key \"\(key)\" appears twice in one map", at: place)
                    return nil
                }
                findings.error(
                    "the key \"\(key)\" appears twice in one map",
                    at: text.position(at: second, file: file),
                    notes: [(at: place, message: "the first occurrence is here")])
                given.replaceSubrange(
                    second..<second + Self.width(of: given[second]),
                    with: Array(String(Unicode.Scalar(standIn).map(Character.init) ?? " ").utf8))
            }
        }
        return nil
    }

    private func parse(into findings: inout Findings) throws(SyntaxProblem) -> Node? {
        do {
            let parser = try Parser(
                yaml: String(decoding: given, as: UTF8.self), resolver: .basic, encoding: .utf8)
            // The parser owns the anchors that the nodes refer to weakly.
            return try withExtendedLifetime(parser) {
                try parser.singleRoot().map { convert($0, depth: 0, into: &findings) }
            }
        } catch {
            throw SyntaxProblem(error)
        }
    }

    /// Replaces each `*` that could begin an alias; the one in `a * b` could not and stays.
    private mutating func disarmAliases() {
        guard given.contains(UInt8(ascii: "*")) else { return }
        var disarmed: [UInt8] = []
        disarmed.reserveCapacity(given.count + 64)
        for (index, byte) in given.enumerated() {
            let next = index + 1 < given.count ? given[index + 1] : 0
            // The bytes that the name of an anchor may hold.
            if byte == UInt8(ascii: "*"), next.isWord || next == UInt8(ascii: "-") {
                disarmed.append(contentsOf: String(Self.star).utf8)
                isDisarmed = true
            } else {
                disarmed.append(byte)
            }
        }
        given = disarmed
    }

    private static func width(of lead: UInt8) -> Int {
        lead < 0xc0 ? 1 : (lead < 0xe0 ? 2 : (lead < 0xf0 ? 3 : 4))
    }

    // MARK: - Nodes

    private func convert(
        _ node: Yams.Node, isKey: Bool = false, depth: Int, into findings: inout Findings
    ) -> Node {
        let at = Position(file: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
        guard depth <= Self.depthLimit else {
            findings.error("the file is nested deeper than \(Self.depthLimit) levels", at: at)
            return Node(content: .list([]), at: at)
        }
        switch node {
        case .scalar(let scalar):
            let isUntagged = isKey || scalar.style != .plain
            refuse(scalar.anchor, scalar.tag, unless: isUntagged ? .str : .implicit, at, &findings)
            if scalar.style == .plain, scalar.string.first == Self.star {
                findings.error(
                    "aliases (*name) are not allowed in rule files; write the value itself, or put "
                        + "quotes around a value that begins with \"*\"",
                    at: at)
            }
            return Node(content: .scalar(converted(scalar)), at: at)
        case .sequence(let sequence):
            refuse(sequence.anchor, sequence.tag, unless: isKey ? .seq : .implicit, at, &findings)
            return Node(
                content: .list(
                    sequence.map {
                        convert($0, isKey: isKey, depth: depth + 1, into: &findings)
                    }),
                at: at)
        case .mapping(let mapping):
            refuse(mapping.anchor, mapping.tag, unless: isKey ? .map : .implicit, at, &findings)
            return Node(
                content: .map(convert(mapping, isKey: isKey, depth: depth, into: &findings)),
                at: at)
        case .alias:
            return Node(content: .list([]), at: at)
        }
    }

    private func convert(
        _ mapping: Yams.Node.Mapping, isKey: Bool, depth: Int, into findings: inout Findings
    ) -> Mapping {
        var entries: [Mapping.Entry] = []
        entries.reserveCapacity(mapping.count)
        for (key, value) in mapping {
            let node = convert(key, isKey: true, depth: depth + 1, into: &findings)
            let value = convert(value, isKey: isKey, depth: depth + 1, into: &findings)
            guard let scalar = node.scalar else {
                findings.error("a key must be a string, found \(node.summary)", at: node.at)
                continue
            }
            if let first = scalar.text.unicodeScalars.first?.value,
                Self.repeatedKeys.contains(first)
            {
                continue
            }
            if scalar.text == "<<", scalar.style == .plain {
                findings.error(
                    "merge keys (<<) are not allowed in rule files; copy the keys and values here",
                    at: node.at
                )
                continue
            }
            entries.append(Mapping.Entry(key: scalar.text, keyAt: node.at, value: value))
        }
        return Mapping(entries: entries)
    }

    private func converted(_ scalar: Yams.Node.Scalar) -> Scalar {
        let style: Scalar.Style =
            switch scalar.style {
            case .any, .plain: .plain
            case .singleQuoted: .singleQuoted
            case .doubleQuoted: .doubleQuoted
            case .literal: .literal
            case .folded: .folded
            }
        let text = scalar.string
        return Scalar(
            text: isDisarmed ? String(text.map { $0 == Self.star ? "*" : $0 }) : text,
            style: style)
    }

    /// Refuses anchors and tags. The parser itself gives the tag `given` to quoted texts, and to
    /// keys that it compares.
    private func refuse(
        _ anchor: Anchor?, _ tag: Tag, unless given: Tag.Name, _ at: Position,
        _ findings: inout Findings
    ) {
        if let anchor {
            findings.error(
                "anchors (&\(anchor.rawValue)) are not allowed in rule files; write the value "
                    + "itself each time, or put quotes around a value that begins with \"&\"",
                at: at)
        }
        guard !tag.rawValue.isEmpty, tag.rawValue != given.rawValue else { return }
        let standard = "tag:yaml.org,2002:"
        let name =
            tag.rawValue.hasPrefix(standard)
            ? "!!" + tag.rawValue.dropFirst(standard.count) : tag.rawValue
        findings.error(
            "tags (\(name)) are not allowed in rule files; put quotes around a value that begins "
                + "with \"!\"",
            at: at)
    }
}
