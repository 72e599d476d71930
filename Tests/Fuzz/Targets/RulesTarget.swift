import RuleFiles
import RuleModel

/// Any texts as rule files: read, merged, decoded and reviewed.
enum RulesTarget {
    private static let loader = RuleLoader(zones: ZoneSource(environment: [:]))
    /// Parts of the input are files; a part that begins with a digit is one of that layer.
    private static let separator: [UInt8] = Array("\n#= ".utf8)

    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        let sources = sources(Array(bytes))
        let loading = loader.load(sources: sources)
        promise(
            (loading.ruleSet == nil) == (loading.errors > 0), "a set is refused for an error alone")
        promise(loading.diagnostics.count <= 501, "there are not too many diagnostics")
        for diagnostic in loading.diagnostics { check(diagnostic, sources) }
        let text = loading.rendered(color: false)
        promise(
            text.unicodeScalars.allSatisfy { $0 == "\n" || !isControl($0) },
            "no control character reaches a terminal")
        for document in loading.documents {
            for diagnostic in document.diagnostics {
                let (start, end) = (diagnostic.range.start, diagnostic.range.end)
                promise(
                    start.line == end.line && 0 <= start.line && 0 <= start.character
                        && start.character <= end.character, "a range is one")
            }
        }
        if loading.ruleSet != nil { checkRoundTrip(loading) }
    }

    private static func sources(_ bytes: [UInt8]) -> [RuleText] {
        var parts: [[UInt8]] = [[]]
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: separator), parts.count < 4 {
                parts.append([])
                index += separator.count
            } else {
                parts[parts.count - 1].append(bytes[index])
                index += 1
            }
        }
        return parts.enumerated().map { number, part in
            let digit = part.first.map { Int($0) - 0x30 } ?? 2
            return RuleText(
                path: "/\(number).yaml", layer: (0...2).contains(digit) ? digit : 2,
                text: String(decoding: part, as: UTF8.self))
        }
    }

    private static func check(_ diagnostic: Diagnostic, _ sources: [RuleText]) {
        promise(!diagnostic.message.isEmpty, "a diagnostic has words")
        guard diagnostic.line > 0 else { return }
        promise(diagnostic.column > 0, "columns begin at 1")
        promise(sources.contains { $0.path == diagnostic.file }, "a diagnostic is of a file")
        guard let excerpt = diagnostic.excerpt else {
            return promise(false, "a place has its line")
        }
        promise(excerpt.text.count <= 122, "an excerpt fits a line")
        promise((0...excerpt.text.count).contains(excerpt.caret), "a caret is in its excerpt")
        promise(
            diagnostic.notes.allSatisfy { $0.line > 0 && $0.column > 0 }, "a note has a place")
    }

    /// Checks that the output of `soteria rules cat` is a file with the same rules.
    private static func checkRoundTrip(_ loading: RuleLoadResult) {
        let again = loader.load(sources: [
            RuleText(path: "/cat.yaml", layer: 2, text: loading.merged.rendered())
        ])
        promise(again.errors == 0, "the merged set can be read: \(again.rendered(color: false))")
        guard let first = loading.ruleSet, let second = again.ruleSet else { return }
        promise(
            first.targets.map(\.key) == second.targets.map(\.key)
                && first.quietHours.map(\.ranges) == second.quietHours.map(\.ranges)
                && first.features == second.features && first.risk.levels == second.risk.levels
                && first.unblock == second.unblock,
            "the merged set says the same")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
    }
}
