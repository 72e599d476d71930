import CEL
import RuleFiles
import RuleModel
import Testing

@Suite struct QuietHoursTests {
    private func ranges(_ text: String) throws -> [DailyRange] {
        try ruleSet(schedule(text)).quietHours[0].ranges
    }

    @Test func everyKeyOfASchedule() throws {
        let set = try ruleSet(
            """
            time_zone: America/New_York
            targets:
              shopping: {sites: [amazon.com]}
              games: {apps: [com.valvesoftware.Steam]}
            quiet_hours:
              nights:
                name: Quiet nights
                block: [shopping, games]
                ranges:
                  - {days: sun-thu, time: "22:30-06:30", except: ["2026-12-24", 2026-12-31]}
                  - {days: [fri, sat], time: "23:30-08:00"}
                time_zone: Europe/Berlin
                enabled: false
                strict: true
              bare: {block: [games], ranges: [{time: "08:00-24:00"}]}
            """)
        #expect(set.timeZone?.name == "America/New_York")
        #expect(set.quietHours.map(\.key) == ["bare", "nights"])
        let bare = set.quietHours[0]
        #expect(bare.name == "bare" && bare.isEnabled && !bare.isStrict && bare.timeZone == nil)
        #expect(bare.ranges == [DailyRange(days: .daily, start: 480, end: 1440)])
        let nights = set.quietHours[1]
        #expect(nights.name == "Quiet nights")
        #expect(nights.targets == ["shopping", "games"])
        #expect(nights.timeZone?.name == "Europe/Berlin")
        #expect(!nights.isEnabled && nights.isStrict)
        let except = ["2026-12-24", "2026-12-31"].compactMap { CivilDate($0)?.daysSince1970 }
        #expect(
            nights.ranges == [
                DailyRange(
                    days: .through(7, 4), start: 1350, end: 390, except: Dates(except)),
                DailyRange(days: .through(5, 6), start: 1410, end: 480),
            ])
    }

    @Test(arguments: [
        ("mon", 0b000_0001), ("sun", 0b100_0000), ("sun-thu", 0b100_1111),
        ("fri-mon", 0b111_0001), ("mon-sun", 0b111_1111), ("tue-tue", 0b000_0010),
        ("daily", 0b111_1111), ("weekdays", 0b001_1111), ("weekends", 0b110_0000),
        ("\"mon,wed\"", 0b000_0101), ("\"mon, fri-sun\"", 0b111_0001),
        ("[mon, wed-thu]", 0b000_1101),
    ])
    func days(written: String, bits: Int) throws {
        #expect(
            try ranges("[{days: \(written), time: \"08:00-09:00\"}]")[0].days.rawValue
                == UInt8(bits))
    }

    @Test(arguments: [
        ("monday", "mon"), ("Fri", "fri"), ("Sunday-Thursday", "sun-thu"), ("weekend", "weekends"),
        ("dayly", "daily"), ("thur", "thu"), ("sun to thu", nil), ("8", nil), ("mon-", "mon"),
        ("\"\"", nil), ("\"mon,,tue\"", nil), ("mon-tue-wed", nil), ("every day", nil),
    ])
    func wrongDays(written: String, meant: String?) {
        let first = load(schedule("[{days: \(written), time: \"08:00-09:00\"}]")).diagnostics.first
        #expect(first?.suggestion == meant)
        #expect(first.map { "\($0.line):\($0.column)" } == "5:21")
    }

    @Test(arguments: [
        ("22:30-06:30", 1350, 390), ("00:00-24:00", 0, 1440), ("23:59-00:00", 1439, 0),
        ("00:00-00:01", 0, 1), ("12:00-11:59", 720, 719),
    ])
    func times(written: String, start: Int, end: Int) throws {
        let range = try ranges("[{time: \(written)}]")[0]
        #expect(range.start == start && range.end == end)
    }

    /// systemd takes the first for 22:00 to 22:06 without a word.
    @Test(arguments: [
        ("22:00..06:00", "22:00-06:00"), ("8:00-12:00", "08:00-12:00"), ("8-12", "08:00-12:00"),
        ("22.30-6.30", "22:30-06:30"), ("22:30 - 06:30", "22:30-06:30"),
        ("\"22:30–06:30\"", "22:30-06:30"), ("10pm-6am", "22:00-06:00"),
        ("\"10:30 pm to 12 am\"", "22:30-00:00"), ("22h-6h30", "22:00-06:30"),
    ])
    func timesOfOtherToolsAreSuggestedNotTaken(written: String, meant: String) {
        let loading = load(schedule("[{time: \(written)}]"))
        #expect(loading.ruleSet == nil)
        #expect(loading.diagnostics.map(\.suggestion) == [meant])
    }

    @Test(arguments: [
        ("22:00-22:00", "begins and ends at the same time; write 00:00-24:00 for a whole day"),
        ("24:00-24:00", "begins at 24:00, which is allowed only as the end of a range"),
        ("24:00-06:00", "begins at 24:00, which is allowed only as the end of a range"),
        ("22:60-06:00", "is not a valid time range; times go from 00:00 to 24:00"),
        ("22:00-24:01", "is not a valid time range; times go from 00:00 to 24:00"),
        ("25:00-06:00", "is not a valid time range; times go from 00:00 to 24:00"),
        ("22:00", "is not a valid time range; write time ranges in the form 22:30-06:30"),
        ("1320", "is not a valid time range; write time ranges in the form 22:30-06:30"),
        ("٢٢:٠٠-٠٦:٠٠", "is not a valid time range; write time ranges in the form 22:30-06:30"),
        ("-22:00-06:00", "is not a valid time range; write time ranges in the form 22:30-06:30"),
    ])
    func wrongTimes(written: String, reason: String) throws {
        let loading = load(schedule("[{time: \"\(written)\"}]"))
        let first = try #require(loading.diagnostics.first)
        #expect(first.message.hasPrefix("\"\(written)\""))
        #expect(first.message.contains(reason))
        #expect(loading.ruleSet == nil)
    }

    @Test(arguments: [
        "2026-02-30", "2026-13-01", "2026-2-1", "tomorrow", "24.12.2026", "2025-02-29",
    ])
    func exceptNamesRealDates(date: String) {
        #expect(
            lines(load(schedule("[{time: \"22:00-06:00\", except: [\(date)]}]"))) == [
                "a.yaml:5:45: error: \"\(date)\" is not a valid date; write dates in the form "
                    + "2026-12-24"
            ])
    }

    @Test func datesAndSpans() throws {
        let found = try ranges(
            """
            [{dates: [2026-11-27..2026-11-30, "2026-12-24"], time: "00:00-24:00"}, \
            {time: "22:00-06:00", except: ["2026-12-24..2027-01-06"]}, \
            {dates: [2026-12-24..2026-12-26], except: [2026-12-25], time: "09:00-10:00"}]
            """)
        let days = ["2026-11-27", "2026-12-24"].compactMap { CivilDate($0)?.daysSince1970 }
        let (friday, eve) = (days[0], days[1])
        #expect(
            found == [
                DailyRange(
                    dates: Dates(spans: [friday...friday + 3, eve...eve]), start: 0, end: 1440),
                DailyRange(
                    days: .daily, start: 1320, end: 360, except: Dates(spans: [eve...eve + 13])),
                DailyRange(
                    dates: Dates(spans: [eve...eve + 2]), start: 540, end: 600, except: [eve + 1]),
            ])
    }

    @Test(arguments: [
        (
            "{dates: [2026-12-31..2026-12-24], time: 08:00-09:00}",
            "23: error: the span 2026-12-31..2026-12-24 ends before it begins; did you mean "
                + "\"2026-12-24..2026-12-31\"?"
        ),
        (
            "{dates: [2026-02-30..2026-12-24], time: 08:00-09:00}",
            "23: error: \"2026-02-30\" is not a valid date; write dates in the form 2026-12-24, "
                + "and spans in the form 2026-12-24..2026-12-31"
        ),
        (
            "{dates: [2026-12-24 - 2026-12-31], time: 08:00-09:00}",
            "23: error: \"2026-12-24 - 2026-12-31\" is not a valid date; write dates in the form "
                + "2026-12-24; did you mean \"2026-12-24..2026-12-31\"?"
        ),
        (
            "{dates: [2026-12-24...2026-12-31], time: 08:00-09:00}",
            "23: error: \"2026-12-24...2026-12-31\" is not a valid date; write dates in the form "
                + "2026-12-24, and spans in the form 2026-12-24..2026-12-31; did you mean "
                + "\"2026-12-24..2026-12-31\"?"
        ),
        ("{dates: [], time: 08:00-09:00}", "22: error: the list of dates is empty"),
        (
            "{dates: 2026-12-24, time: 08:00-09:00}",
            "22: error: expected a list of dates, found \"2026-12-24\"; did you mean "
                + "\"[2026-12-24]\"?"
        ),
        (
            "{dates: [2026-12-24], days: daily, time: 08:00-09:00}",
            "36: error: a range has either \"days:\" or \"dates:\"; remove one of them"
        ),
        (
            "{dates: [2026-12-24..2026-12-25], time: 08:00-09:00, "
                + "except: [2026-12-01..2027-01-01]}",
            "75: error: the range never starts, because \"except:\" lists all of its dates"
        ),
    ])
    func wrongDates(range: String, error: String) {
        #expect(lines(load(schedule("[\(range)]"))) == ["a.yaml:5:\(error)"])
    }

    @Test func blockNamesDeclaredTargets() {
        expect(
            """
            targets:
              shopping: {sites: [amazon.com]}
            quiet_hours:
              nights: {block: [shoping, x], ranges: [{time: "22:00-06:00"}]}
            """,
            says: """
                a.yaml:4:20: error: there is no target "shoping"; did you mean "shopping"?
                  nights: {block: [shoping, x], ranges: [{time: "22:00-06:00"}]}
                                   ^
                a.yaml:2:3: note: "shopping" is declared here
                a.yaml:4:29: error: there is no target "x"
                  nights: {block: [shoping, x], ranges: [{time: "22:00-06:00"}]}
                                            ^
                2 errors
                """)
    }

    @Test func whatIsMissingOrMisspeltIsToldOnce() {
        #expect(
            lines(
                load(
                    """
                    targets: {a: {sites: [a.com]}}
                    quiet_hours:
                      one: {ranges: [{days: mon}]}
                      two: {bloc: [a], range: [{time: "22:00-06:00"}]}
                      three: {block: [], ranges: []}
                      four: {block: a, ranges: {time: "22:00-06:00"}}
                    """)) == [
                    "a.yaml:3:3: error: schedule \"one\" needs \"block:\", the targets to block",
                    "a.yaml:3:18: error: the range needs \"time:\", such as \"22:30-06:30\"",
                    "a.yaml:4:9: error: unknown key \"bloc\" in schedule \"two\"; did you "
                        + "mean \"block\"?",
                    "a.yaml:4:20: error: unknown key \"range\" in schedule \"two\"; did "
                        + "you mean \"ranges\"?",
                    "a.yaml:5:18: error: the list of targets is empty",
                    "a.yaml:5:30: error: the list of ranges is empty; to switch the schedule off, "
                        + "write \"enabled: false\"",
                    "a.yaml:6:17: error: expected a list of targets, found \"a\"; did you "
                        + "mean \"[a]\"?",
                    "a.yaml:6:28: error: expected a list of ranges, found a map",
                ])
    }

    @Test func zonesAreChecked() {
        #expect(
            lines(load(schedule("[{time: 22:00-06:00}]") + "    time_zone: Europe/Berln\n")) == [
                "a.yaml:6:16: error: there is no time zone \"Europe/Berln\"; did you mean "
                    + "\"Europe/Berlin\"?"
            ])
        for name in [
            "../../../etc/passwd", "/etc/passwd", "Europe", "Europe//Berlin", "é", "CET-1CEST",
        ] {
            #expect(
                lines(load("time_zone: \"\(name)\"")).first?.hasPrefix(
                    "a.yaml:1:12: error: there is no time zone \"\(name)\"") == true)
        }
        #expect(
            lines(
                load(
                    "time_zone: Europe/Berlin\n" + schedule("[{time: 22:00-06:00}]")
                        + "    time_zone: local\n")) == [
                    "a.yaml:7:16: error: the time zone of a schedule cannot be local while the "
                        + "top-level \"time_zone:\" is Europe/Berlin; remove the top-level "
                        + "\"time_zone:\" and set a time zone in every other schedule"
                ])
    }

    @Test func tenThousandSchedulesAreRefusedInOneLine() {
        let many = (0..<10_000).map { "  s\($0): {block: [a], ranges: [{time: \"22:00-06:00\"}]}" }
        let loading = load(
            "targets: {a: {sites: [a.com]}}\nquiet_hours:\n" + many.joined(separator: "\n"))
        #expect(
            lines(loading) == [
                "a.yaml:2:1: error: too many schedules: 10000; at most 5000 are allowed"
            ])
    }

    @Test func aFingerprintChangesWithTheEntryAlone() throws {
        let base = try ruleSet(schedule("[{days: mon, time: \"22:00-06:00\"}]")).quietHours[0]
        let same = try ruleSet(
            """
            # moved, with other quotes and order
            quiet_hours: {nights: {ranges: [{time: 22:00-06:00, days: 'mon'}], block: ["shopping"]}}
            targets: {shopping: {sites: [amazon.com]}, more: {sites: [b.com]}}
            """
        ).quietHours[0]
        let other = try ruleSet(schedule("[{days: tue, time: \"22:00-06:00\"}]")).quietHours[0]
        #expect(base.fingerprint == same.fingerprint)
        #expect(base.fingerprint != other.fingerprint)
        #expect(base.fingerprint.count == 32)
    }
}
