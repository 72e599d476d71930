import RuleFiles
import SeededRandom
import Testing

/// Conditions made by chance, written in every way that YAML knows, with a mistake planted at a
/// known place: the diagnostic must point at exactly that place.
@Suite struct PlantedMistakeTests {
    /// The pieces between which the mistake is planted; each is a whole condition.
    private static let pieces = [
        "local.hour >= 22", "quiet_hours.active", "'ä' == 'ö'", "\"x\" != 'y'", "'日本' == '\\n'",
        "local.weekday * 2 > 5", "(local.day - 1) % 7 == 0", "true", "'it\\'s' == 'a#b'",
        "'e\u{301}' == '👩‍👩‍👧'", "[1, 2].exists(x, x == local.hour)", "{'k': 1}['k'] == 1",
    ]

    /// A condition as tokens that may be separated by line breaks, and where the mistake is.
    private func condition(_ generator: inout SeededGenerator) -> [String] {
        var tokens: [String] = []
        let count = 1 + Int(generator.next() % 6)
        let planted = Int(generator.next() % UInt64(count))
        for index in 0..<count {
            if index > 0 { tokens.append(generator.next() % 2 == 0 ? "&&" : "||") }
            let piece = Self.pieces[Int(generator.next() % UInt64(Self.pieces.count))]
            tokens.append(index == planted ? "mistake" : piece)
        }
        return tokens
    }

    /// The tokens with blanks or, where the style folds them, line breaks between them.
    private func joined(
        _ tokens: [String], breaks: Bool, indent: Int, _ generator: inout SeededGenerator
    ) -> String {
        var text = tokens[0]
        for token in tokens.dropFirst() {
            if breaks, generator.next() % 3 == 0 {
                let blankLines = String(repeating: "\n", count: 1 + Int(generator.next() % 3))
                text += blankLines + String(repeating: " ", count: indent) + token
            } else {
                text += " " + token
            }
        }
        return text
    }

    /// A way of writing a condition under `when: `, in a block map.
    private enum Style: CaseIterable {
        case singleQuoted, doubleQuoted, doubleQuotedEscaped, literal, folded, foldedStripped
    }

    private func written(_ tokens: [String], as style: Style, _ generator: inout SeededGenerator)
        -> String
    {
        let indent = 10
        switch style {
        case .singleQuoted:
            let text = tokens.map { $0.replacing("'", with: "''") }
            return "'" + joined(text, breaks: true, indent: indent, &generator) + "'"
        case .doubleQuoted:
            let text = tokens.map {
                $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            }
            return "\"" + joined(text, breaks: true, indent: indent, &generator) + "\""
        case .doubleQuotedEscaped:
            let text = tokens.map { token in
                token == "mistake"
                    ? token
                    : token.unicodeScalars.map { scalar in
                        let digits = String(scalar.value, radix: 16)
                        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
                    }.joined()
            }
            return "\"" + joined(text, breaks: false, indent: indent, &generator) + "\""
        case .literal, .folded, .foldedStripped:
            let header = style == .literal ? "|" : (style == .folded ? ">" : ">-")
            let blanks = String(repeating: " ", count: indent)
            return header + "\n" + blanks
                + joined(tokens, breaks: true, indent: indent, &generator)
        }
    }

    @Test func everyStylePointsAtTheMistake() throws {
        var generator = SeededGenerator()
        print("planted mistakes from seed \(generator.seed)")
        for round in 0..<300 {
            let tokens = condition(&generator)
            for style in Style.allCases {
                let text = factor(written(tokens, as: style, &generator))
                let loading = load(text, defaults: [])
                let context = "round \(round) of seed \(generator.seed), \(style):\n\(text)"
                #expect(loading.diagnostics.count == 1, "\(context)")
                let found = try #require(loading.diagnostics.first, "\(context)")
                #expect(found.message == "undeclared reference to 'mistake'", "\(context)")
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                let rest = lines[found.line - 1].dropFirst(found.column - 1)
                #expect(rest.hasPrefix("mistake"), "\(found)\n\(context)")
            }
        }
    }

    /// The same condition means the same in every style.
    @Test func everyStyleGivesTheSameCondition() throws {
        var generator = SeededGenerator()
        print("equal conditions from seed \(generator.seed)")
        for _ in 0..<100 {
            let tokens = condition(&generator).map { $0 == "mistake" ? "local.minute < 3" : $0 }
            for style in Style.allCases {
                let text = factor(written(tokens, as: style, &generator))
                let loading = load(text, defaults: [])
                let set = try #require(
                    loading.ruleSet, "\(loading.rendered(color: false)) seed \(generator.seed)")
                let words = set.risk.factors[0].text.split(whereSeparator: \.isWhitespace)
                #expect(
                    words.joined(separator: " ") == tokens.joined(separator: " "),
                    "\(style) of seed \(generator.seed)")
            }
        }
    }
}
