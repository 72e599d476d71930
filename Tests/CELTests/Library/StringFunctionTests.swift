import CEL
import Testing

struct StringFunctionTests {
    @Test(arguments: [
        ("a.contains(b)", "evening", "even", true),
        ("a.contains(b)", "evening", "ning", true),
        ("a.contains(b)", "evening", "veni", true),
        ("a.contains(b)", "evening", "vein", false),
        ("a.contains(b)", "evening", "", true),
        ("a.contains(b)", "", "", true),
        ("a.contains(b)", "", "x", false),
        ("a.contains(b)", "x", "xx", false),
        ("a.contains(b)", "aaaab", "aab", true),
        ("a.contains(b)", "abcabcabd", "abcabd", true),
        ("a.contains(b)", "grüße", "üß", true),
        ("a.contains(b)", "é", "e\u{301}", false),
        ("a.contains(b)", "e\u{301}", "e", true),
        ("a.contains(b)", "🌙🌚", "🌚", true),
        ("a.startsWith(b)", "evening", "eve", true),
        ("a.startsWith(b)", "evening", "vening", false),
        ("a.startsWith(b)", "evening", "", true),
        ("a.startsWith(b)", "", "x", false),
        ("a.startsWith(b)", "e\u{301}", "e", true),
        ("a.startsWith(b)", "é", "e", false),
        ("a.endsWith(b)", "evening", "ing", true),
        ("a.endsWith(b)", "evening", "evenin", false),
        ("a.endsWith(b)", "evening", "", true),
        ("a.endsWith(b)", "ing", "evening", false),
        ("a.endsWith(b)", "grüß", "üß", true),
        ("a.endsWith(b)", "e\u{301}", "\u{301}", true),
        ("a.matches(b)", "evening", "^eve", true),
        ("a.matches(b)", "evening", "^ning", false),
    ])
    func searches(source: String, a: String, b: String, isTrue: Bool) {
        expectEveryForm(source, .string(a), .string(b), .value(.bool(isTrue)))
    }

    @Test(
        arguments: [
            ("", 0),
            ("a", 1),
            ("abc", 3),
            ("ü", 1),
            ("e\u{301}", 2),
            ("🌙", 1),
            ("👨‍👩‍👧", 5),
            ("a\u{0}b", 3),
            ("\r\n", 2),
        ] as [(String, Int64)])
    func sizesAreCodePoints(text: String, size: Int64) {
        for form in Form.allCases {
            #expect(form.evaluate("size(a)", .string(text), .null) == .value(.int(size)))
            #expect(form.evaluate("a.size()", .string(text), .null) == .value(.int(size)))
        }
    }

    @Test(arguments: [
        ("a + b", "quiet ", "hours", "quiet hours"),
        ("a + b", "", "", ""),
        ("a + b + a", "x", "y", "xyx"),
        ("a + b", "e", "\u{301}", "e\u{301}"),
    ])
    func concatenation(source: String, a: String, b: String, result: String) {
        expectEveryForm(source, .string(a), .string(b), .value(.string(result)))
    }

    @Test func bytes() {
        expectEveryForm(
            "a + b", .bytes([1, 2]), .bytes([255]), .value(.bytes([1, 2, 255])))
        expectEveryForm("size(a) + size(b)", .bytes([1, 2]), .bytes([]), .value(.int(2)))
        expectEveryForm("a.size() == 2", .bytes([1, 2]), .bytes([]), .yes)
    }

    @Test(arguments: [
        "1.contains('a')",
        "'a'.startsWith(1)",
        "'a'.endsWith(b'a')",
        "size(1)",
        "b'a'.contains('a')",
        "null.size()",
        "'a' + 1",
        "'a' + b'a'",
        "'a'.matches(1)",
        "matches('a', 1)",
    ])
    func otherTypes(source: String) {
        guard case .issues = evaluate(source) else {
            Issue.record("\(source) was accepted")
            return
        }
        #expect(evaluate(source, check: false) == .error(.noSuchOverload))
    }

    @Test func aBadPatternThatOnlyEvaluationSees() {
        let env = Env(variables: [Variable(name: "p", type: .string)])
        #expect(
            evaluate("'a'.matches(p)", in: env, ["p": .string("(")]) == .error(.invalidArgument))
        #expect(evaluate("'a'.matches(p)", in: env, ["p": .string("a")]) == .yes)
        #expect(evaluate("'a'.matches('(')", check: false) == .error(.invalidArgument))
        #expect(evaluate("dyn(1).matches('a')") == .error(.noSuchOverload))
    }
}
