import CEL
import Testing

struct ParserTests {
    /// Pairs of sources that must mean the same, the second with all parentheses.
    @Test(arguments: [
        ("1 + 2 * 3", "1 + (2 * 3)"),
        ("1 * 2 + 3", "(1 * 2) + 3"),
        ("7 - 2 - 3", "(7 - 2) - 3"),
        ("24 / 4 / 3", "(24 / 4) / 3"),
        ("24 / 4 * 3", "(24 / 4) * 3"),
        ("9 % 5 % 3", "(9 % 5) % 3"),
        ("1 + 2 < 4", "(1 + 2) < 4"),
        ("1 < 2 == true", "(1 < 2) == true"),
        ("false == 1 > 2", "(false == 1) > 2"),
        ("true || false && false", "true || (false && false)"),
        ("false && false || true", "(false && false) || true"),
        ("true ? 1 : false ? 2 : 3", "true ? 1 : (false ? 2 : 3)"),
        ("false || true ? 1 : 2", "(false || true) ? 1 : 2"),
        ("true ? false || true : false", "true ? (false || true) : false"),
        ("!true || true", "(!true) || true"),
        ("!(true || true)", "!((true || true))"),
        ("-2 + 3", "(-2) + 3"),
        ("- 2 * 3", "(-2) * 3"),
        ("-[1][0]", "-([1][0])"),
        ("1 in [1] && true", "(1 in [1]) && true"),
        ("1 + 1 in [2]", "(1 + 1) in [2]"),
        ("!false == true", "(!false) == true"),
        ("!!true", "!(!true)"),
        ("!!!true", "!true"),
        ("[1, 2][1] + 1", "([1, 2][1]) + 1"),
        ("'a' + 'b' == 'ab'", "('a' + 'b') == 'ab'"),
        ("true && true && false || true", "((true && true) && false) || true"),
        ("{'a': 1}.a + 1", "({'a': 1}.a) + 1"),
        ("{'a': {'b': 2}}.a.b", "(({'a': {'b': 2}}).a).b"),
    ])
    func precedence(source: String, parenthesised: String) {
        if source == "false == 1 > 2" {
            // Relations join from the left, so this compares a truth value with a number.
            #expect(evaluate(source, check: false) == evaluate(parenthesised, check: false))
            return
        }
        guard case .value = evaluate(source) else {
            Issue.record("\(source) has no value: \(evaluate(source))")
            return
        }
        #expect(evaluate(source) == evaluate(parenthesised))
    }

    @Test(arguments: [
        "[]",
        "[1,]",
        "[1, 2,]",
        "{}",
        "{1: 2,}",
        "{'a': 1, 'b': 2,}",
        "size([1,],)",
        " \t\r\n1\u{0C}",
        "// first\n1 // last",
        "1 //",
        "((((1))))",
        "[[],[[]]]",
        "{1: {2: {}}}",
        "true?1:2",
    ])
    func accepted(source: String) {
        #expect(Env().issues(source) == nil)
    }

    /// Sources with one mistake, what is said of it and where.
    @Test(arguments: [
        ("", "expected an expression, found the end", 0..<0),
        ("   ", "expected an expression, found the end", 3..<3),
        ("// nothing", "expected an expression, found the end", 10..<10),
        ("1 +", "expected an expression, found the end", 3..<3),
        ("1 + + 2", "expected an expression, found '+'", 4..<5),
        ("* 2", "expected an expression, found '*'", 0..<1),
        ("(1", "expected ')', found the end", 2..<2),
        ("(1 2)", "expected ')', found a number", 3..<4),
        ("1)", "expected an operator or the end of the expression, found ')'", 1..<2),
        ("1 2", "expected an operator or the end of the expression, found a number", 2..<3),
        ("true false", "expected an operator or the end of the expression, found 'false'", 5..<10),
        ("'a' b'c'", "expected an operator or the end of the expression, found bytes", 4..<8),
        ("[1, 2", "expected ']', found the end", 5..<5),
        ("[1 2]", "expected ']', found a number", 3..<4),
        ("[,]", "expected an expression, found ','", 1..<2),
        ("{1}", "expected ':', found '}'", 2..<3),
        ("{1: }", "expected an expression, found '}'", 4..<5),
        ("{'a': 1", "expected '}', found the end", 7..<7),
        ("true ? 1", "expected ':', found the end", 8..<8),
        ("size('a'", "expected ')', found the end", 8..<8),
        ("[1][", "expected an expression, found the end", 4..<4),
        ("'a'.", "expected a name after '.', found the end", 4..<4),
        ("'a'.1", "expected an operator or the end of the expression, found a number", 3..<5),
        ("'a'.(1)", "expected a name after '.', found '('", 4..<5),
        ("true == = false", "'=' is not an operator; use '=='", 8..<9),
        ("1 = 1", "'=' is not an operator; use '=='", 2..<3),
        ("true & true", "'&' is not an operator; use '&&'", 5..<6),
        ("true | true", "'|' is not an operator; use '||'", 5..<6),
        ("true and true", "'and' is not an operator; use '&&'", 5..<8),
        ("true OR true", "'OR' is not an operator; use '||'", 5..<7),
        ("not true", "'not' is not an operator; use '!'", 0..<3),
        ("true && not not true", "'not' is not an operator; use '!'", 8..<11),
        ("not(true)", "'not' is not a function; use '!'", 0..<9),
        (
            "true &&\u{A0}true",
            "this character is U+00A0, not an ordinary space; type a space instead", 7..<9
        ),
        ("true\u{200B}", "here is an invisible character (U+200B); delete it", 4..<7),
        ("siz\u{435}('a') > 0", "this character is U+0435, not an ordinary e", 3..<5),
        (
            "gr\u{F6}\u{DF}e > 1",
            "a name can contain only the letters a to z, digits and '_', not 'ö'", 2..<4
        ),
        (
            "'a' == \u{201C}a\u{201D}", "'“' is not a quotation mark of expressions; use \" or '",
            7..<10
        ),
        ("1 # 2", "unexpected character '#'", 2..<3),
        ("1 €", "unexpected character '€'", 2..<5),
        ("@in(1, 2)", "unexpected character '@'", 0..<1),
        ("for", "'for' is a reserved word", 0..<3),
        ("1 + while", "'while' is a reserved word", 4..<9),
        ("import(1)", "'import' is a reserved word", 0..<6),
        ("has(1)", "has() takes one field selection, such as has(a.b)", 0..<3),
        ("has()", "has() takes one field selection, such as has(a.b)", 0..<3),
        ("has({}.a, {}.b)", "has() takes one field selection, such as has(a.b)", 0..<3),
        ("[1].all(1, true)", "all() needs a simple name as its first argument", 8..<9),
        ("[1].map(a.b, 1)", "map() needs a simple name as its first argument", 8..<11),
        ("[1].filter(.x, true)", "filter() needs a simple name as its first argument", 11..<13),
        (
            "a.b.Point{x: 1}",
            "'a.b.Point{…}' would make a message; messages are not supported", 0..<9
        ),
        ("`a`", "expected an expression, found 'a'", 0..<3),
        ("{}.`a", "the name has no closing backquote", 3..<5),
    ])
    func rejected(source: String, message: String, offset: Range<Int>) throws {
        let issues = try #require(Env().issues(source))
        #expect(issues.first?.message == message)
        #expect(issues.first?.offset == offset)
    }

    /// One run finds mistakes in several places, of the syntax and of the meaning.
    @Test func severalMistakes() throws {
        let source = #"size('a' 2) == '\q' && hour & true && [1, *] == [] || no(3) > 'a' + 1"#
        let issues = try #require(Env().issues(source))
        #expect(
            issues.map(\.message) == [
                "expected ')', found a number", "unknown escape sequence",
                "undeclared reference to 'hour'", "'&' is not an operator; use '&&'",
                "expected an expression, found '*'", "undeclared function 'no'",
                "'+' is not defined for string and int",
            ])
        #expect(issues.map(\.offset.lowerBound) == [9, 16, 23, 28, 42, 54, 62])
    }

    @Test func afterAMistakeInBracketsTheRestIsRead() throws {
        let issues = try #require(Env().issues("[1, (2 3), 4][0] + {1 2: 3}[1] + nope"))
        #expect(issues.map(\.offset) == [7..<8, 22..<23, 33..<37])
        #expect(issues.last?.message == "undeclared reference to 'nope'")
    }

    /// A slip that is read as it is meant leaves the other mistakes to be found.
    @Test func afterAWordOfAnotherLanguageTheRestIsRead() throws {
        let issues = try #require(Env().issues("not 1 and tru\u{435} or n\u{43E}pe"))
        #expect(
            issues.map(\.message) == [
                "'not' is not an operator; use '!'", "'!' is not defined for int",
                "'and' is not an operator; use '&&'",
                "this character is U+0435, not an ordinary e",
                "'or' is not an operator; use '||'", "undeclared reference to 'nope'",
                "this character is U+043E, not an ordinary o",
            ])
    }

    /// A field and a variable may have such a name where it stands for nothing else.
    @Test func wordsOfOtherLanguagesAreNames() {
        let env = Env(variables: [
            Variable(name: "and", type: .bool), Variable(name: "not", type: .bool),
        ])
        #expect(env.issues("and || not || {'or': true}.or") == nil)
        #expect(env.issues("!not && not") == nil)
    }

    @Test func escapedNamesSelectFields() {
        #expect(evaluate("{'content-type': 1}.`content-type`") == .value(.int(1)))
        #expect(evaluate("{'a b': 1}.`a b`") == .value(.int(1)))
        #expect(evaluate("has({'a/b.c': 1}.`a/b.c`)") == .yes)
    }

    @Test func reservedWordsSelectFieldsAndMethods() {
        #expect(evaluate("{'for': {'while': 2}}.for.while") == .value(.int(2)))
        #expect(evaluate("{}.import()") == .issues(["undeclared function 'import'"]))
    }
}
