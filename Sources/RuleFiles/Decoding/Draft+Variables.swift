import CEL
import RuleModel

/// A name in a condition that begins like a variable of the rules and is none.
struct VariableFault: Sendable {
    /// The range in the condition, in UTF-8 bytes.
    var range: Range<Int>
    var message: String
    /// The variable that was probably meant, as written in conditions.
    var suggestion: String?
    /// The declaration of that variable's target, budget or check-in.
    var declared: Position?
}

/// A hint about a name in a condition: a message in place of another one, words after it, or the
/// variable that was probably meant.
struct NameHint {
    var message: String?
    var addition: String?
    var suggestion: String?
}

extension Draft {
    /// The parts of an invalid condition that begin like a variable of the rules.
    func variableFaults(in text: String) -> [VariableFault] {
        let bytes = Array(text.utf8)
        var faults: [VariableFault] = []
        var index = 0
        while index < bytes.count, faults.count < 50 {
            let start = index
            index += 1
            guard bytes[start].isWord, !bytes[start].isDigit,
                start == 0 || !bytes[start - 1].continuesName
            else {
                continue
            }
            var name = VariableName(bytes, at: start)
            guard RuleVariable.roots.contains(name.root) else { continue }
            if let fault = fault(&name) { faults.append(fault) }
            index = max(index, name.range.upperBound)
        }
        return faults
    }

    private func fault(_ name: inout VariableName) -> VariableFault? {
        let figures = RuleVariable.Figure.allCases.filter { $0.root == name.root }
        guard let first = figures.first else { return nil }
        let declared = names.keys(of: first)
        guard declared.areKnown else { return nil }
        let form = "\(name.root).NAME.\(figures.map(\.member).joined(separator: " or ."))"
        // A dash is part of the key if the key with it is declared, else a minus.
        if declared.places[name.key] == nil { name.endKeyAtDash() }
        guard !name.key.isEmpty else {
            return VariableFault(
                range: name.range, message: "\"\(name.root)\" is not a variable; write \(form)")
        }
        guard let place = declared.places[name.key] else {
            return unknownKey(name, figures, declared.places)
        }
        let meant =
            figures.first { $0.member == name.member }
            ?? (figures.count == 1
                ? first
                : NearName.nearest(to: name.member, among: figures.map(\.member)).flatMap { near in
                    figures.first { $0.member == near }
                })
        let spelling = meant.map { RuleVariable($0, of: name.key).spelling }
        guard figures.contains(where: { $0.member == name.member }) else {
            return VariableFault(
                range: name.range,
                message: name.member.isEmpty
                    ? "\"\(name.root).\(name.key)\" is not a variable; write \(form)"
                    : "a \(first.owner) has no \"\(name.member)\"; write \(form)",
                suggestion: spelling, declared: place)
        }
        guard spelling != name.text else { return nil }
        return VariableFault(
            range: name.range,
            message: "\"\(name.key)\" needs backquotes in a condition",
            suggestion: spelling, declared: place)
    }

    /// The variable that was probably meant by a name that is only a part of one, such
    /// as `hour` or `mood`; nil if there is none.
    func nameHint(_ condition: String, _ range: Range<Int>) -> NameHint? {
        let bytes = Array(condition.utf8)
        guard !range.isEmpty, range.upperBound <= bytes.count else { return nil }
        let name = String(decoding: bytes[range], as: UTF8.self)
        let known = environment.variables.map(\.name)
        guard bytes[range].allSatisfy({ $0.isWord || $0 == .dot }), features[name] == nil,
            // A field of a variable is another mistake.
            !known.contains(where: { name == $0 || name.hasPrefix("\($0).") })
        else { return nil }
        if name == "risk.level" {
            return NameHint(
                message: "the risk level is not a variable; compare the score at which the level "
                    + "begins, for example risk.automatic >= \(levels.high)")
        }
        let isDotted = name.utf8.contains(.dot)
        let root = name.prefix { $0 != "." }
        let near = known.filter { known in
            known.hasPrefix("\(root).") || (!isDotted && known.hasSuffix(".\(name)"))
        }
        guard near.count > 1 else { return near.first.map { NameHint(suggestion: $0) } }
        return NameHint(addition: "; there are \(near.joined(separator: ", "))")
    }

    private func unknownKey(
        _ name: VariableName, _ figures: [RuleVariable.Figure], _ places: [String: Position]
    ) -> VariableFault {
        let owner = figures.first?.owner ?? ""
        let near = NearName.nearest(to: name.key, among: places.keys.sorted())
        let figure = figures.first { $0.member == name.member } ?? figures.first
        return VariableFault(
            range: name.range,
            message: "there is no \(owner) \"\(name.key)\""
                + (places.isEmpty
                    ? "; declare it under \"\(name.root == "usage" ? "targets" : name.root):\""
                    : ""),
            suggestion: near.flatMap { key in
                figure.map { RuleVariable($0, of: key).spelling }
            },
            declared: near.flatMap { places[$0] })
    }
}

/// A dotted name in a condition, `usage.shopping.today`. Its key may have backquotes; dashes count
/// as parts of the key.
private struct VariableName {
    private let bytes: [UInt8]
    private let start: Int
    private var keyRange: Range<Int>
    private var memberRange: Range<Int>
    let root: String

    init(_ bytes: [UInt8], at start: Int) {
        func end(of index: Int, _ belongs: (UInt8) -> Bool) -> Int {
            var index = index
            while index < bytes.count, belongs(bytes[index]) { index += 1 }
            return index
        }
        func has(_ byte: UInt8, at index: Int) -> Bool {
            index < bytes.count && bytes[index] == byte
        }
        self.bytes = bytes
        self.start = start
        let rootEnd = end(of: start) { $0.isWord }
        root = String(decoding: bytes[start..<rootEnd], as: UTF8.self)
        keyRange = rootEnd..<rootEnd
        memberRange = rootEnd..<rootEnd
        guard has(.dot, at: rootEnd) else { return }
        let isQuoted = has(.backquote, at: rootEnd + 1)
        let keyStart = rootEnd + (isQuoted ? 2 : 1)
        keyRange = keyStart..<end(of: min(keyStart, bytes.count)) { $0.isWord || $0 == .dash }
        let keyEnd =
            keyRange.upperBound + (isQuoted && has(.backquote, at: keyRange.upperBound) ? 1 : 0)
        memberRange = keyEnd..<keyEnd
        guard has(.dot, at: keyEnd) else { return }
        memberRange = keyEnd + 1..<end(of: keyEnd + 1) { $0.isWord }
    }

    /// The key of the target, budget or check-in; empty if there is none.
    var key: String { String(decoding: bytes[keyRange], as: UTF8.self) }
    /// The last part; empty if there is none.
    var member: String { String(decoding: bytes[memberRange], as: UTF8.self) }
    /// The whole name as written.
    var text: String { String(decoding: bytes[range], as: UTF8.self) }
    /// The range of the whole name.
    var range: Range<Int> { start..<max(keyRange.upperBound, memberRange.upperBound) }

    /// Reads the first dash as a minus; a key in backquotes has no such dash.
    mutating func endKeyAtDash() {
        guard bytes[keyRange.lowerBound - 1] == .dot,
            let dash = bytes[keyRange].firstIndex(of: .dash)
        else { return }
        keyRange = keyRange.lowerBound..<dash
        memberRange = dash..<dash
    }
}

extension UInt8 {
    fileprivate static let dot = UInt8(ascii: ".")
    fileprivate static let dash = UInt8(ascii: "-")
    fileprivate static let backquote = UInt8(ascii: "`")

    /// True if a name continues with this byte.
    fileprivate var continuesName: Bool { isWord || self == .dot || self == .backquote }
}
