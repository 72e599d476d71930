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

    /// The text up to the matching closing brace.
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
