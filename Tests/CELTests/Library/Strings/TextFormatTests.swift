import CEL
import Testing

/// `text.format(list)`: every clause with every type, and what it cannot take.
struct TextFormatTests {
    @Test(arguments: [
        ("''.format([])", ""), ("'100%%'.format([])", "100%"), ("'%%%%'.format([])", "%%"),
        ("'ü%s🌙'.format(['x'])", "üx🌙"), ("'%s'.format(['%s'])", "%s"),
        // Arguments that no clause takes are left.
        ("'a'.format([1, 2])", "a"),
        ("'%s %s %s %s'.format([null, true, -7, 7u])", "null true -7 7"),
        ("'%s'.format(['ü'])", "ü"), ("'%s'.format([b'\\xc3\\xbc'])", "ü"),
        ("'%s'.format([b'a\\xff\\xfeb\\xff'])", "a\u{FFFD}b\u{FFFD}"),
        ("'%s'.format([timestamp('2026-11-22T04:00:00.5Z')])", "2026-11-22T04:00:00.5Z"),
        ("'%s'.format([duration('90m')])", "5400s"), ("'%s'.format([duration('-1.5s')])", "-1.5s"),
        ("'%s %s'.format([int, type(type(1))])", "int type"),
        ("'%s'.format([[]])", "[]"), ("'%s'.format([{}])", "{}"),
        ("'%s'.format([['a', [1, 2.5], {'k': null}]])", "[a, [1, 2.5], {k: null}]"),
        ("'%s'.format([{'b': 1, 'a': 2, 10: 3, 9: 4}])", "{10: 3, 9: 4, a: 2, b: 1}"),
    ])
    func anything(source: String, text: String) {
        StringsLibraryTests.expect(source, .value(.string(text)))
    }

    @Test(arguments: [
        ("0.0", "0"), ("-0.0", "-0"), ("1.0", "1"), ("-1.5", "-1.5"), ("0.1", "0.1"),
        ("3.14", "3.14"),
        ("1e21", "1000000000000000000000"), ("1.5e22", "15000000000000000000000"),
        ("1e-7", "0.0000001"), ("1.25e-10", "0.000000000125"), ("123456.789", "123456.789"),
        ("9007199254740993.0", "9007199254740992"), ("double('NaN')", "NaN"),
        ("double('Infinity')", "Infinity"), ("double('-Infinity')", "-Infinity"),
        ("5e-324", "0." + String(repeating: "0", count: 323) + "5"),
    ])
    func shortestDoubles(number: String, text: String) {
        StringsLibraryTests.expect("'%s'.format([\(number)])", .value(.string(text)))
        StringsLibraryTests.expect("'%d'.format([\(number)])", .value(.string(text)))
        StringsLibraryTests.expect("'%s'.format([[\(number)]])", .value(.string("[\(text)]")))
    }

    @Test(arguments: [
        ("'%d'.format([-9223372036854775808])", "-9223372036854775808"),
        ("'%d'.format([18446744073709551615u])", "18446744073709551615"),
        ("'%b %b %b'.format([5, -5, 5u])", "101 -101 101"), ("'%b%b'.format([true, false])", "10"),
        ("'%o %o %o'.format([8, -8, 8u])", "10 -10 10"),
        ("'%x %X %x %X'.format([255, 255, -255, 255u])", "ff FF -ff FF"),
        ("'%x'.format([-9223372036854775808])", "-8000000000000000"),
        ("'%x %X'.format(['ü', b'\\x01\\xab'])", "c3bc 01AB"), ("'%x'.format([''])", ""),
        ("'%b'.format([0])", "0"), ("'%o'.format([0u])", "0"), ("'%x'.format([0])", "0"),
    ])
    func integers(source: String, text: String) {
        StringsLibraryTests.expect(source, .value(.string(text)))
    }

    @Test(arguments: [
        ("%f", "0.0", "0.000000"), ("%f", "-0.0", "-0.000000"), ("%f", "1", "1.000000"),
        ("%.0f", "0.5", "0"), ("%.0f", "1.5", "2"), ("%.0f", "2.5", "2"),
        ("%.0f", "0.50000001", "1"), ("%.0f", "-0.5", "-0"), ("%.0f", "9.5", "10"),
        ("%.1f", "0.25", "0.2"), ("%.1f", "0.35", "0.3"), ("%.1f", "0.75", "0.8"),
        ("%.2f", "1.005", "1.00"), ("%.2f", "99.995", "100.00"), ("%.2f", "99.999", "100.00"),
        ("%.3f", "123.4999", "123.500"), ("%.3f", "123.4994", "123.499"), ("%.1f", "-3.14", "-3.1"),
        ("%.20f", "0.1", "0.10000000000000000555"), ("%.3f", "1e22", "10000000000000000000000.000"),
        ("%f", "9223372036854775807", "9223372036854775808.000000"), ("%.2f", "0.001", "0.00"),
        ("%f", "double('NaN')", "NaN"), ("%.1f", "double('-Infinity')", "-Infinity"),
        ("%e", "0.0", "0.000000e+00"), ("%e", "1", "1.000000e+00"),
        ("%e", "-3.14", "-3.140000e+00"),
        ("%.1e", "3.14", "3.1e+00"), ("%.0e", "2.5", "2e+00"), ("%.0e", "9.5", "1e+01"),
        ("%.2e", "9.999", "1.00e+01"), ("%.3e", "123456.0", "1.235e+05"),
        ("%.3e", "0.000123", "1.230e-04"),
        ("%.0e", "5e-324", "5e-324"), ("%.3e", "1.7976931348623157e308", "1.798e+308"),
        ("%e", "1e100", "1.000000e+100"), ("%e", "double('Infinity')", "Infinity"),
        ("%e", "12u", "1.200000e+01"),
        ("%.16e", "0.1", "1.0000000000000001e-01"),
    ])
    func reals(clause: String, number: String, text: String) {
        StringsLibraryTests.expect("'\(clause)'.format([\(number)])", .value(.string(text)))
    }

    /// All digits of the smallest number there is.
    @Test func exactToTheLastDigit() throws {
        // The smallest number has more digits than may be asked for.
        StringsLibraryTests.expect("size('%.1000f'.format([5e-324])) == 1002", .yes)
        StringsLibraryTests.expect(
            "'%.60f'.format([1.0 / 9007199254740992.0]).endsWith('82031250000000')", .yes)
        StringsLibraryTests.expect(
            "'%.10f'.format([0.0009765625])", .value(.string("0.0009765625")))
    }

    static let decimal = "decimal clause can only be used on integers"
    static let fixed = "fixed-point clause can only be used on doubles"
    static let scientific = "scientific clause can only be used on doubles"
    static let binary = "only integers and bools can be formatted as binary"
    static let octal = "octal clause can only be used on integers"
    static let hexadecimal = "only integers, byte buffers, and strings can be formatted as hex"

    @Test(arguments: [
        ("%d", "'a'", "\(decimal), was given string"), ("%d", "true", "\(decimal), was given bool"),
        ("%d", "[1]", "\(decimal), was given list"), ("%d", "{}", "\(decimal), was given map"),
        ("%f", "'1'", "\(fixed), was given string"),
        ("%f", "null", "\(fixed), was given null_type"),
        ("%e", "b'1'", "\(scientific), was given bytes"),
        ("%e", "timestamp(0)", "\(scientific), was given google.protobuf.Timestamp"),
        ("%b", "1.5", "\(binary), was given double"), ("%b", "'1'", "\(binary), was given string"),
        ("%o", "true", "\(octal), was given bool"), ("%o", "1.5", "\(octal), was given double"),
        ("%x", "true", "\(hexadecimal), was given bool"),
        ("%X", "int", "\(hexadecimal), was given type"),
        ("%x", "duration('1s')", "\(hexadecimal), was given google.protobuf.Duration"),
    ])
    func unsuitedValues(clause: String, value: String, message: String) throws {
        try Self.expectError(
            "'\(clause)'.format([\(value)])", "error during formatting: \(message)")
    }

    @Test(arguments: [
        (
            "'%a'.format([1])",
            "could not parse formatting clause: unrecognized formatting clause \"a\""
        ),
        (
            "'%E'.format([1.0])",
            "could not parse formatting clause: unrecognized formatting clause \"E\""
        ),
        (
            "'%ü'.format([1])",
            "could not parse formatting clause: unrecognized formatting clause \"ü\""
        ),
        (
            "'%.3ü'.format([1])",
            "could not parse formatting clause: unrecognized formatting clause \"ü\""
        ),
        ("'%'.format([1])", "unexpected end of string"),
        ("'a%'.format([])", "index 0 out of range"),
        ("'%s %s'.format(['a'])", "index 1 out of range"),
        (
            "'%.'.format([1])",
            "error while parsing precision: could not find end of precision specifier"
        ),
        (
            "'%.3'.format([1])",
            "error while parsing precision: could not find end of precision specifier"
        ),
        (
            "'%.f'.format([1])",
            "error while parsing precision: '' cannot be converted to an integer"
        ),
        (
            "'%.9999999999999999999f'.format([1])",
            "error while parsing precision: '9999999999999999999' cannot be converted to an integer"
        ),
        (
            "'%.1001f'.format([1])",
            "error while parsing precision: precision 1001 exceeds maximum allowed precision 1000"
        ),
    ])
    func brokenClauses(source: String, message: String) throws {
        try Self.expectError(source, message)
    }

    static func expectError(_ source: String, _ message: String) throws {
        for check in [true, false] {
            let env = StringsLibraryTests.env
            let program = try env.compile(source, check: check).get()
            guard case .failure(let error) = program.evaluate(Activation(env)) else {
                Issue.record("\(source) has a value")
                continue
            }
            #expect(error.code == .invalidArgument)
            #expect(error.detail.hasSuffix(message), "\(error)")
        }
    }
}
