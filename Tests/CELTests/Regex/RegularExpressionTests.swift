import CEL
import Testing

/// Regular expressions through `matches`, which searches anywhere in the text.
struct RegularExpressionTests {
    static let env = Env(variables: [
        Variable(name: "text", type: .string), Variable(name: "pattern", type: .string),
    ])

    static func matches(_ pattern: String, _ text: String) -> Outcome {
        evaluate(
            "text.matches(pattern)", in: env,
            ["text": .string(text), "pattern": .string(pattern)])
    }

    @Test(arguments: [
        ("", ""),
        ("", "x"),
        ("a", "a"),
        ("a", "xax"),
        ("abc", "xabcx"),
        (".", "x"),
        ("a.c", "abc"),
        ("^a", "ab"),
        ("b$", "ab"),
        ("^ab$", "ab"),
        ("^$", ""),
        ("a|b", "b"),
        ("^(a|b)$", "b"),
        ("ab|cd", "cd"),
        ("a||b", "zz"),
        ("(|a)b", "b"),
        ("a*", ""),
        ("^a*$", "aaa"),
        ("^a+$", "aaa"),
        ("^a?$", ""),
        ("^a?$", "a"),
        ("^a{2}$", "aa"),
        ("^a{2,}$", "aaaa"),
        ("^a{2,3}$", "aaa"),
        ("^a{0}$", ""),
        ("^a{0,1}b$", "b"),
        ("^(ab)+$", "abab"),
        ("^(ab|c)*$", "abccab"),
        ("^a*?$", "aaa"),
        ("^a+?b$", "aab"),
        ("^a{1,2}?$", "aa"),
        ("^a??b", "ab"),
        ("a{", "a{"),
        ("a{x}", "a{x}"),
        ("a{,2}", "a{,2}"),
        ("^(?:ab)+$", "abab"),
        ("^(?P<name>a)$", "a"),
        ("^(?<name>a)$", "a"),
        ("^((a)(b))$", "ab"),
        ("(a*)*b", "aab"),
        ("(a*)+", ""),
        ("(a|a)*b", "aab"),
        ("\\.", "."),
        ("\\\\", "\\"),
        ("\\*\\+\\?", "*+?"),
        ("\\^\\$", "^$"),
        ("\\(\\)", "()"),
        ("\\[\\]\\{\\}", "[]{}"),
        ("\\|", "|"),
        ("a\\-b", "a-b"),
        ("\\/", "/"),
        ("\\_", "_"),
        ("^\\t\\n\\r\\f\\v\\a$", "\t\n\r\u{0C}\u{0B}\u{07}"),
        ("^\\x41\\x{1F319}$", "A🌙"),
        ("^\\101\\0$", "A\u{0}"),
        ("^\\Qa.b*\\E$", "a.b*"),
        ("^\\Qa.b", "a.b"),
        ("^\\Qab\\E+$", "abbb"),
        ("]", "]"),
        ("}", "}"),
        ("a-b", "a-b"),
        ("ü+", "üü"),
        ("^.$", "🌙"),
        ("^..$", "e\u{301}"),
    ])
    func matching(pattern: String, text: String) {
        #expect(Self.matches(pattern, text) == .yes)
    }

    @Test(arguments: [
        ("a", ""),
        ("a", "b"),
        ("abc", "abx"),
        ("^b", "ab"),
        ("a$", "ab"),
        ("^a$", "aa"),
        (".", ""),
        (".", "\n"),
        ("a.c", "ac"),
        ("^(a|b)$", "ab"),
        ("^a+$", ""),
        ("^a?$", "aa"),
        ("^a{2}$", "a"),
        ("^a{2}$", "aaa"),
        ("^a{2,}$", "a"),
        ("^a{2,3}$", "aaaa"),
        ("^a{0}$", "a"),
        ("^(ab)+$", "aba"),
        ("\\.", "x"),
        ("^\\Qa.b\\E$", "axb"),
        ("A", "a"),
        ("\\x41", "a"),
        ("(a*)*b", "aaa"),
        ("$a", "a"),
        ("a^", "a"),
        ("^.$", "e\u{301}"),
        ("é", "e\u{301}"),
    ])
    func notMatching(pattern: String, text: String) {
        #expect(Self.matches(pattern, text) == .no)
    }

    @Test(
        arguments: [
            ("[abc]", "b", true),
            ("[abc]", "d", false),
            ("[^abc]", "d", true),
            ("[^abc]", "a", false),
            ("[a-c]", "b", true),
            ("[a-c]", "d", false),
            ("[a-cx-z]", "y", true),
            ("[-a]", "-", true),
            ("[a-]", "-", true),
            ("[]a]", "]", true),
            ("[^]a]", "]", false),
            ("[\\]a]", "]", true),
            ("[\\-a]", "-", true),
            ("[a\\-z]", "m", false),
            ("[.]", "x", false),
            ("[.]", ".", true),
            ("[$^]", "^", true),
            ("[\\d]", "5", true),
            ("[\\D]", "5", false),
            ("[\\w.]", ".", true),
            ("[^\\s]", " ", false),
            ("[\\x41-\\x43]", "B", true),
            ("[ä-ü]", "ö", true),
            ("[🌑-🌙]", "🌕", true),
            ("[[:alpha:]]", "x", true),
            ("[[:alpha:]]", "5", false),
            ("[[:^alpha:]]", "5", true),
            ("[[:digit:][:space:]]", " ", true),
            ("[[:upper:]]", "x", false),
            ("[[:punct:]]", "!", true),
            ("[[:xdigit:]]", "f", true),
            ("[[:xdigit:]]", "g", false),
            ("[[:word:]]", "_", true),
            ("[[:alnum:]]", "_", false),
            ("[[:blank:]]", "\t", true),
            ("[[:cntrl:]]", "\u{7F}", true),
            ("[[:graph:]]", " ", false),
            ("[[:print:]]", " ", true),
            ("[[:lower:]]", "x", true),
            ("[[:ascii:]]", "é", false),
            ("[a", "a", nil),
            ("[z-a]", "a", nil),
            ("[[:nope:]]", "a", nil),
            ("[\\b]", "a", nil),
            ("[a-\\d]", "a", nil),
        ] as [(String, String, Bool?)])
    func classes(pattern: String, text: String, isMatch: Bool?) {
        let outcome = isMatch.map { Outcome.value(.bool($0)) } ?? .error(.invalidArgument)
        #expect(Self.matches(pattern, text) == outcome)
    }

    @Test(arguments: [
        ("^\\d$", "5", true),
        ("^\\d$", "٥", false),
        ("^\\D$", "x", true),
        ("^\\w$", "_", true),
        ("^\\w$", "é", false),
        ("^\\W$", "é", true),
        ("^\\s$", "\t", true),
        ("^\\s$", "\u{A0}", false),
        ("^\\S$", "x", true),
        ("^\\pL$", "é", true),
        ("^\\pL$", "5", false),
        ("^\\PL$", "5", true),
        ("^\\p{Lu}$", "É", true),
        ("^\\p{Lu}$", "é", false),
        ("^\\p{^Lu}$", "é", true),
        ("^\\P{Lu}$", "É", false),
        ("^\\p{Nd}$", "٥", true),
        ("^\\pN$", "Ⅷ", true),
        ("^\\pP$", "!", true),
        ("^\\pS$", "€", true),
        ("^\\p{Zs}$", "\u{A0}", true),
        ("^\\p{Any}$", "\n", true),
        ("^[\\pL\\d]+$", "é5", true),
        ("^[^\\pL]$", "é", false),
    ])
    func namedClasses(pattern: String, text: String, isMatch: Bool) {
        #expect(Self.matches(pattern, text) == .value(.bool(isMatch)))
    }

    @Test(
        arguments: [
            ("\\bcat\\b", "the cat sat", true),
            ("\\bcat\\b", "concatenate", false),
            ("\\Bcat\\B", "concatenate", true),
            ("\\Bcat", "cat", false),
            ("\\b", "", false),
            ("\\B", "", true),
            ("a\\b", "a", true),
            ("\\ba", "a", true),
            ("é\\b", "é", false),
            ("\\Aa", "ab", true),
            ("\\Ab", "ab", false),
            ("b\\z", "ab", true),
            ("a\\z", "ab", false),
            ("^b", "a\nb", false),
            ("(?m)^b", "a\nb", true),
            ("(?m)a$", "a\nb", true),
            ("a$", "a\nb", false),
            ("(?m)\\Ab", "a\nb", false),
            ("(?m)a\\z", "a\nb", false),
            ("b$", "b\n", false),
            ("(?m)^$", "a\n\nb", true),
            ("^*", "a", nil),
            ("a.b", "a\nb", false),
            ("(?s)a.b", "a\nb", true),
        ] as [(String, String, Bool?)])
    func assertions(pattern: String, text: String, isMatch: Bool?) {
        guard let isMatch else {
            // Repeating an assertion is allowed and means little.
            #expect(Self.matches(pattern, text) == .yes)
            return
        }
        #expect(Self.matches(pattern, text) == .value(.bool(isMatch)))
    }

    @Test(arguments: [
        ("(?i)abc", "aBC", true),
        ("(?i)[a-c]+$", "ABC", true),
        ("(?i)é", "É", true),
        ("(?i)[^a]", "A", false),
        ("a(?i)b", "aB", true),
        ("a(?i)b", "AB", false),
        ("(?i:a)b", "Ab", true),
        ("(?i:a)b", "AB", false),
        ("(?i)a(?-i)b", "AB", false),
        ("(?i)a(?-i)b", "Ab", true),
        ("((?i)a)b", "Ab", true),
        ("((?i)a)b", "AB", false),
        ("(?im)^b", "A\nB", true),
        ("(?i-s).", "\n", false),
        ("(?U)a+", "a", true),
        ("(?i)a|b", "B", true),
        ("(?i)\\x41", "a", true),
        ("(?i)\\QAB\\E", "ab", true),
        ("(?i)straße", "STRASSE", false),
        ("(?i)σ", "Σ", true),
    ])
    func flags(pattern: String, text: String, isMatch: Bool) {
        #expect(Self.matches(pattern, text) == .value(.bool(isMatch)))
    }

    @Test(arguments: [
        ("(", "a ')' is missing"),
        ("(a", "a ')' is missing"),
        (")", "unexpected ')'"),
        ("a)", "unexpected ')'"),
        ("*", "nothing to repeat before '*'"),
        ("+a", "nothing to repeat before '+'"),
        ("?", "nothing to repeat before '?'"),
        ("(*)", "nothing to repeat before '*'"),
        ("a**", "a repetition cannot be repeated"),
        ("a+*", "a repetition cannot be repeated"),
        ("a{2}{3}", "a repetition cannot be repeated"),
        ("a{3,2}", "the bounds of a repetition are in the wrong order or above 1000"),
        ("a{1001}", "the bounds of a repetition are in the wrong order or above 1000"),
        ("a{1,1001}", "the bounds of a repetition are in the wrong order or above 1000"),
        (
            "a{99999999999999999999}",
            "the bounds of a repetition are in the wrong order or above 1000"
        ),
        ("(a{1000}){1000}", "the regular expression is too large"),
        ("((((a{50}){50}){50}){50}){50}", "the regular expression is too large"),
        ("[", "the regular expression ends unexpectedly"),
        ("\\", "the regular expression ends unexpectedly"),
        ("\\x", "the regular expression ends unexpectedly"),
        ("\\xzz", "'\\xzz' is not a valid code point"),
        ("\\x{110000}", "'\\x110000' is not a valid code point"),
        ("\\x{d800}", "'\\xd800' is not a valid code point"),
        ("\\1", "back references are not supported"),
        ("(a)\\1", "back references are not supported"),
        ("\\y", "unknown escape '\\y'"),
        ("\\C", "unknown escape '\\C'"),
        ("\\8", "unknown escape '\\8'"),
        ("\\p{Greek}", "unknown character category 'Greek'"),
        ("\\pX", "unknown character category 'X'"),
        ("\\p{}", "unknown character category ''"),
        ("(?=a)", "unknown flags or an unknown kind of group"),
        ("(?!a)", "unknown flags or an unknown kind of group"),
        ("(?<=a)", "the name of a group is not valid"),
        ("(?P<>a)", "the name of a group is not valid"),
        ("(?P<a", "the name of a group is not valid"),
        ("(?x)a", "unknown flags or an unknown kind of group"),
        ("(?i", "the regular expression ends unexpectedly"),
        ("(?--i)", "unknown flags or an unknown kind of group"),
    ])
    func malformed(pattern: String, message: String) throws {
        #expect(Self.matches(pattern, "x") == .error(.invalidArgument))
        let literal = Value.string(pattern).description
        let issues = try #require(Env().issues("''.matches(\(literal))"))
        #expect(issues.count == 1)
        #expect(
            issues.first?.message == "'\(pattern)' is not a valid regular expression: \(message)")
    }

    @Test func deepNesting() {
        let fine = String(repeating: "(", count: 90) + "a" + String(repeating: ")", count: 90)
        let tooDeep = String(repeating: "(", count: 20_000)
        #expect(Self.matches(fine, "a") == .yes)
        #expect(Self.matches(tooDeep, "a") == .error(.invalidArgument))
    }

    /// Patterns that take exponential time where alternatives are tried one after another.
    @Test(arguments: [
        ("^(a+)+$", "b"),
        ("^(a|aa)+$", "b"),
        ("^(a|a)*$", "b"),
        ("^(.*)*$b", "b"),
        ("(x+x+)+y", "z"),
        ("^(a?){40}a{40}b$", "c"),
    ])
    func linearTime(pattern: String, end: String) {
        let text = String(repeating: pattern.contains("x") ? "x" : "a", count: 400) + end
        #expect(Self.matches(pattern, text) == .no)
    }
}
