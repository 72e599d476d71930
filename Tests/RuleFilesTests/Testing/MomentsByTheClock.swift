import CEL
import RuleModel
import SeededRandom
import Testing

@testable import RuleFiles
@testable import RuleTests

/// Times as tests write them, and the instants that they mean.
@Suite struct MomentsByTheClock {
    private static func zone(_ name: String) throws -> TimeZoneRules {
        try zones.zone(named: name).get()
    }

    private static func parsed(_ text: String) throws -> LocalMoment {
        try LocalMoment.parse(text).get()
    }

    private static func instant(
        _ text: String, in zone: String = "Europe/Berlin", from: String = "2026-11-18T12:00:00Z"
    ) throws -> String {
        let from = try #require(Instant(rfc3339: from))
        switch try parsed(text).instant(in: try Self.zone(zone), .from(from)) {
        case .success(let instant): return LocalTime.rfc3339(instant, offset: 0)
        case .failure(let fault): return fault.message
        }
    }

    @Test func theFormsThatAreTaken() throws {
        let noon = 12 * 3600
        #expect(try Self.parsed("12:00") == LocalMoment(second: noon))
        #expect(try Self.parsed("12:00:07") == LocalMoment(second: noon + 7))
        #expect(try Self.parsed("thu 12:00") == LocalMoment(weekday: 4, second: noon))
        #expect(try Self.parsed("Sun 12:00") == LocalMoment(weekday: 7, second: noon))
        let dated = LocalMoment(day: 20_775, second: noon)
        #expect(try Self.parsed("2026-11-18 12:00") == dated)
        #expect(try Self.parsed("2026-11-18T12:00") == dated)
        #expect(try Self.parsed("  2026-11-18   12:00 ") == dated)
        #expect(
            try Self.parsed("wed 2026-11-18 12:00")
                == LocalMoment(weekday: 3, day: 20_775, second: noon))
        #expect(
            try Self.parsed("2026-11-18T12:00Z")
                == LocalMoment(day: 20_775, second: noon, offset: 0))
        #expect(
            try Self.parsed("02:30-03:30") == LocalMoment(second: 9000, offset: -12_600))
        #expect(
            try Self.parsed("02:30+12:45") == LocalMoment(second: 9000, offset: 45_900))
    }

    @Test(arguments: [
        "", " ", "noon", "24:00", "12:60", "12:00:60", "1:00", "012:00", "12:0", "12",
        "12:00:00:00",
        "2026-13-01 12:00", "2026-02-30 12:00", "26-02-03 12:00", "2026-02-03", "2026/02/03 12:00",
        "wed", "mittwoch 12:00", "wed thu 12:00", "12:00+1", "12:00+15:00", "12:00+",
        "12:00 +01:00",
        "wed 2026-11-19 12:00", "１２:００", "12:00\u{301}", "-1:00", "+12:00", "12:00 12:00 12:00",
    ])
    func theFormsThatAreNot(text: String) {
        guard case .failure(let fault) = LocalMoment.parse(text) else {
            Issue.record("\"\(text)\" was taken")
            return
        }
        #expect(!fault.message.isEmpty)
        if let suggestion = fault.suggestion {
            #expect((try? LocalMoment.parse(suggestion).get()) != nil, "\(suggestion)")
        }
    }

    @Test(arguments: [("9:30", "09:30"), ("9.30", "09:30"), ("10 pm", "22:00"), ("7h", "07:00")])
    func whatWasProbablyMeant(text: String, meant: String) {
        guard case .failure(let fault) = LocalMoment.parse(text) else {
            Issue.record("\"\(text)\" was taken")
            return
        }
        #expect(fault.suggestion == meant)
    }

    @Test func theNextOneIsMeant() throws {
        // It is 13:00 in Berlin.
        #expect(try Self.instant("13:00") == "2026-11-18T12:00:00Z")
        #expect(try Self.instant("13:01") == "2026-11-18T12:01:00Z")
        #expect(try Self.instant("12:59") == "2026-11-19T11:59:00Z")
        #expect(try Self.instant("wed 13:00") == "2026-11-18T12:00:00Z")
        #expect(try Self.instant("wed 12:59") == "2026-11-25T11:59:00Z")
        #expect(try Self.instant("tue 23:00") == "2026-11-24T22:00:00Z")
        #expect(try Self.instant("2026-11-18 06:00") == "2026-11-18T05:00:00Z")
        #expect(try Self.instant("14:00+01:00") == "2026-11-18T13:00:00Z")
        #expect(try Self.instant("2026-11-19 14:00+03:00") == "2026-11-19T11:00:00Z")
    }

    @Test func aRangeIsNoTimeFarFromHere() throws {
        #expect(
            try Self.instant("22:30-06:30")
                == "Europe/Berlin does not have the UTC offset -06:30 at that time; write one "
                + "time, not a range of times, or add the date")
    }

    @Test func theLastOneIsMeantOfWhatLiesBehind() throws {
        let berlin = try Self.zone("Europe/Berlin")
        let now = try #require(Instant(rfc3339: "2026-11-18T12:00:00Z"))
        func last(_ text: String) throws -> String {
            LocalTime.rfc3339(
                try Self.parsed(text).instant(in: berlin, .upTo(now)).get(), offset: 0)
        }
        #expect(try last("13:00") == "2026-11-18T12:00:00Z")
        #expect(try last("13:00:01") == "2026-11-17T12:00:01Z")
        #expect(try last("wed 13:00") == "2026-11-18T12:00:00Z")
        #expect(try last("wed 14:00") == "2026-11-11T13:00:00Z")
        #expect(try last("fri 08:00") == "2026-11-13T07:00:00Z")
    }

    @Test func aDayThatIsSkippedWhole() throws {
        // Samoa had no 30 December 2011.
        #expect(
            try Self.instant("2011-12-30 12:00", in: "Pacific/Apia").contains("never show 12:00"))
        #expect(
            try Self.instant("2011-12-31 12:00", in: "Pacific/Apia") == "2011-12-30T22:00:00Z")
        #expect(
            try Self.instant("12:00", in: "Pacific/Apia", from: "2011-12-30T00:00:00Z")
                == "2011-12-30T22:00:00Z")
    }

    @Test func timesThatAClockShowsTwiceOrNever() throws {
        let twice = "2026-10-24T12:00:00Z"
        #expect(
            try Self.instant("02:30", from: twice)
                == "clocks in Europe/Berlin show 02:30 twice on 2026-10-25; write 02:30+02:00 or "
                + "02:30+01:00")
        #expect(try Self.instant("02:30+02:00", from: twice) == "2026-10-25T00:30:00Z")
        #expect(try Self.instant("02:30+01:00", from: twice) == "2026-10-25T01:30:00Z")
        // Once the first is over, there is one left.
        #expect(try Self.instant("02:30", from: "2026-10-25T00:31:00Z") == "2026-10-25T01:30:00Z")
        // A time that is skipped comes the day after.
        let never = "2026-03-28T22:00:00Z"
        #expect(try Self.instant("02:30", from: never) == "2026-03-30T00:30:00Z")
        #expect(
            try Self.instant("2026-03-29 02:30", from: never)
                == "clocks in Europe/Berlin never show 02:30 on 2026-03-29, because they "
                + "skip that time when they go forward")
        // Half an hour, on Lord Howe.
        #expect(
            try Self.instant("2026-04-05 01:45", in: "Australia/Lord_Howe").contains(
                "write 01:45+11:00 or 01:45+10:30"))
    }

    /// A written instant means that instant.
    @Test func writtenAndReadAgain() throws {
        var generator = SeededGenerator()
        print("instants from seed \(generator.seed)")
        for name in [
            "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
            "Pacific/Apia", "Africa/Casablanca", "America/New_York", "Pacific/Chatham",
        ] {
            let zone = try Self.zone(name)
            for _ in 0..<300 {
                // Every minute of 2026 to 2035, the nights of the changes among them.
                var seconds = Int64.random(in: 29_453_760..<34_711_200, using: &generator) * 60
                if Bool.random(using: &generator) { seconds += 7 }
                let instant = Instant(seconds: seconds)
                let text = TestTimeText.text(instant, in: zone)
                let read = try Self.parsed(text).instant(in: zone, .from(instant))
                #expect(read == .success(instant), "\(text) in \(name), seed \(generator.seed)")
            }
        }
    }
}
