import CEL
import Testing

struct CollectionTests {
    static let list = Value.list([.int(10), .int(20), .int(30)])

    @Test(
        arguments: [
            ("[1, 2, 3][0]", 1),
            ("[1, 2, 3][2]", 3),
            ("[1, 2, 3][dyn(1u)]", 2),
            ("[1, 2, 3][dyn(1.0)]", 2),
            ("[[1], [2, 3]][1][1]", 3),
            ("{'a': 1}['a']", 1),
            ("{'a': 1}.a", 1),
            ("{1: 2}[1]", 2),
            ("{1u: 2}[1u]", 2),
            ("{true: 2}[true]", 2),
            ("{1: 2}[dyn(1u)]", 2),
            ("{1: 2}[dyn(1.0)]", 2),
            ("{1u: 2}[dyn(1)]", 2),
            ("{'a': {'b': 3}}.a.b", 3),
            ("{'a': [1, 2]}.a[1]", 2),
            ("size([1, 2])", 2),
            ("[].size()", 0),
            ("size({1: 2})", 1),
            ("{}.size()", 0),
            ("size([1] + [2, 3])", 3),
            ("([1] + [2])[1]", 2),
            ("size([[], []])", 2),
            ("{18446744073709551615u: 1}[18446744073709551615u]", 1),
        ] as [(String, Int64)])
    func values(source: String, value: Int64) {
        #expect(evaluate(source) == .value(.int(value)))
        #expect(evaluate(source, check: false) == .value(.int(value)))
    }

    @Test(
        arguments: [
            ("[1, 2][2]", .indexOutOfRange),
            ("[1, 2][-1]", .indexOutOfRange),
            ("[][0]", .indexOutOfRange),
            ("[1][9223372036854775807]", .indexOutOfRange),
            ("[1][dyn(18446744073709551615u)]", .indexOutOfRange),
            ("[1][dyn(0.5)]", .noSuchOverload),
            ("[1][dyn('0')]", .noSuchOverload),
            ("{'a': 1}['b']", .noSuchKey),
            ("{'a': 1}.b", .noSuchKey),
            ("{1: 2}[2]", .noSuchKey),
            ("{1: 2}[dyn('1')]", .noSuchKey),
            ("{1: 2}[dyn(1.5)]", .noSuchKey),
            ("{1: 2}[dyn(null)]", .noSuchKey),
            ("{1: 2}[dyn([])]", .noSuchKey),
            ("{}[0]", .noSuchKey),
            ("dyn(1)[0]", .noSuchOverload),
            ("dyn(1).a", .noSuchOverload),
            ("dyn([1]).a", .noSuchOverload),
            ("has(dyn(1).a)", .noSuchOverload),
            ("{'a': 1, 'a': 2}", .duplicateKey),
            ("{1: 1, 1u: 2}", .duplicateKey),
            ("{dyn(1.0): 1}", .unsupportedKey),
            ("{dyn(null): 1}", .unsupportedKey),
            ("{dyn([]): 1}", .unsupportedKey),
            ("1 in dyn(1)", .noSuchOverload),
            ("'a' in dyn('abc')", .noSuchOverload),
        ] as [(String, EvaluationError.Code)])
    func errors(source: String, code: EvaluationError.Code) {
        #expect(evaluate(source) == .error(code))
        #expect(evaluate(source, check: false) == .error(code))
        #expect(evaluate("dyn(\(source)) == 1 || true") == .yes)
    }

    @Test(arguments: [
        ("1 in [1, 2]", true),
        ("3 in [1, 2]", false),
        ("1 in []", false),
        ("dyn(1.0) in [1]", true),
        ("dyn('1') in [1]", false),
        ("[1] in [[1], [2]]", true),
        ("'a' in {'a': 1}", true),
        ("'b' in {'a': 1}", false),
        ("dyn(1u) in {1: 1}", true),
        ("dyn(1.5) in {1: 1}", false),
        ("dyn(null) in [1, null]", true),
        ("dyn(null) in {1: 1}", false),
        ("!(1 in [2])", true),
        ("has({'a': 1}.a)", true),
        ("has({'a': 1}.b)", false),
        ("has({'a': null}.a)", true),
        ("has({'a': {'b': 1}}.a.b)", true),
        ("[1, 2] + [3] == [1, 2, 3]", true),
        ("[] + [] == []", true),
    ])
    func membership(source: String, isTrue: Bool) {
        #expect(evaluate(source) == .value(.bool(isTrue)))
        #expect(evaluate(source, check: false) == .value(.bool(isTrue)))
    }

    @Test func literalsOfVariables() throws {
        let env = Env(variables: [
            Variable(name: "k", type: .string), Variable(name: "i", type: .int),
            Variable(name: "list", type: .list(.int)),
        ])
        let values: [String: Value] = ["k": .string("key"), "i": .int(1), "list": Self.list]
        for check in [true, false] {
            #expect(evaluate("[i, i + 1][i]", in: env, values, check: check) == .value(.int(2)))
            #expect(evaluate("{k: i}[k]", in: env, values, check: check) == .value(.int(1)))
            #expect(evaluate("{k: i}.key + i", in: env, values, check: check) == .value(.int(2)))
            #expect(evaluate("list[i]", in: env, values, check: check) == .value(.int(20)))
            #expect(evaluate("list[i] + i", in: env, values, check: check) == .value(.int(21)))
            #expect(evaluate("list[i] > 15", in: env, values, check: check) == .yes)
            #expect(evaluate("i + 9 in list", in: env, values, check: check) == .yes)
            #expect(
                evaluate("{k: 1, 'key': 2}", in: env, values, check: check)
                    == .error(.duplicateKey))
        }
    }

    /// A list declared with one type of elements may hold another; that is an error, not a wrong
    /// answer.
    @Test func elementsOfAnotherTypeThanDeclared() {
        let env = Env(variables: [
            Variable(name: "list", type: .list(.int)), Variable(name: "n", type: .int),
        ])
        let values: [String: Value] = [
            "list": .list([.string("x"), .double(1), .uint(1)]), "n": .int(1),
        ]
        #expect(evaluate("list[0] + n", in: env, values) == .error(.noSuchOverload))
        #expect(evaluate("list[1] < n", in: env, values) == .error(.noSuchOverload))
        #expect(evaluate("list[2] * n", in: env, values) == .error(.noSuchOverload))
        #expect(evaluate("list[1]", in: env, values) == .value(.double(1)))
    }
}
