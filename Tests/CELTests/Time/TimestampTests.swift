import CEL
import Testing

struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("1970-01-01T00:00:01Z", 1, 0),
            ("1969-12-31T23:59:59Z", -1, 0),
            ("1969-12-31T23:59:59.5Z", -1, 500_000_000),
            ("2026-03-29T01:00:00Z", 1_774_746_000, 0),
            ("2026-03-29T03:00:00+02:00", 1_774_746_000, 0),
            ("2026-03-28T20:30:00-04:30", 1_774_746_000, 0),
            ("2026-03-29T01:00:00.000000001Z", 1_774_746_000, 1),
            ("2026-03-29T01:00:00.123456789Z", 1_774_746_000, 123_456_789),
            ("2026-03-29T01:00:00.1Z", 1_774_746_000, 100_000_000),
            ("2024-02-29T12:00:00Z", 1_709_208_000, 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
            ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
            ("2026-01-01T00:00:00+00:00", 1_767_225_600, 0),
        ] as [(String, Int64, Int32)])
    func read(text: String, seconds: Int64, nanoseconds: Int32) throws {
        let instant = try #require(Timestamp(rfc3339: text))
        #expect(instant.seconds == seconds)
        #expect(instant.nanoseconds == nanoseconds)
        #expect(Timestamp(seconds: seconds, nanoseconds: nanoseconds) == instant)
        #expect(Timestamp(rfc3339: instant.description) == instant)
    }

    @Test(arguments: [
        "",
        "2026-03-29",
        "2026-03-29T01:00:00",
        "2026-03-29 01:00:00Z",
        "2026-03-29t01:00:00Z",
        "2026-03-29T01:00:00z",
        "2026-03-29T01:00Z",
        "2026-03-29T24:00:00Z",
        "2026-03-29T01:60:00Z",
        "2026-03-29T01:00:60Z",
        "2026-02-30T01:00:00Z",
        "2026-13-01T01:00:00Z",
        "2026-03-29T01:00:00.Z",
        "2026-03-29T01:00:00.1234567890Z",
        "2026-03-29T01:00:00+2:00",
        "2026-03-29T01:00:00+0200",
        "2026-03-29T01:00:00+24:00",
        "2026-03-29T01:00:00+02:60",
        "2026-03-29T01:00:00Zx",
        "26-03-29T01:00:00Z",
        "0000-12-31T23:59:59Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01",
        "10000-01-01T00:00:00Z",
        "2026-03-29T01:00:00,5Z",
        "-026-03-29T01:00:00Z",
    ])
    func refused(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(
        arguments: [
            (0, 0, "1970-01-01T00:00:00Z"),
            (-1, 0, "1969-12-31T23:59:59Z"),
            (-1, 999_000_000, "1969-12-31T23:59:59.999Z"),
            (86_399, 500_000_000, "1970-01-01T23:59:59.5Z"),
            (86_400, 10, "1970-01-02T00:00:00.00000001Z"),
            (-86_400, 0, "1969-12-31T00:00:00Z"),
            (-86_401, 0, "1969-12-30T23:59:59Z"),
            (951_782_400, 0, "2000-02-29T00:00:00Z"),
        ] as [(Int64, Int32, String)])
    func written(seconds: Int64, nanoseconds: Int32, text: String) throws {
        let instant = try #require(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        #expect(instant.description == text)
    }

    @Test func range() {
        #expect(Timestamp.min.description == "0001-01-01T00:00:00Z")
        #expect(Timestamp.max.description == "9999-12-31T23:59:59.999999999Z")
        #expect(Timestamp(seconds: Timestamp.min.seconds - 1) == nil)
        #expect(Timestamp(seconds: Timestamp.max.seconds + 1) == nil)
        #expect(Timestamp(seconds: .max) == nil)
        #expect(Timestamp(seconds: .min) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: -1) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: 1_000_000_000) == nil)
    }

    @Test func order() throws {
        let texts = [
            "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.1Z",
            "1970-01-01T00:00:00Z", "2026-03-29T03:00:00+02:00", "2026-03-29T01:00:00.5Z",
            "9999-12-31T23:59:59Z",
        ]
        let instants = try texts.map { try #require(Timestamp(rfc3339: $0)) }
        #expect(instants == instants.sorted())
        #expect(Set(instants).count == texts.count)
    }

    /// Sums and differences, as expressions write them.
    @Test(arguments: [
        ("timestamp('2026-03-29T01:00:00Z') + duration('1h')", "2026-03-29T02:00:00Z"),
        ("duration('1h') + timestamp('2026-03-29T01:00:00Z')", "2026-03-29T02:00:00Z"),
        ("timestamp('2026-03-29T01:00:00Z') - duration('90m')", "2026-03-28T23:30:00Z"),
        ("timestamp('2026-03-29T01:00:00Z') + duration('-1ns')", "2026-03-29T00:59:59.999999999Z"),
        ("timestamp('2026-03-29T01:00:00.9Z') + duration('200ms')", "2026-03-29T01:00:01.1Z"),
        ("timestamp('2026-03-29T01:00:00.1Z') - duration('200ms')", "2026-03-29T00:59:59.9Z"),
        ("timestamp('2024-02-28T23:59:59Z') + duration('1s')", "2024-02-29T00:00:00Z"),
        ("timestamp(0) - duration('1s')", "1969-12-31T23:59:59Z"),
        ("timestamp(0) - duration('-9223372036.854775808s')", "2262-04-11T23:47:16.854775808Z"),
    ])
    func sums(source: String, result: String) throws {
        let instant = try #require(Timestamp(rfc3339: result))
        #expect(evaluate(source) == .value(.timestamp(instant)))
        #expect(evaluate(source, check: false) == .value(.timestamp(instant)))
    }

    @Test(arguments: [
        ("timestamp('2026-03-29T01:00:00Z') - timestamp('2026-03-29T00:00:00Z')", "3600s"),
        ("timestamp('2026-03-29T00:00:00Z') - timestamp('2026-03-29T01:00:00Z')", "-3600s"),
        ("timestamp('2026-03-29T00:00:00.25Z') - timestamp('2026-03-29T00:00:00.5Z')", "-0.25s"),
        ("timestamp(1) - timestamp(1)", "0s"),
    ])
    func differences(source: String, result: String) throws {
        #expect(evaluate(source) == .value(.duration(try #require(CELDuration(result)))))
    }

    @Test(arguments: [
        "timestamp('9999-12-31T23:59:59.999999999Z') + duration('1ns')",
        "timestamp('0001-01-01T00:00:00Z') - duration('1ns')",
        "timestamp('9000-01-01T00:00:00Z') - timestamp('2000-01-01T00:00:00Z')",
        "timestamp('2000-01-01T00:00:00Z') - timestamp('9000-01-01T00:00:00Z')",
        "timestamp('9999-01-01T00:00:00Z') - duration('-9223372036.854775808s')",
    ])
    func outOfRange(source: String) {
        #expect(evaluate(source) == .error(.overflow))
    }
}
