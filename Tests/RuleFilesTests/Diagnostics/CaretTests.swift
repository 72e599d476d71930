import Engine
import RuleFiles
import RuleModel
import Testing

/// The caret stands under the very character, however the text is written and whatever stands
/// before it on the line.
@Suite struct CaretTests {
    /// The lines that are printed under the first diagnostic.
    private func excerpt(_ text: String) -> [Substring] {
        let first = load(text).diagnostics.first { $0.severity == .error }
        return Array(
            (first?.rendered(color: false) ?? "")
                .split(separator: "\n", omittingEmptySubsequences: false).dropFirst())
    }

    /// How many columns of a terminal a text takes, as the fixtures below mean it.
    private func caretColumn(_ text: String) -> Int {
        excerpt(text).dropFirst().first.map { $0.prefix { $0 == " " }.count } ?? -1
    }

    /// The text before the mistake in the line, and its number of columns.
    @Test(arguments: [
        ("abc", 3), ("日本", 4), ("한국", 4), ("ｶﾅ", 2), ("Ａ", 2), ("e\u{301}", 1), ("ñ", 1),
        ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("✅", 2), ("❤️", 2), ("❤", 1), ("👍🏽", 2), ("\u{200B}", 0),
        ("а", 1), ("ש", 1), ("ก็", 1), ("\u{2060}", 0), ("𠀀", 2), ("⌚", 2), ("①", 1),
    ])
    func everyCharacterHasItsWidth(before: String, columns: Int) {
        let text = "features:\n  x: \"'\(before)' == nope\"\n"
        #expect(caretColumn(text) == 7 + columns + 5, "\(before)")
        let column = load(text).diagnostics.first?.column
        #expect(column == 8 + "\(before)' == ".count)
    }

    @Test func tabsAreOneColumn() {
        #expect(
            excerpt("features:\n  x: \"true\t&&\tnope\"\n") == [
                "  x: \"true && nope\"", "              ^",
            ])
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\u{85}"])
    func lineBreaksOfEverySystem(lineBreak: String) {
        let lines = [
            "features:", "  plain: true &&", "    nope", "  block: |", "    true &&", "    nope2",
            "  folded: >-", "    true", "    && nope3", "  quoted: \"true &&", "", "    nope4\"",
            "  single: 'true", "    && nope5'",
        ]
        let loading = load(lines.joined(separator: lineBreak) + lineBreak)
        #expect(
            loading.diagnostics.map { "\($0.line):\($0.column)" } == [
                "3:5", "6:5", "9:8", "12:5", "14:8",
            ])
        #expect(loading.diagnostics.allSatisfy { $0.excerpt?.text.contains("nope") == true })
    }

    @Test func aByteOrderMarkIsNoCharacter() throws {
        let scratch = try Scratch()
        try scratch.write([0xef, 0xbb, 0xbf] + Array("tagets: {}\n".utf8), to: "a.yaml")
        let loading = RuleLoader(zones: zones).load(RuleDirectories(overriding: [scratch.path]))
        #expect(
            loading.rendered(color: false) == """
                \(scratch.path)/a.yaml:1:1: error: unknown key "tagets"; did you mean "targets"?
                tagets: {}
                ^
                1 error

                """)
    }

    /// A missing end is reported after the last word, not in the line of the next key.
    @Test(arguments: [
        ("|\n    local.hour >=\n", "3:18"), ("|\n    local.hour >=\n\n\n", "3:18"),
        ("|+\n    local.hour >=\n\n", "3:18"), (">\n    local.hour\n    >=\n", "4:7"),
        ("|\r\n    local.hour >=\r\n", "3:18"), ("\"local.hour >= \"\n", "2:20"),
        ("local.hour >=   # why\n", "2:19"), ("'local.hour >=\n\n    '\n", "2:20"),
    ])
    func theEndIsBehindTheLastWord(condition: String, expected: String) {
        let loading = load("features:\n  x: \(condition)  y: local.hour > 3\n")
        let first = loading.diagnostics.first { $0.severity == .error }
        #expect(first.map { "\($0.line):\($0.column)" } == expected)
    }

    /// Each byte of a condition is found where it stands, in every style.
    @Test(arguments: [
        "%", "\"%\"", "'%'", "|\n    %\n", ">-\n    %\n", "|2\n    %\n",
        "\"\\\n    %\"", "\n    %", "\"\n\n    %\"",
    ])
    func everyPlaceInEveryStyle(style: String) throws {
        let parts = style.split(separator: "%", omittingEmptySubsequences: false)
        let words = ["local.hour", "+ 1", ">= 22", "&&", "local.minute", "< 3", "||"]
        for count in 0...words.count {
            let before = words.prefix(count).joined(separator: " ")
            let condition = before + (count == 0 ? "" : " ") + "nope"
            let text = "features:\n  x: \(parts[0])\(condition)\(parts[1])\n"
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let line = try #require(lines.firstIndex { $0.contains("nope") })
            let found = load(text).diagnostics.filter { $0.message.contains("nope") }
            guard let place = found.first else { continue }
            let start = try #require(lines[line].firstRange(of: "nope")).lowerBound
            #expect(place.line == line + 1, "\(text)")
            let column = lines[line].distance(from: lines[line].startIndex, to: start) + 1
            #expect(place.column == column, "\(text)")
        }
    }
}
