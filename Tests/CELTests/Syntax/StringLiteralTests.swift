import CEL
import Testing

struct StringLiteralTests {
    @Test(arguments: [
        (#"''"#, ""),
        (#""""#, ""),
        (#"'quiet'"#, "quiet"),
        (#""quiet""#, "quiet"),
        (#"'say "now"'"#, #"say "now""#),
        (#""it's late""#, "it's late"),
        (#"'it\'s late'"#, "it's late"),
        (#""say \"now\"""#, #"say "now""#),
        (#"'a\\b'"#, #"a\b"#),
        (#"'a\tb\nc\rd'"#, "a\tb\nc\rd"),
        (#"'\a\b\f\v'"#, "\u{07}\u{08}\u{0C}\u{0B}"),
        (#"'\?\`'"#, "?`"),
        (#"'\x41\X42'"#, "AB"),
        (#"'\x7e'"#, "~"),
        (#"'\101\102'"#, "AB"),
        (#"'\060'"#, "0"),
        (#"'\u00fc\u4E2D'"#, "ü中"),
        (#"'\U0001F319'"#, "🌙"),
        (#"'\xff'"#, "ÿ"),
        (#"'\377'"#, "ÿ"),
        (#"'\000'"#, "\u{0}"),
        ("'grüße 🌙'", "grüße 🌙"),
        (#"r'a\nb'"#, #"a\nb"#),
        (#"R"\d+""#, #"\d+"#),
        (#"r'\\'"#, #"\\"#),
        (#"r''"#, ""),
        ("'''one\ntwo'''", "one\ntwo"),
        (#""""one "two" three""""#, #"one "two" three"#),
        ("'''it's ''two'' quotes'''", "it's ''two'' quotes"),
        ("''''''", ""),
        ("\"\"\"\"\"\"", ""),
        ("'''a\\tb'''", "a\tb"),
        ("r'''a\\tb'''", "a\\tb"),
        ("'''a\r\nb'''", "a\r\nb"),
        ("\"\"\"it's\"\"\"", "it's"),
        ("'a // b'", "a // b"),
    ])
    func decoded(source: String, text: String) {
        #expect(evaluate(source) == .value(.string(text)))
        #expect(evaluate("  \(source)  // comment") == .value(.string(text)))
    }

    @Test(
        arguments: [
            (#"b''"#, []),
            (#"b'abc'"#, [97, 98, 99]),
            (#"B"abc""#, [97, 98, 99]),
            (#"b'ü'"#, [0xC3, 0xBC]),
            (#"b'\xff\x00'"#, [0xFF, 0]),
            (#"b'\377'"#, [0xFF]),
            (#"b'\n\t\\'"#, [10, 9, 92]),
            (#"br'\n'"#, [92, 110]),
            (#"rb'\x00'"#, [92, 120, 48, 48]),
            (#"Br"a""#, [97]),
            ("b'''a\nb'''", [97, 10, 98]),
            (#"b"it's""#, [105, 116, 39, 115]),
        ] as [(String, [UInt8])])
    func bytes(source: String, bytes: [UInt8]) {
        #expect(evaluate(source) == .value(.bytes(bytes)))
    }

    @Test(arguments: [
        (#"'open"#, "the string has no closing quote", 0..<5),
        (#""open'"#, "the string has no closing quote", 0..<6),
        ("'two\nlines'", "the string has no closing quote", 0..<4),
        ("'''open''", "the string has no closing quote", 0..<9),
        (#"'\q'"#, "unknown escape sequence", 1..<3),
        (#"'\8'"#, "unknown escape sequence", 1..<3),
        (#"'\x4'"#, "the escape sequence needs 2 hexadecimal digits", 1..<4),
        (#"'\u12'"#, "the escape sequence needs 4 hexadecimal digits", 1..<5),
        (#"'\U0001'"#, "the escape sequence needs 8 hexadecimal digits", 1..<7),
        (#"'\12'"#, "an octal escape needs three digits", 1..<3),
        (#"'\ud83d'"#, "the escape sequence is not a valid Unicode code point", 1..<7),
        (#"'\U00110000'"#, "the escape sequence is not a valid Unicode code point", 1..<11),
        (#"b'\u0041'"#, "unknown escape sequence", 2..<4),
        (#"b'\U00000041'"#, "unknown escape sequence", 2..<4),
        (#"'ends in \"#, "the string has no closing quote", 0..<10),
    ])
    func malformed(source: String, message: String, offset: Range<Int>) throws {
        let issues = try #require(Env().issues(source))
        let issue = try #require(issues.first)
        #expect(issue.message == message)
        #expect(issue.offset == offset)
    }

    @Test func everyBadEscapeOfAStringIsReported() throws {
        let issues = try #require(Env().issues(#"'\q and \w' == '\y'"#))
        #expect(issues.map(\.offset) == [1..<3, 8..<10, 16..<18])
    }

    @Test func namesThatBeginLikePrefixes() {
        let env = Env(
            variables: ["r", "b", "br", "rb", "bar"].map { Variable(name: $0, type: .int) })
        #expect(
            evaluate(
                "r + b + br + rb + bar", in: env,
                [
                    "r": .int(1), "b": .int(2), "br": .int(4), "rb": .int(8), "bar": .int(16),
                ]) == .value(.int(31)))
    }
}
