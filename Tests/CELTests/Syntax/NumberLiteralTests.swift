import CEL
import Testing

struct NumberLiteralTests {
    @Test(
        arguments: [
            ("0", 0),
            ("7", 7),
            ("007", 7),
            ("-7", -7),
            ("- 7", -7),
            ("0x0", 0),
            ("0xFf", 255),
            ("-0xff", -255),
            ("0X10", 16),
            ("9223372036854775807", .max),
            ("-9223372036854775808", .min),
            ("0x7fffffffffffffff", .max),
            ("-0x8000000000000000", .min),
        ] as [(String, Int64)])
    func ints(source: String, value: Int64) {
        #expect(evaluate(source) == .value(.int(value)))
    }

    @Test(
        arguments: [
            ("0u", 0),
            ("7u", 7),
            ("7U", 7),
            ("0xffu", 255),
            ("18446744073709551615u", .max),
            ("0xffffffffffffffffU", .max),
        ] as [(String, UInt64)])
    func uints(source: String, value: UInt64) {
        #expect(evaluate(source) == .value(.uint(value)))
    }

    @Test(arguments: [
        ("0.0", 0),
        ("1.5", 1.5),
        ("-1.5", -1.5),
        (".5", 0.5),
        ("-.5", -0.5),
        ("1e3", 1000),
        ("1E3", 1000),
        ("1e+3", 1000),
        ("1e-3", 0.001),
        ("1.5e3", 1500),
        (".5e1", 5),
        ("6.02214076e23", 6.02214076e23),
        ("1e400", .infinity),
        ("1e-400", 0),
        ("12345678901234567890.0", 1.234_567_890_123_456_7e19),
    ])
    func doubles(source: String, value: Double) {
        #expect(evaluate(source) == .value(.double(value)))
    }

    @Test(arguments: [
        ("9223372036854775808", "the number is out of range for the type int", 0..<19),
        ("-9223372036854775809", "the number is out of range for the type int", 0..<20),
        ("0x8000000000000000", "the number is out of range for the type int", 0..<18),
        ("18446744073709551616u", "the number is out of range for the type uint", 0..<21),
        ("30m", "'30m' is not a number; write a duration as duration(\"30m\")", 0..<3),
        ("1 < 1h30m", "'1h30m' is not a number; write a duration as duration(\"1h30m\")", 4..<9),
        ("12abc", "'12abc' is not a number", 0..<5),
        ("1.5u", "'1.5u' is not a number", 0..<4),
        ("1ux", "'1ux' is not a number", 0..<3),
        ("1_000", "'1_000' is not a number", 0..<5),
        ("0xg", "'0xg' is not a number", 0..<3),
    ])
    func malformed(source: String, message: String, offset: Range<Int>) throws {
        let issues = try #require(Env().issues(source))
        #expect(issues.map(\.message) == [message])
        #expect(issues.first?.offset == offset)
    }

    @Test func aDotAfterANumberIsASelection() {
        #expect(evaluate("1.size()") == .issues(["int.size() is not defined"]))
        #expect(evaluate("'ab'.size() + 1") == .value(.int(3)))
        #expect(evaluate("1e == 2") == .issues(["'1e' is not a number"]))
    }

    @Test(
        arguments: [
            ("1-2", -1),
            ("1 -2", -1),
            ("1- 2", -1),
            ("1--2", 3),
            ("-1-2", -3),
            ("3--1", 4),
            ("--1", 1),
            ("---1", -1),
            ("-(1)", -1),
            ("-(-(1))", 1),
            ("2*-3", -6),
            ("-2*3", -6),
        ] as [(String, Int64)])
    func signs(source: String, value: Int64) {
        #expect(evaluate(source) == .value(.int(value)))
    }
}
