import CEL
import Testing

struct TimeZoneTests {
    /// Two zones of the tests' own: one with a change of offset, one with half an hour.
    static let env = Env(
        variables: [
            Variable(name: "at", type: .timestamp), Variable(name: "zone", type: .string),
        ],
        zones: { name in
            switch name {
            case "Test/Summer": { $0 < 1_774_746_000 ? 3600 : 7200 }
            case "Test/Half": { _ in -12_600 }
            default: nil
            }
        })

    static func value(_ source: String, at text: String, zone: String = "UTC") throws -> Outcome {
        let instant = try #require(Timestamp(rfc3339: text))
        return evaluate(
            source, in: env, ["at": .timestamp(instant), "zone": .string(zone)])
    }

    /// 2026-03-29 is a Sunday, the 88th day of its year.
    @Test(
        arguments: [
            ("getFullYear", 2026),
            ("getMonth", 2),
            ("getDate", 29),
            ("getDayOfMonth", 28),
            ("getDayOfWeek", 0),
            ("getDayOfYear", 87),
            ("getHours", 23),
            ("getMinutes", 58),
            ("getSeconds", 59),
            ("getMilliseconds", 123),
        ] as [(String, Int64)])
    func parts(method: String, value: Int64) throws {
        let text = "2026-03-29T23:58:59.123456789Z"
        #expect(try Self.value("at.\(method)()", at: text) == .value(.int(value)))
        #expect(try Self.value("at.\(method)('UTC')", at: text) == .value(.int(value)))
        #expect(try Self.value("at.\(method)('')", at: text) == .value(.int(value)))
        #expect(try Self.value("at.\(method)('+00:00')", at: text) == .value(.int(value)))
        #expect(try Self.value("at.\(method)(zone)", at: text) == .value(.int(value)))
    }

    /// The same instant a quarter of an hour later by the clock of another offset.
    @Test(
        arguments: [
            ("getFullYear", 2027),
            ("getMonth", 0),
            ("getDate", 1),
            ("getDayOfMonth", 0),
            ("getDayOfWeek", 5),
            ("getDayOfYear", 0),
            ("getHours", 0),
            ("getMinutes", 15),
        ] as [(String, Int64)])
    func partsAcrossTheYear(method: String, value: Int64) throws {
        let text = "2026-12-31T23:00:00Z"
        #expect(try Self.value("at.\(method)('+01:15')", at: text) == .value(.int(value)))
        #expect(try Self.value("at.\(method)('01:15')", at: text) == .value(.int(value)))
        #expect(
            try Self.value("at.\(method)(zone)", at: text, zone: "+01:15") == .value(.int(value)))
    }

    @Test func namedZonesFollowTheirChanges() throws {
        let before = "2026-03-29T00:59:59Z"
        let after = "2026-03-29T01:00:00Z"
        #expect(try Self.value("at.getHours('Test/Summer')", at: before) == .value(.int(1)))
        #expect(try Self.value("at.getHours('Test/Summer')", at: after) == .value(.int(3)))
        #expect(
            try Self.value("at.getHours(zone)", at: after, zone: "Test/Summer") == .value(.int(3)))
        #expect(try Self.value("at.getMinutes('Test/Half')", at: after) == .value(.int(30)))
        #expect(try Self.value("at.getDate('Test/Half')", at: after) == .value(.int(28)))
    }

    @Test(arguments: [
        "Test/None",
        "CEST",
        "utc",
        "+1:00",
        "+0100",
        "+24:00",
        "+01:60",
        "01-00",
        "+01:00:00",
        " ",
    ])
    func noSuchZone(name: String) throws {
        let now = "2026-03-29T01:00:00Z"
        #expect(
            try Self.value("at.getHours('\(name)')", at: now)
                == .issues(["unknown time zone '\(name)'"]))
        #expect(
            try Self.value("at.getHours(zone)", at: now, zone: name) == .error(.invalidArgument))
    }

    @Test func dynamicInstants() throws {
        #expect(evaluate("dyn(timestamp(0)).getHours('+03:00')") == .value(.int(3)))
        #expect(evaluate("dyn(duration('2h')).getHours()") == .value(.int(2)))
        #expect(evaluate("dyn('x').getHours()") == .error(.noSuchOverload))
        #expect(evaluate("dyn('x').getHours('+03:00')") == .error(.noSuchOverload))
        #expect(evaluate("dyn(timestamp(0)).getHours(dyn(1))") == .error(.noSuchOverload))
    }

    @Test func daysOfAWeek() throws {
        for day in 0..<7 {
            let text = "2026-11-0\(day + 1)T12:00:00Z"
            #expect(try Self.value("at.getDayOfWeek()", at: text) == .value(.int(Int64(day))))
        }
    }
}
