import Foundation

@testable import Dashboard

/// A style sheet as tests read it: its rules in order. It knows as much of CSS as ours uses.
struct StyleSheet: Sendable {
    struct Rule: Equatable, Sendable {
        /// The at-rules around it, outermost first: `@media (forced-colors: active)`.
        var within: [String]
        var selector: String
        var declarations: [String: String]

        /// The classes that its selector names.
        var classes: Set<String> {
            Set(selector.matches(of: /\.([a-z][a-z0-9-]*)/).map { String($0.1) })
        }
    }

    let text: String
    let rules: [Rule]

    init(_ source: String) {
        text = source.replacing(/\/\*(?s:.*?)\*\//, with: "")
        rules = Self.rules(of: text[...], within: [])
    }

    /// The sheet that pages are given. Throws where a part of it cannot be read.
    static func ours() throws -> StyleSheet { try read.get() }

    private static let read = Result {
        let files = ["tokens.css", "page.css", "components.css"]
        return try StyleSheet(files.map { try Sources.text("Look/\($0)") }.joined())
    }

    private static func rules(of text: Substring, within: [String]) -> [Rule] {
        var result: [Rule] = []
        var rest = text
        while let open = rest.firstIndex(of: "{") {
            let head = rest[..<open].trimmingCharacters(in: .whitespacesAndNewlines)
            let body = body(of: rest[rest.index(after: open)...])
            if head.hasPrefix("@") {
                result += rules(of: body, within: within + [head])
            } else {
                let selector = head.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                result.append(
                    Rule(within: within, selector: selector, declarations: declarations(body)))
            }
            guard body.endIndex < rest.endIndex else { break }
            rest = rest[rest.index(after: body.endIndex)...]
        }
        return result
    }

    /// What stands before the brace that closes this one.
    private static func body(of rest: Substring) -> Substring {
        var depth = 1
        for index in rest.indices {
            if rest[index] == "{" { depth += 1 }
            if rest[index] == "}" { depth -= 1 }
            if depth == 0 { return rest[..<index] }
        }
        return rest
    }

    private static func declarations(_ body: Substring) -> [String: String] {
        var result: [String: String] = [:]
        for declaration in body.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[0].trimmingCharacters(in: .whitespacesAndNewlines)
            result[name] = parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return result
    }
}

extension StyleSheet {
    /// The design tokens by name, without the dashes before it, as they are where nothing else is
    /// asked for.
    var tokens: [String: String] {
        rules.filter { $0.within.isEmpty && $0.selector == ":root" }
            .flatMap { $0.declarations }
            .reduce(into: [:]) { tokens, pair in
                if pair.key.hasPrefix("--") { tokens[String(pair.key.dropFirst(2))] = pair.value }
            }
    }

    /// The names of the tokens that a value reads.
    static func names(in value: some StringProtocol) -> [String] {
        String(value).matches(of: /var\(--([a-z0-9-]+)/).map { String($0.1) }
    }

    /// A length in pixels; nil where it is none. It may be a token, or a sum or product of them.
    func pixels(_ value: String) -> Double? {
        var value = value
        while let match = value.firstMatch(of: /var\(--([a-z0-9-]+)\)/) {
            guard let token = tokens[String(match.1)] else { return nil }
            value.replaceSubrange(match.range, with: token)
        }
        if value.hasPrefix("calc("), value.hasSuffix(")") {
            value = String(value.dropFirst(5).dropLast())
        }
        let words = value.split(separator: " ").map(String.init)
        guard let first = words.first.flatMap(Self.length) else { return nil }
        var result = first
        for index in stride(from: 1, to: words.count - 1, by: 2) {
            guard let operand = Self.length(words[index + 1]) else { return nil }
            switch words[index] {
            case "+": result += operand
            case "-": result -= operand
            case "*": result *= operand
            default: return nil
            }
        }
        return result
    }

    private static func length(_ word: String) -> Double? {
        if word.hasSuffix("rem") { return Double(word.dropLast(3)).map { $0 * 16 } }
        return word.hasSuffix("px") ? Double(word.dropLast(2)) : Double(word)
    }
}

/// The files of the pages as they stand in the repository.
enum Sources {
    static let directory = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Dashboard")

    /// The text of a file below the target's directory.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: directory.appending(path: path), encoding: .utf8)
    }

    /// Every template there is, by its path below the target's directory.
    static func templates() throws -> [String: String] {
        let paths = FileManager.default.subpaths(atPath: directory.path) ?? []
        return try paths.filter { $0.hasSuffix(".mustache") }
            .reduce(into: [:]) { $0[$1] = try text($1) }
    }
}
