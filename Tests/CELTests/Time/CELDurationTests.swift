import CEL
import Testing

struct CELDurationTests {
    static let second: Int64 = 1_000_000_000

    @Test(
        arguments: [
            ("0", 0),
            ("-0", 0),
            ("0s", 0),
            ("1ns", 1),
            ("1us", 1000),
            ("1µs", 1000),
            ("1μs", 1000),
            ("1ms", 1_000_000),
            ("1s", second),
            ("1m", 60 * second),
            ("1h", 3600 * second),
            ("1h30m", 5400 * second),
            ("1h1m1s", 3661 * second),
            ("90m", 5400 * second),
            ("1.5h", 5400 * second),
            ("0.5s", second / 2),
            (".5s", second / 2),
            ("5.s", 5 * second),
            ("-1.5s", -1_500_000_000),
            ("-1h30m", -5400 * second),
            ("+2s", 2 * second),
            ("1.000000001s", 1_000_000_001),
            ("0.1ns", 0),
            ("1.9ns", 1),
            ("1m1h", 3660 * second),
            ("0.000000001h", 3600),
            ("100000h", 360_000_000 * second),
            ("1.12345678901234567890s", 1_123_456_789),
            ("9223372036854775807ns", .max),
            ("-9223372036854775807ns", -.max),
            ("9223372036.854775807s", .max),
            ("-9223372036.854775808s", .min),
            ("87600h", 315_360_000 * second),
        ] as [(String, Int64)])
    func read(text: String, nanoseconds: Int64) {
        #expect(CELDuration(text) == CELDuration(nanoseconds: nanoseconds))
    }

    @Test(arguments: [
        "",
        "-",
        "+",
        "s",
        "1",
        "1.5",
        "h1",
        "1 h",
        " 1h",
        "1h ",
        "1d",
        "1w",
        "1y",
        "1H",
        "1S",
        "1h-30m",
        "--1s",
        "1..5s",
        ".s",
        ".",
        "1e3s",
        "1hm",
        "1µ",
        "1u",
        "1n",
        "one",
        "1,5s",
        "9223372036.854775808s",
        "-9223372036.854775809s",
        "2562048h",
        "320000000000s",
        "99999999999999999999s",
        "1\u{0}s",
        "１s",
        "30 minutes",
    ])
    func refused(text: String) {
        #expect(CELDuration(text) == nil)
    }

    @Test(
        arguments: [
            (0, "0s"),
            (1, "0.000000001s"),
            (-1, "-0.000000001s"),
            (1000, "0.000001s"),
            (second / 2, "0.5s"),
            (-second / 2, "-0.5s"),
            (second, "1s"),
            (-second, "-1s"),
            (1_500_000_000, "1.5s"),
            (-1_500_000_000, "-1.5s"),
            (5400 * second, "5400s"),
            (.max, "9223372036.854775807s"),
            (.min, "-9223372036.854775808s"),
        ] as [(Int64, String)])
    func written(nanoseconds: Int64, text: String) {
        let span = CELDuration(nanoseconds: nanoseconds)
        #expect(span.description == text)
        #expect(CELDuration(text) == span)
    }

    @Test func partsOfASpan() throws {
        #expect(CELDuration(seconds: 2, nanoseconds: 5)?.nanoseconds == 2_000_000_005)
        #expect(CELDuration(seconds: -2, nanoseconds: -5)?.nanoseconds == -2_000_000_005)
        #expect(CELDuration(seconds: .max) == nil)
        #expect(CELDuration(seconds: .min) == nil)
        #expect(CELDuration(seconds: 9_223_372_036, nanoseconds: 854_775_807)?.nanoseconds == .max)
        #expect(CELDuration(seconds: 9_223_372_036, nanoseconds: 854_775_808) == nil)
        #expect(CELDuration(nanoseconds: -1_999_999_999).seconds == -1)
        #expect(CELDuration(nanoseconds: 1_999_999_999).seconds == 1)
    }

    @Test func order() {
        let spans = [Int64.min, -5, 0, 1, .max].map { CELDuration(nanoseconds: $0) }
        #expect(spans == spans.sorted())
        #expect(CELDuration.zero == spans[2])
    }

    @Test(
        arguments: [
            ("duration('3h25m').getHours()", 3),
            ("duration('3h25m').getMinutes()", 205),
            ("duration('3h25m').getSeconds()", 12_300),
            ("duration('-90m').getHours()", -1),
            ("duration('-90s').getMinutes()", -1),
            ("duration('1.75s').getSeconds()", 1),
            ("duration('1.75s').getMilliseconds()", 750),
            ("duration('-1.75s').getMilliseconds()", -750),
            ("duration('59s').getMinutes()", 0),
        ] as [(String, Int64)])
    func accessors(source: String, value: Int64) {
        #expect(evaluate(source) == .value(.int(value)))
        #expect(evaluate(source, check: false) == .value(.int(value)))
    }

    @Test(arguments: [
        ("duration('1h') + duration('30m') == duration('90m')", true),
        ("duration('1h') - duration('30m') == duration('30m')", true),
        ("duration('1h') < duration('61m')", true),
        ("duration('1h') >= duration('61m')", false),
        ("duration('60m') == duration('1h')", true),
        ("duration('-1s') < duration('0')", true),
        ("string(duration('1h30m')) == '5400s'", true),
        ("duration('1h') != duration('3600s')", false),
    ])
    func inExpressions(source: String, isTrue: Bool) {
        #expect(evaluate(source) == .value(.bool(isTrue)))
        #expect(evaluate(source, check: false) == .value(.bool(isTrue)))
    }

    @Test(arguments: [
        "duration('2000000h') + duration('2000000h')",
        "duration('-2000000h') - duration('2000000h')",
    ])
    func overflow(source: String) {
        #expect(evaluate(source) == .error(.overflow))
    }
}
