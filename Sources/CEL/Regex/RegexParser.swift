/// Reads the syntax of regular expressions.
struct RegexParser {
    let scalars: [Unicode.Scalar]
    var position = 0
    private var flags = Flags()
    private var depth = 0

    private static let maxDepth = 100
    /// The greatest count of `{n,m}`, as in RE2.
    private static let maxCount = 1000

    private struct Flags {
        var ignoresCase = false
        var isMultiline = false
        var dotTakesNewline = false
    }

    init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    mutating func parse() throws(RegexError) -> RegexNode {
        let node = try alternatives()
        guard peek == nil else { throw RegexError("unexpected ')'") }
        return node
    }

    var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Steps over the given text, if it comes next.
    mutating func skip(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    mutating func next() throws(RegexError) -> Unicode.Scalar {
        guard let scalar = peek else {
            throw RegexError("the regular expression ends unexpectedly")
        }
        position += 1
        return scalar
    }

    private mutating func alternatives() throws(RegexError) -> RegexNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            throw RegexError("the regular expression is nested too deeply")
        }
        let outer = flags
        defer { flags = outer }
        var nodes = [try sequence()]
        while skip("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
    }

    private mutating func sequence() throws(RegexError) -> RegexNode {
        var nodes: [RegexNode] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            if skip("\\Q") {
                var quoted: [RegexNode] = []
                while peek != nil, !skip("\\E") { quoted.append(literal(try next())) }
                // A repetition after the quotation concerns its last character.
                if let last = quoted.popLast() { quoted.append(try repetition(of: last)) }
                nodes += quoted
                continue
            }
            nodes.append(try repetition(of: try atom()))
        }
        return .sequence(nodes)
    }

    private mutating func repetition(of atom: RegexNode) throws(RegexError) -> RegexNode {
        var node = atom
        var isRepeated = false
        while let bounds = try self.bounds() {
            guard !isRepeated else { throw RegexError("a repetition cannot be repeated") }
            isRepeated = true
            // How greedy it is does not change whether a text matches.
            _ = skip("?")
            node = .repetition(node, least: bounds.least, most: bounds.most)
        }
        return node
    }

    private mutating func bounds() throws(RegexError) -> (least: Int, most: Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = position
        guard skip("{"), let least = number() else {
            position = start
            return nil
        }
        let most = skip(",") ? number() : least
        guard skip("}") else {
            position = start
            return nil
        }
        guard least <= Self.maxCount, most ?? least <= Self.maxCount, least <= most ?? least else {
            throw RegexError(
                "the bounds of a repetition are in the wrong order or above \(Self.maxCount)")
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var number: Int?
        while let scalar = peek, (0x30...0x39).contains(scalar.value) {
            number = min((number ?? 0) * 10 + Int(scalar.value - 0x30), Self.maxCount + 1)
            position += 1
        }
        return number
    }

    private mutating func atom() throws(RegexError) -> RegexNode {
        let scalar = try next()
        switch scalar {
        case ".": return .set(flags.dotTakesNewline ? .any : .anyButNewline)
        case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
        case "(": return try group()
        case "[": return node(try bracketClass())
        case "*", "+", "?": throw RegexError("nothing to repeat before '\(scalar)'")
        case "\\":
            switch try escape() {
            case .assertion(let assertion): return .assertion(assertion)
            case .set(let set): return node(set)
            case .scalar(let scalar): return literal(scalar)
            }
        default: return literal(scalar)
        }
    }

    private func literal(_ scalar: Unicode.Scalar) -> RegexNode {
        node(ScalarSet([scalar.value...scalar.value]))
    }

    private func node(_ set: ScalarSet) -> RegexNode {
        var set = set
        set.ignoresCase = flags.ignoresCase
        return .set(set)
    }

    /// The group after an opening parenthesis: a plain one, a named one or one with flags.
    private mutating func group() throws(RegexError) -> RegexNode {
        var inner = flags
        if skip("?P<") || skip("?<") {
            var name = ""
            while let scalar = peek, scalar != ">" {
                name.unicodeScalars.append(scalar)
                position += 1
            }
            guard skip(">"), !name.isEmpty, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit })
            else { throw RegexError("the name of a group is not valid") }
        } else if skip("?") {
            guard try readFlags(into: &inner) else {
                flags = inner
                return .empty
            }
        }
        let outer = flags
        flags = inner
        defer { flags = outer }
        let node = try alternatives()
        guard skip(")") else { throw RegexError("a ')' is missing") }
        return node
    }

    /// Flags up to `:` (true, a group follows) or `)` (false, they hold for the rest).
    private mutating func readFlags(into flags: inout Flags) throws(RegexError) -> Bool {
        var isOn = true
        while true {
            switch try next() {
            case "i": flags.ignoresCase = isOn
            case "m": flags.isMultiline = isOn
            case "s": flags.dotTakesNewline = isOn
            case "U": break
            case "-" where isOn: isOn = false
            case ":": return true
            case ")": return false
            default: throw RegexError("unknown flags or an unknown kind of group")
            }
        }
    }
}
