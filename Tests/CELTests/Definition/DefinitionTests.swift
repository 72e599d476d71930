import CEL
import Testing

/// The language definition from one end to the other: what each sentence of it comes to, in the
/// checked form, the unchecked form and with steps counted.
struct DefinitionTests {
    static let env = Env(
        variables: [
            Variable(name: "x", type: .dyn), Variable(name: "m", type: .map(.string, .dyn)),
        ], zones: SystemZones.lookup)

    static func outcomes(_ source: String) -> [Outcome] {
        let values: [String: Value] = ["x": .int(1)]
        var outcomes = [
            evaluate(source, in: env, values), evaluate(source, in: env, values, check: false),
        ]
        if case .success(let program) = env.compile(source, check: false, tracksCost: true) {
            var activation = Activation(env)
            activation.set("x", .int(1))
            switch program.evaluateTrackingCost(activation).result {
            case .success(let value): outcomes.append(.value(value))
            case .failure(let error): outcomes.append(.error(error.code))
            }
        }
        return outcomes
    }

    /// Each of these is true.
    @Test(arguments: truths) func truth(source: String) {
        for outcome in Self.outcomes(source) { #expect(outcome == .yes, "\(source)") }
    }

    /// Each of these is an error, or an issue where the checker sees it coming.
    @Test(arguments: failures) func failure(source: String) {
        for outcome in Self.outcomes(source) {
            switch outcome {
            case .value(let value): Issue.record("\(source) is \(value)")
            case .error, .issues: break
            }
        }
    }

    static let truths = numbers + texts + collections + logic + conversions + types + times

    static let numbers = [
        "dyn(1) == 1.0", "dyn(1) == 1u", "dyn(1u) == 1.0", "dyn(-1) != 18446744073709551615u",
        "1 < 1.5", "2u > 1.5",
        "9223372036854775807 < 9223372036854775808u", "-9223372036854775808 < 0u",
        "9007199254740993 > 9007199254740990.0", "9223372036854775807 < 9223372036854777856.0",
        "18446744073709551615u < 18446744073709555712.0", "dyn(1) in [1.0, 2.0]", "0x10 == 16",
        "-0x10 == -16", "0xFFu == 255u", "0xaB == 171",
        "1e3 == 1000.0", "1E-2 == 0.01", ".5 == 0.5", "-.5 == -0.5", "1.5e+2 == 150.0",
        "7 / 2 == 3", "-7 / 2 == -3", "7 % -2 == 1", "-7 % 2 == -1", "7u / 2u == 3u",
        "7u % 4u == 3u",
        "1.0 / 0.0 == double('Infinity')", "-1.0 / 0.0 == double('-Infinity')",
        "!(0.0 / 0.0 == 0.0 / 0.0)", "0.0 / 0.0 != 0.0 / 0.0", "!(0.0 / 0.0 < 1.0)",
        "!(double('NaN') >= 1)", "-0.0 == 0.0", "--1 == 1", "---1 == -1", "- 1 == -1", "1--1 == 2",
        "-9223372036854775808 == -9223372036854775807 - 1", "2 + 3 * 4 == 14", "(2 + 3) * 4 == 20",
        "10 - 2 - 3 == 5", "100 / 10 / 2 == 5", "2 * 3 % 4 == 2", "1.5 + 1.5 == 3.0",
        "9223372036854775807 == 9223372036854775807", "1e308 * 10.0 == double('Infinity')",
    ]

    static let texts = [
        "'a' + 'b' == 'ab'", "'' == \"\"", "'a' < 'b'", "'Z' < 'a'", "'ab' > 'a'",
        "'é' != 'e\\u0301'",
        "size('é') == 1", "size('e\\u0301') == 2", "size('🌙') == 1", "'🌙'.size() == 1",
        "size('') == 0",
        "size(b'é') == 2", "'\\x41\\u0042\\U00000043\\104' == 'ABCD'",
        "'\\a\\b\\f\\n\\r\\t\\v'.size() == 7",
        "'\\\\\\?\\\"\\'\\`'.size() == 5", "r'\\n'.size() == 2", "R\"\\'\".size() == 2",
        "'''a'b''c''' == \"a'b''c\"", "\"\"\"a\nb\"\"\" == 'a\\nb'", "r'''\\''' == '\\\\'",
        "b'\\xff' == b'\\377'", "b'\\303\\277' == bytes('ÿ')", "'\\xff' == 'ÿ'",
        "b'a' + b'b' == b'ab'",
        "rb'\\x' == b'\\\\x'", "bR'\\n' == b'\\\\n'", "br\"a\" == b'a'", "b'a' < b'b'",
        "b'' < b'a'",
        "'\\ud83c\\udf19' == '🌙'", "'\\U0001F319' == '🌙'", "'abc'.contains('b')",
        "'abc'.contains('')",
        "!'abc'.contains('B')", "'abc'.startsWith('ab')", "'abc'.startsWith('')",
        "'abc'.endsWith('bc')",
        "!'abc'.endsWith('abcd')", "'abc'.matches('b')", "matches('abc', '^a.c$')",
        "!'abc'.matches('^b')",
        "'a\\nb'.matches('(?s)a.b')", "'ABC'.matches('(?i)b')", "''.matches('')",
        "'é'.matches('^.$')",
        "'𝒜' > 'ﬀ'", "'\\u00e9'.startsWith('é')",
    ]

    static let collections = [
        "[1, 2] == [1.0, 2u]", "[] == []", "[1] != [1, 2]", "[[1], []] == [dyn([1.0]), []]",
        "[1, 2][1] == 2",
        "[1, 2,].size() == 2", "[1, 2][dyn(0u)] == 1", "[7][dyn(0.0)] == 7",
        "[1] + [2] == [1, 2]", "[] + [] == []", "1 in [1, 2]", "!(3 in [1, 2])", "!('a' in [])",
        "{'a': 1}.a == 1", "{'a': 1}['a'] == 1", "{1: 'x'}[1] == 'x'", "{1: 'x'}[dyn(1u)] == 'x'",
        "{1u: 'x'}[dyn(1.0)] == 'x'", "{true: 1}[true] == 1", "{} == {}",
        "{'a': 1, 'b': 2} == {'b': 2u, 'a': 1.0}",
        "{'a': 1} != {'a': 2}", "'a' in {'a': 1}", "!('b' in {'a': 1})", "size({'a': 1,}) == 1",
        "{'a': {'b': [0, 5]}}.a.b[1] == 5", "has({'a': null}.a)", "!has({'a': 1}.b)",
        "has({'a': {'b': 1}}.a.b)",
        "{'a': [1]}.a + [2] == [1, 2]", "{dyn(1): 1, dyn(2u): 2}[dyn(2)] == 2", "[null] == [null]",
        "[1, 2, 3].all(i, i > 0)", "[].all(i, false)", "![].exists(i, true)",
        "[1, 2].exists_one(i, i == 1)",
        "![1, 1].exists_one(i, i == 1)", "[1, 2, 3].map(i, i * i) == [1, 4, 9]",
        "[1, 2, 3].map(i, i > 1, i + 1) == [3, 4]",
        "[1, 2, 3].filter(i, i != 2) == [1, 3]", "{'a': 1, 'b': 2}.all(k, k < 'c')",
        "{'a': 1}.exists(k, k == 'a')",
        "{'a': 1, 'b': 2}.filter(k, k == 'b') == ['b']", "{'a': 1}.map(k, k + k) == ['aa']",
        "[[1, 2], [3]].map(l, l.map(i, i + l[0])) == [[2, 3], [6]]",
        "[1].map(x, [2].map(x, x)) == [[2]]",
        "[x].map(x, x + 1) == [2]", "[1, 'a', true].exists(i, i == 'a')",
        "[[1]].all(l, l.all(i, i == x))",
    ]

    static let logic = [
        "true && true", "!(true && false)", "false || true", "!false", "!!true",
        "true ? true : false",
        "false ? false : true", "true || 1 / 0 == 1", "1 / 0 == 1 || true",
        "!(false && 1 / 0 == 1)",
        "!(1 / 0 == 1 && false)", "(true ? 1 : 1 / 0) == 1", "(false ? 1 / 0 : 2) == 2",
        "true ? (false ? false : true) : false", "false ? false : true ? true : false",
        "(1 < 2) == true", "(1 < 2) != (2 < 1)",
        "false < true", "true || false && false", "!(false && true || false)",
        "[1, 0].exists(i, 1 / i == 1)", "![0, 2].all(i, 1 / i == 1)",
        "null == null", "dyn(null) != 1", "dyn(null) != false", "x == 1 || m.a == 1",
        "!(x == 2 && m.a == 1)",
    ]

    static let conversions = [
        "int('42') == 42", "int('-9223372036854775808') == -9223372036854775807 - 1",
        "int(1.9) == 1",
        "int(-1.9) == -1", "int(5u) == 5", "int(timestamp('1970-01-01T00:01:00Z')) == 60",
        "int(7) == 7",
        "uint('42') == 42u", "uint(1.9) == 1u", "uint(5) == 5u", "double('1.5') == 1.5",
        "double('-1e3') == -1000.0",
        "double(3) == 3.0", "double(3u) == 3.0", "double('NaN') != double('NaN')",
        "double('Infinity') > 1e308",
        "string(1) == '1'", "string(-1) == '-1'", "string(1u) == '1'", "string(1.5) == '1.5'",
        "string(1.0) == '1'",
        "string(true) == 'true'", "string(b'\\xc3\\xbc') == 'ü'", "string('a') == 'a'",
        "string(1e100) == '1e+100'",
        "string(timestamp('2026-11-22T04:00:00.5Z')) == '2026-11-22T04:00:00.5Z'",
        "string(duration('1h')) == '3600s'",
        "string(duration('1.5s')) == '1.5s'", "bytes('ü') == b'\\xc3\\xbc'", "bytes(b'a') == b'a'",
        "bool('true')",
        "bool('1') && bool('t') && bool('TRUE') && bool('True')",
        "!bool('false') && !bool('0') && !bool('F')",
        "bool(true)", "dyn(1) == 1", "timestamp(0) == timestamp('1970-01-01T00:00:00Z')",
        "duration('90m') == duration('1h30m')",
        "timestamp(timestamp(0)) == timestamp(0)", "duration(duration('1s')) == duration('1s')",
    ]

    static let types = [
        "type(1) == int", "type(1u) == uint", "type(1.0) == double", "type('') == string",
        "type(b'') == bytes",
        "type(true) == bool", "type(null) == null_type", "type([]) == list", "type({}) == map",
        "type(int) == type",
        "type(type(1)) == type", "type(timestamp(0)) == google.protobuf.Timestamp",
        "type([1]) == type(['a'])",
        "type(duration('1s')) == google.protobuf.Duration", "int != uint", "type(x) == int",
        "type([1][0]) == int",
        "[int, string].exists(t, t == type('a'))",
    ]

    static let times = [
        "timestamp('2026-11-22T04:05:06.789Z').getFullYear() == 2026",
        "timestamp('2026-11-22T04:05:06Z').getMonth() == 10",
        "timestamp('2026-11-22T04:05:06Z').getDate() == 22",
        "timestamp('2026-11-22T04:05:06Z').getDayOfMonth() == 21",
        "timestamp('2026-11-22T04:05:06Z').getDayOfWeek() == 0",
        "timestamp('2026-12-31T00:00:00Z').getDayOfYear() == 364",
        "timestamp('2026-11-22T04:05:06Z').getHours() == 4",
        "timestamp('2026-11-22T04:05:06Z').getMinutes() == 5",
        "timestamp('2026-11-22T04:05:06Z').getSeconds() == 6",
        "timestamp('2026-11-22T04:05:06.789Z').getMilliseconds() == 789",
        "timestamp('2026-11-22T04:05:06Z').getHours('Europe/Berlin') == 5",
        "timestamp('2026-07-22T04:05:06Z').getHours('Europe/Berlin') == 6",
        "timestamp('2026-11-22T04:05:06Z').getHours('+05:30') == 9",
        "timestamp('2026-11-22T04:05:06Z').getMinutes('+05:30') == 35",
        "timestamp('2026-11-22T04:05:06Z').getDate('-08:00') == 21",
        "timestamp('2026-11-22T04:05:06Z').getHours('02:00') == 6",
        "timestamp('2026-11-22T04:05:06+02:00') == timestamp('2026-11-22T02:05:06Z')",
        "timestamp(1) > timestamp(0)",
        "timestamp('2026-01-01T00:00:00Z') + duration('24h') == timestamp('2026-01-02T00:00:00Z')",
        "duration('24h') + timestamp('2026-01-01T00:00:00Z') == timestamp('2026-01-02T00:00:00Z')",
        "timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00Z') == duration('24h')",
        "timestamp('2026-01-02T00:00:00Z') - duration('24h') == timestamp('2026-01-01T00:00:00Z')",
        "duration('1h') + duration('30m') == duration('5400s')",
        "duration('1h') - duration('2h') == duration('-3600s')",
        "duration('1h30m').getHours() == 1", "duration('1h30m').getMinutes() == 90",
        "duration('1h').getSeconds() == 3600",
        "duration('1.234s').getMilliseconds() == 234", "duration('1us') > duration('1ns')",
        "duration('-1.5h') < duration('0s')",
        "duration('100ms') == duration('0.1s')",
        "timestamp('9999-12-31T23:59:59.999999999Z') > timestamp(0)",
        "timestamp('0001-01-01T00:00:00Z') < timestamp(0)",
        "timestamp('2024-02-29T00:00:00Z').getDayOfYear() == 59",
        "duration('-5m').getMinutes() == -5",
        "timestamp('1969-12-31T23:59:59.5Z').getMilliseconds() == 500",
    ]

    static let failures = [
        // Numbers out of range.
        "9223372036854775807 + 1 == 0", "-9223372036854775808 - 1 == 0",
        "9223372036854775807 * 2 == 0",
        "-(x - 1 - 9223372036854775807 - 1) == 0",
        "(-9223372036854775808) / -1 == 0", "18446744073709551615u + 1u == 0u", "0u - 1u == 0u",
        "18446744073709551615u * 2u == 0u",
        "1 / 0 == 1", "1 % 0 == 1", "1u / 0u == 1u", "1u % 0u == 1u", "9223372036854775808 == 0",
        "-9223372036854775809 == 0",
        "18446744073709551616u == 0u", "1 + 1u == 2", "1 + 1.0 == 2.0", "1.5 % 1.0 == 0.5",
        "'a' * 2 == 'aa'", "1 && true",
        "-1u == 0u", "-'a' == ''", "!1", "1 < 'a'", "null < null", "[1] < [2]", "{} < {}",
        "int < uint", "'a' - 'b' == ''",
        // Collections.
        "[1][1] == 1", "[1][-1] == 1", "[1]['a'] == 1", "[1][dyn(0.5)] == 1", "{'a': 1}.b == 1",
        "{'a': 1}['b'] == 1",
        "{1: 1, 1u: 2} == {}", "{'a': 1, 'a': 2} == {}", "{1.5: 1} == {}", "{null: 1} == {}",
        "{[]: 1} == {}", "1 in 1",
        "size(1) == 1", "1.all(i, true)", "[1].all(i, i)", "[1].all(i, j)", "has(1.a)", "has(x)",
        "has(m.a.b)", "x.a == 1",
        "[0].map(i, 1 / i) == []", "[0].filter(i, 1 / i == 1) == []",
        "[1, 0].exists_one(i, 1 / i == 1)", "[0].all(i, 1 / i == 1)",
        // Conversions.
        "int('x') == 0", "int('') == 0", "int('1.5') == 1", "int(9223372036854775808u) == 0",
        "int(1e19) == 0", "int(-1e19) == 0",
        "int(double('NaN')) == 0", "int(9223372036854775808.0) == 0", "uint(-1) == 0u",
        "uint(-1.0) == 0u", "uint('-1') == 0u",
        "uint(18446744073709551616.0) == 0u", "double('x') == 0.0", "double('') == 0.0",
        "bool('yes')", "bool('tRUE')", "bool(1)",
        "string(b'\\xff') == ''", "string([]) == ''", "bytes(1) == b''",
        "timestamp('x') == timestamp(0)",
        "timestamp('2026-13-01T00:00:00Z') == timestamp(0)",
        "timestamp('2026-02-29T00:00:00Z') == timestamp(0)",
        "timestamp('10000-01-01T00:00:00Z') == timestamp(0)",
        "timestamp(253402300800) == timestamp(0)", "timestamp('2026-01-01') == timestamp(0)",
        "duration('x') == duration('0s')", "duration('1') == duration('1s')",
        "duration('') == duration('0s')", "duration('1d') == duration('24h')",
        "duration('320000000000s') == duration('0s')",
        "timestamp('9999-12-31T23:59:59Z') + duration('1s') == timestamp(0)",
        "timestamp('0001-01-01T00:00:00Z') - duration('1s') == timestamp(0)",
        "timestamp(0).getHours('Nowhere/Land') == 0",
        "timestamp(0) + timestamp(0) == timestamp(0)", "duration('1h') * 2 == duration('2h')",
        "int(duration('1s')) == 1",
        // Names and syntax.
        "unknown", "unknown()", "x.unknown()", "1 +", "(1", "[1", "{1: 2", "'a", "1 2", "a.", ".",
        "1..2", "if", "x.true == 1",
        "x.null == 1", "x.in == 1", "a b", "'\\q' == ''", "'\\u12' == ''", "'\\ud800' == ''",
        "'\\udf19\\ud83c' == ''", "'\\U00110000' == ''",
        "b'\\u0041' == b'A'", "'\\400' == ''", "x =  1", "1 === 1", "true &&", "? 1 : 2", "{1}",
        "[1, , 2]", "f(,)", "\"a\nb\" == ''",
        "0x == 0", "1e == 1", "1u2 == 1u", "x{} == x", "Msg{a: 1} == 1", "'a' 'b' == 'ab'",
        "'a'.matches('(')", "'a'.matches('a**')",
        "'a'.matches('(?=a)')", "'a'.matches('\\\\1')", "@x", "x#", "x ?? 1", "[1].map(1, 2)",
        "[1].map(a.b, 2)", "[1].all(true)",
        "type(1, 2)", "size()", "has()", "has(m.a, m.b)", "int()", "true.x", "``", "\\",
        "/* c */ 1",
    ]
}
