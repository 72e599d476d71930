import CEL
import Yams

/// A YAML syntax error, described for people who never read the specification.
enum SyntaxProblem: Error {
    /// A key appears twice in a map; the mark is the first one's.
    case repeatedKey(String, first: Mark)
    /// The parser's message, its position, and the context.
    case syntax(message: String, at: Mark?, within: (message: String, at: Mark)?)

    init(_ error: any Error) {
        guard let error = error as? YamlError else {
            self = .syntax(message: "not valid YAML: \(error)", at: nil, within: nil)
            return
        }
        switch error {
        case .duplicatedKeysInMapping(let keys, let context):
            self = .repeatedKey(keys.sorted().first ?? "", first: context.mark)
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _):
            let isTag = context?.text.hasPrefix("while scanning a tag") == true
            self = .syntax(
                message: isTag ? Self.tag : Self.words(problem), at: mark,
                within: context.flatMap { context in
                    Self.beginning(context.text).map { ($0, context.mark) }
                })
        case .composer(_, let problem, let mark, _):
            self = .syntax(message: Self.words(problem), at: mark, within: nil)
        case .reader(let problem, _, _, _):
            self = .syntax(message: Self.words(problem), at: nil, within: nil)
        default:
            self = .syntax(message: "not valid YAML", at: nil, within: nil)
        }
    }

    func report(in file: Int, start: Position, into findings: inout Findings) {
        guard case .syntax(let message, let mark, let within) = self else { return }
        func position(_ mark: Mark) -> Position {
            Position(file: file, line: mark.line, column: mark.column)
        }
        // Such a blank joins words, which the parser notices lines later.
        if let mark,
            let blank = Self.unusualBlank(upTo: mark.line, in: findings.files[file], file: file)
        {
            return findings.error(blank.message, at: blank.at)
        }
        var notes = within.map { [(at: position($0.at), message: $0.message)] } ?? []
        if let within, let mark, message.contains("not closed"),
            let comment = Self.comment(
                between: within.at.line, and: mark.line, in: findings.files[file], file: file)
        {
            notes.append(
                (
                    comment,
                    "a comment begins here; put quotes around a value that contains \" #\""
                ))
        }
        findings.error(message, at: mark.map(position) ?? start, notes: notes)
    }

    /// The last unusual blank in the lines up to one that stands where YAML needs a space.
    private static func unusualBlank(
        upTo last: Int, in text: SourceText, file: Int
    ) -> (at: Position, message: String)? {
        for line in (max(1, last - 20)...max(1, last)).reversed() {
            let range = text.range(ofLine: line)
            guard text.bytes[range].contains(where: { $0 >= 0x80 }) else { continue }
            var index = range.lowerBound
            var before = UInt8(ascii: " ")
            for scalar in String(decoding: text.bytes[range], as: UTF8.self).unicodeScalars {
                if Lookalike.isBlank(scalar), " :-,[{".utf8.contains(before) {
                    let lookalike = Lookalike(offset: 0, scalar: scalar)
                    return (text.position(at: index, file: file), lookalike.message)
                }
                before = scalar.isASCII ? UInt8(scalar.value) : 0
                index += String(scalar).utf8.count
            }
        }
        return nil
    }

    /// The first ` #` in the lines: it may have hidden the closing bracket.
    private static func comment(
        between first: Int, and last: Int, in text: SourceText, file: Int
    ) -> Position? {
        for line in first..<max(first + 1, min(last, first + 100)) {
            let range = text.range(ofLine: line)
            for index in range.dropFirst() where text.bytes[index] == UInt8(ascii: "#") {
                if text.bytes[index - 1] == 0x20 { return text.position(at: index, file: file) }
            }
        }
        return nil
    }

    /// Our message for the parser's, with a remedy; the parser's own if we have none.
    private static func words(_ problem: String) -> String {
        phrases.first { problem.hasPrefix($0.theirs) }?.ours ?? problem
    }

    private static let tag =
        "tags (!name) are not allowed in rule files; put quotes around a value that begins with "
        + "\"!\""

    private static let phrases: [(theirs: String, ours: String)] = [
        (
            "mapping values are not allowed",
            "there is a second \":\" on this line; put quotes around a value that contains \": \", "
                + "or check the indentation"
        ),
        (
            "did not find expected key",
            "expected a key here; check the indentation of this line and of those above it"
        ),
        (
            "did not find expected '-' indicator",
            "expected \"- \" here; check the indentation of this line"
        ),
        ("did not find expected ',' or ']'", "this list is not closed; expected \",\" or \"]\""),
        ("did not find expected ',' or '}'", "this map is not closed; expected \",\" or \"}\""),
        (
            "found character that cannot start any token",
            "a value cannot begin with this character; indent with spaces, not tabs, and put "
                + "quotes around a value that begins with @, ` or %"
        ),
        ("found a tab character", "indent with spaces, not with tabs"),
        ("did not find expected node content", "expected a value here"),
        ("did not find expected <document start>", "expected a key here; a \":\" may be missing"),
        ("could not find expected ':'", "expected \"key: value\"; the \":\" is missing"),
        ("found unexpected end of stream", "the closing quotation mark is missing"),
        (
            "block sequence entries are not allowed",
            "a list item (\"- \") is not allowed here; start the item on a new line"
        ),
        (
            "but found another document",
            "a second document begins here (\"---\"); a rule file can have only one"
        ),
        ("found undefined tag handle", tag),
        ("Maximum nesting level reached", "the file is nested too deeply"),
        (
            "did not find expected alphabetic or numeric character",
            "put quotes around a value that begins with \"*\" or \"&\""
        ),
        (
            "found unknown escape character",
            "unknown escape sequence; for a backslash, write \"\\\\\""
        ),
    ]

    private static func beginning(_ context: String) -> String? {
        switch context {
        case "while parsing a flow sequence": "the list begins here"
        case "while parsing a flow mapping": "the map begins here"
        case "while parsing a block mapping": "the map begins here"
        case "while parsing a block collection": "the list begins here"
        case "while scanning a quoted scalar": "the quoted text begins here"
        case "while scanning a simple key": "the key begins here"
        default: nil
        }
    }
}
