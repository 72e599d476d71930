import RuleModel
import Testing

/// The POSIX rule in a zone file's footer (RFC 8536, section 3.3), in files made by hand.
struct PosixFooters {
    /// The offset in hours as text: `+2`, `-3:30`.
    private func offset(_ footer: String, _ instant: String) throws -> Int {
        try HandmadeZone(footer: footer).read().offset(at: at(instant))
    }

    static let rows: [(footer: String, at: String, seconds: Int)] = [
        ("UTC0", "2026-07-01T00:00:00Z", 0),
        // Weeks of months, 5 being the last; the default time is 02:00.
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", -18000),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14400),
        // The fifth Sunday of a month that has only four is its last.
        ("AAA0BBB,M2.5.0,M10.5.0", "2026-02-22T01:59:59Z", 0),
        ("AAA0BBB,M2.5.0,M10.5.0", "2026-02-22T02:00:00Z", 3600),
        // South of the equator the summer spans New Year.
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-01-01T00:00:00Z", 39600),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-04-03T15:59:59Z", 39600),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-04-03T16:00:00Z", 36000),
        // Ireland: winter time is the "summer" time, an hour lower.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T01:00:00Z", 0),
        // Half an hour, names in angle brackets.
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-03T15:30:00Z", 39600),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T15:00:00Z", 37800),
        // Hours below 0 and above 24.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27T23:59:59Z", 7200),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 10800),
        // Days of the year, without and with 29 February: J60 is 1 March, 59 is 29 February.
        ("AAA0BBB,J60/0,J300/0", "2028-02-29T23:59:59Z", 0),
        ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 3600),
        ("AAA0BBB,J60/0,J300/0", "2026-03-01T00:00:00Z", 3600),
        ("AAA0BBB,59/0,300/0", "2028-02-29T00:00:00Z", 3600),
        ("AAA0BBB,59/0,300/0", "2028-02-28T23:59:59Z", 0),
        ("AAA0BBB,59/0,300/0", "2026-03-01T00:00:00Z", 3600),
        // Seconds in an offset.
        ("LMT-0:53:28", "2026-03-01T00:00:00Z", 3208),
        // Summer time all the year round (RFC 8536's own example).
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T12:00:00Z", -14400),
        ("XXX3EDT4,0/0,J365/23", "2026-07-01T12:00:00Z", -14400),
        ("XXX3EDT4,0/0,J365/23", "2027-01-01T03:00:00Z", -14400),
        ("XXX3EDT4,0/0,J365/23", "2028-07-01T12:00:00Z", -14400),
    ]

    @Test(arguments: rows)
    func offsetByTheFooter(row: (footer: String, at: String, seconds: Int)) throws {
        #expect(try offset(row.footer, row.at) == row.seconds)
    }

    /// The table holds up to its last transition, the footer from there on.
    @Test func tableComesFirst() throws {
        let change = try at("2026-06-01T00:00:00Z")
        let zone = try HandmadeZone(
            transitions: [(change.seconds, 1)], types: [0, 3600],
            footer: "CET-1CEST,M3.5.0,M10.5.0/3"
        ).read()
        #expect(zone.offset(at: try at("2026-04-15T00:00:00Z")) == 0)
        #expect(zone.offset(at: change) == 3600)
        #expect(zone.offset(at: try at("2026-12-01T00:00:00Z")) == 3600)
        #expect(zone.offset(at: try at("2027-03-28T01:00:00Z")) == 7200)
    }

    /// Without a footer the last offset stays; before the table the first type holds.
    @Test func withoutAFooter() throws {
        let zone = try HandmadeZone(transitions: [(0, 1), (1000, 2)], types: [60, 120, 180]).read()
        for (second, offset) in [
            (Int64(-1), 60), (0, 120), (999, 120), (1000, 180), (1 << 40, 180),
        ] {
            #expect(zone.offset(at: Instant(seconds: second)) == offset)
        }
    }

    /// The calendar repeats itself after 400 years, and so does a rule; for ever.
    @Test func ruleRepeats() throws {
        let zone = try HandmadeZone(footer: "CET-1CEST,M3.5.0,M10.5.0/3").read()
        let cycle: Int64 = 146_097 * 86_400
        let spring = try at("2026-03-29T01:00:00Z").seconds
        for cycles: Int64 in [1, 2, 5, 17, 100] {
            let instant = Instant(seconds: spring + cycles * cycle)
            #expect(zone.offset(at: instant) == 7200)
            #expect(zone.offset(at: instant - .seconds(1)) == 3600)
        }
    }
}
