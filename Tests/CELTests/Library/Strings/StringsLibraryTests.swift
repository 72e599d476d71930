import CEL
import Testing

/// The extension library `strings`, in the checked and in the unchecked form.
struct StringsLibraryTests {
    static let env = Env(libraries: [.strings])

    static func expect(
        _ source: String, _ outcome: Outcome, in env: Env = env,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for check in [true, false] {
            let found = evaluate(source, in: env, check: check)
            #expect(found == outcome, "\(source), checked \(check)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [
        ("'abc'.charAt(0)", "a"), ("'abc'.charAt(2)", "c"), ("'abc'.charAt(3)", ""),
        ("''.charAt(0)", ""), ("'aü🌙'.charAt(1)", "ü"), ("'aü🌙'.charAt(2)", "🌙"),
        // An accent of its own is a code point of its own.
        ("'e\\u0301x'.charAt(1)", "\u{301}"),
        ("'abc'.substring(1)", "bc"), ("'abc'.substring(3)", ""), ("'abc'.substring(0)", "abc"),
        ("'abc'.substring(1, 2)", "b"), ("'abc'.substring(2, 2)", ""),
        ("'aü🌙b'.substring(1, 3)", "ü🌙"),
        ("'ABCxyzÄß'.lowerAscii()", "abcxyzÄß"), ("'ABCxyzäß@[`{'.upperAscii()", "ABCXYZäß@[`{"),
        ("'abc'.reverse()", "cba"), ("''.reverse()", ""), ("'aü🌙'.reverse()", "🌙üa"),
        ("' \\t\\n\\v\\f\\r a b \\u0085\\u00a0\\u3000'.trim()", "a b"), ("'   '.trim()", ""),
        ("'\\u200bx\\u200b'.trim()", "\u{200B}x\u{200B}"), ("''.trim()", ""),
        ("['a', 'b', 'c'].join()", "abc"), ("['a', 'b'].join(', ')", "a, b"), ("[].join(',')", ""),
        ("['a'].join(',')", "a"), ("['', ''].join('-')", "-"),
        ("'aaa'.replace('a', 'b')", "bbb"), ("'aaaa'.replace('aa', 'b')", "bb"),
        ("'aaaaa'.replace('aa', 'b')", "bba"), ("'abc'.replace('x', 'y')", "abc"),
        ("'abc'.replace('', '-')", "-a-b-c-"), ("'ü'.replace('', '-')", "-ü-"),
        ("''.replace('', '-')", "-"), ("'abc'.replace('b', '')", "ac"),
        ("'aaa'.replace('a', 'b', 2)", "bba"), ("'aaa'.replace('a', 'b', 0)", "aaa"),
        ("'aaa'.replace('a', 'b', -1)", "bbb"), ("'abc'.replace('', '-', 2)", "-a-bc"),
        ("'aaa'.replace('a', 'aa')", "aaaaaa"),
        ("strings.quote('')", "\"\""), ("strings.quote('a\\'b\"c')", "\"a'b\\\"c\""),
        ("strings.quote('\\a\\b\\f\\n\\r\\t\\v\\\\')", "\"\\a\\b\\f\\n\\r\\t\\v\\\\\""),
        ("strings.quote('ü🌙\\u0001')", "\"ü🌙\u{1}\""),
    ])
    func texts(source: String, text: String) {
        Self.expect(source, .value(.string(text)))
    }

    @Test(arguments: [
        ("'abcabc'.indexOf('c')", 2), ("'abcabc'.indexOf('c', 3)", 5), ("'abc'.indexOf('')", 0),
        ("'abc'.indexOf('', 2)", 2), ("'abc'.indexOf('', 3)", 3), ("'abc'.indexOf('x')", -1),
        ("'abcabc'.indexOf('ab', 1)", 3), ("''.indexOf('')", 0), ("''.indexOf('a')", -1),
        ("'ü🌙a🌙'.indexOf('🌙')", 1), ("'ü🌙a🌙'.indexOf('🌙', 2)", 3), ("'ab'.indexOf('abc')", -1),
        ("'aabaaab'.indexOf('aaab')", 3), ("'abababac'.indexOf('ababac')", 2),
        ("'abcabc'.lastIndexOf('c')", 5), ("'abcabc'.lastIndexOf('c', 4)", 2),
        ("'abcabc'.lastIndexOf('abc', 3)", 3), ("'abcabc'.lastIndexOf('abc', 2)", 0),
        ("'abc'.lastIndexOf('')", 3), ("'abc'.lastIndexOf('', 1)", 1), ("''.lastIndexOf('')", 0),
        ("'abc'.lastIndexOf('x')", -1), ("'ab'.lastIndexOf('abc')", -1),
        ("''.lastIndexOf('a')", -1),
        ("'aaaa'.lastIndexOf('aa')", 2), ("'ü🌙a🌙'.lastIndexOf('🌙')", 3),
        ("'abcabc'.lastIndexOf('bc', 0)", -1), ("'ü🌙a🌙'.lastIndexOf('🌙', 2)", 1),
    ])
    func places(source: String, place: Int64) {
        Self.expect(source, .value(.int(place)))
    }

    @Test(arguments: [
        ("'a,b,c'.split(',')", ["a", "b", "c"]), ("'a,b,c'.split(',', 2)", ["a", "b,c"]),
        ("'a,b,c'.split(',', 1)", ["a,b,c"]), ("'a,b,c'.split(',', 0)", []),
        ("'a,b,c'.split(',', -1)", ["a", "b", "c"]), ("'a,b,c'.split(',', 9)", ["a", "b", "c"]),
        ("''.split(',')", [""]), ("''.split('')", []), ("'aü🌙'.split('')", ["a", "ü", "🌙"]),
        ("'abc'.split('', 2)", ["a", "bc"]), ("'abc'.split('', 1)", ["abc"]),
        ("',,'.split(',')", ["", "", ""]), ("'aaa'.split('aa')", ["", "a"]),
        ("'abc'.split('x')", ["abc"]), ("'abc'.split('', 3)", ["a", "b", "c"]),
    ])
    func parts(source: String, parts: [String]) {
        Self.expect(source, .value(.list(parts.map { .string($0) })))
    }

    @Test(arguments: [
        ("'abc'.charAt(4)", "index out of range: 4"),
        ("'abc'.charAt(-1)", "index out of range: -1"),
        ("'abc'.indexOf('a', 3)", "index out of range: 3"),
        ("'abc'.indexOf('a', -1)", "index out of range: -1"),
        ("'abc'.indexOf('', 4)", "index out of range: 4"),
        ("'abc'.lastIndexOf('a', 3)", "index out of range: 3"),
        ("'abc'.lastIndexOf('a', -1)", "index out of range: -1"),
        ("'abc'.substring(4)", "index out of range: 4"),
        ("'abc'.substring(-1)", "index out of range: -1"),
        ("'abc'.substring(-1, 2)", "index out of range: -1"),
        ("'abc'.substring(1, 4)", "index out of range: 4"),
        ("'abc'.substring(5, 6)", "index out of range: 5"),
        ("'abc'.substring(2, 1)", "invalid substring range. start: 2, end: 1"),
    ])
    func outOfRange(source: String, message: String) throws {
        for check in [true, false] {
            let program = try Self.env.compile(source, check: check).get()
            guard case .failure(let error) = program.evaluate(Activation(Self.env)) else {
                Issue.record("\(source) has a value")
                continue
            }
            #expect(error.description.hasSuffix(message), "\(error)")
        }
    }

    /// The smallest places of all: what would overflow is out of range.
    @Test func extremePlaces() {
        for place in ["9223372036854775807", "-9223372036854775808"] {
            for call in ["charAt(\(place))", "substring(\(place))", "indexOf('b', \(place))"] {
                Self.expect("'abc'.\(call)", .error(.indexOutOfRange))
            }
            Self.expect("'abc'.lastIndexOf('b', \(place))", .error(.indexOutOfRange))
        }
        Self.expect(
            "'a,b'.split(',', 9223372036854775807)", .value(.list([.string("a"), .string("b")])))
        Self.expect(
            "'a,b'.split(',', -9223372036854775808)", .value(.list([.string("a"), .string("b")])))
        Self.expect("'aa'.replace('a', 'b', 9223372036854775807)", .value(.string("bb")))
        Self.expect("'aa'.replace('', '-', 9223372036854775807)", .value(.string("-a-a-")))
    }

    @Test(arguments: [
        "1.charAt(0)", "'a'.charAt('0')", "'a'.indexOf(1)", "'a'.indexOf('a', '0')", "[1].join()",
        "['a'].join(1)", "'a'.split(1)", "'a'.replace('a', 1)", "'a'.substring(true)",
        "1.reverse()", "b'a'.trim()", "strings.quote(1)", "'a'.format('a')", "1.lowerAscii()",
        "null.upperAscii()", "'a'.split('a', 'b')", "'a'.replace('a', 'b', 1u)",
    ])
    func wrongTypes(source: String) throws {
        guard case .failure(let issues) = Self.env.compile(source) else {
            Issue.record("\(source) compiles")
            return
        }
        #expect(issues.count == 1)
        #expect(evaluate(source, in: Self.env, check: false) == .error(.noSuchOverload))
    }

    @Test func variablesGoTheSameWays() {
        let env = Env(
            variables: [
                Variable(name: "s", type: .string), Variable(name: "list", type: .list(.string)),
                Variable(name: "n", type: .int), Variable(name: "any", type: .dyn),
            ], libraries: [.strings])
        let values: [String: Value] = [
            "s": .string("a-b-c"), "list": .list([.string("x"), .string("y")]), "n": .int(2),
            "any": .list([.int(1), .string("z")]),
        ]
        for check in [true, false] {
            func text(_ source: String) -> Outcome {
                evaluate(source, in: env, values, check: check)
            }
            #expect(text("s.split('-').join('+')") == .value(.string("a+b+c")))
            #expect(text("s.charAt(n) + s.substring(n)") == .value(.string("bb-c")))
            #expect(text("list.map(x, x + s).join(' ')") == .value(.string("xa-b-c ya-b-c")))
            #expect(text("'%s %d'.format([s, n])") == .value(.string("a-b-c 2")))
            #expect(text("any.join()") == .error(.noSuchOverload))
            #expect(text("'%s'.format(any)") == .value(.string("1")))
        }
    }

    @Test func offUnlessAskedFor() throws {
        for source in ["'a'.charAt(0)", "'a'.format([])", "strings.quote('a')", "['a'].join()"] {
            #expect(Env().issues(source) != nil, "\(source)")
        }
        #expect(Library.strings.name == "strings")
        #expect(Library.strings.macros.isEmpty)
        #expect(Library.strings.functions.count == 13)
    }

    /// Searching takes linear time: a pattern that repeats does not go back to the start.
    @Test func repetitiveTextsAreSearchedInOneGo() throws {
        let env = Env(variables: [Variable(name: "s", type: .string)], libraries: [.strings])
        let text = String(repeating: "a", count: 200_000)
        let part = String(repeating: "a", count: 20_000) + "b"
        for source in ["s.indexOf('\(part)')", "s.lastIndexOf('\(part)')"] {
            #expect(evaluate(source, in: env, ["s": .string(text)]) == .value(.int(-1)))
        }
        #expect(evaluate("s.contains('\(part)')", in: env, ["s": .string(text)]) == .no)
        #expect(
            evaluate("s.replace('\(part)', '') == s", in: env, ["s": .string(text)]) == .yes)
        #expect(
            evaluate("size(s.split('\(part)')) == 1", in: env, ["s": .string(text)]) == .yes)
    }
}
