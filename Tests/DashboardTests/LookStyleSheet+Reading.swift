import Foundation

@testable import Dashboard

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
