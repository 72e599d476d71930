import RuleModel
import Testing

/// Changes of the offset that the issue names, the second before and the second itself.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct KnownTransitions {
    static let rows: [(zone: String, at: String, before: String, after: String)] = [
        ("Europe/Berlin", "2026-03-29T01:00:00Z", "01:59:59+01:00", "03:00:00+02:00"),
        ("Europe/Berlin", "2026-10-25T01:00:00Z", "02:59:59+02:00", "02:00:00+01:00"),
        ("America/New_York", "2026-03-08T07:00:00Z", "01:59:59-05:00", "03:00:00-04:00"),
        ("America/New_York", "2026-11-01T06:00:00Z", "01:59:59-04:00", "01:00:00-05:00"),
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", "01:59:59+11:00", "01:30:00+10:30"),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z", "01:59:59+10:30", "02:30:00+11:00"),
        ("America/St_Johns", "2026-03-08T05:30:00Z", "01:59:59-03:30", "03:00:00-02:30"),
        ("America/St_Johns", "2026-11-01T04:30:00Z", "01:59:59-02:30", "01:00:00-03:30"),
        ("Africa/Casablanca", "2026-02-15T02:00:00Z", "02:59:59+01:00", "02:00:00Z"),
        ("Africa/Casablanca", "2026-03-22T02:00:00Z", "01:59:59Z", "03:00:00+01:00"),
        ("Europe/Dublin", "2026-03-29T01:00:00Z", "00:59:59Z", "02:00:00+01:00"),
        ("Europe/Dublin", "2026-10-25T01:00:00Z", "01:59:59+01:00", "01:00:00Z"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "23:59:59-10:00", "00:00:00+14:00"),
        ("Asia/Kathmandu", "1985-12-31T18:30:00Z", "23:59:59+05:30", "00:15:00+05:45"),
    ]

    @Test(arguments: rows)
    func changesAtTheSecond(
        row: (zone: String, at: String, before: String, after: String)
    ) throws {
        let zone = try zone(row.zone)
        let instant = try at(row.at)
        #expect(text(instant - .seconds(1), in: zone).hasSuffix(row.before))
        #expect(text(instant, in: zone).hasSuffix(row.after))
        #expect(text(instant - TimeSpan(milliseconds: 1), in: zone).hasSuffix(row.before.fraction))
    }

    @Test func apiaSkippedADay() throws {
        let apia = try zone("Pacific/Apia")
        let instant = try at("2011-12-30T10:00:00Z")
        #expect(text(instant - .seconds(1), in: apia) == "2011-12-29T23:59:59-10:00")
        #expect(text(instant, in: apia) == "2011-12-31T00:00:00+14:00")
        #expect(LocalTime(instant, in: apia).date.weekday == 6)
    }

    @Test func kathmanduIsFortyFiveMinutesOff() throws {
        let kathmandu = try zone("Asia/Kathmandu")
        #expect(text(try at("2026-11-21T00:00:00Z"), in: kathmandu) == "2026-11-21T05:45:00+05:45")
        let noon = try local("2026-11-21T12:00")
        #expect(kathmandu.instants(ofLocal: noon).first == (try at("2026-11-21T06:15:00Z")))
        #expect(kathmandu.instants(ofLocal: noon).last == (try at("2026-11-21T06:15:00Z")))
    }

    /// Beyond the table, by the footer: the rule of 2026 in 2060, 2400 (a leap year) and 2800.
    @Test(arguments: [
        ("Europe/Berlin", "2060-03-28T01:00:00Z", "02:00:00+01:00", "03:00:00+02:00"),
        ("Europe/Berlin", "2060-10-31T01:00:00Z", "03:00:00+02:00", "02:00:00+01:00"),
        ("Europe/Berlin", "2400-03-26T01:00:00Z", "02:00:00+01:00", "03:00:00+02:00"),
        ("Europe/Berlin", "2800-10-29T01:00:00Z", "03:00:00+02:00", "02:00:00+01:00"),
        ("America/New_York", "2060-03-14T07:00:00Z", "02:00:00-05:00", "03:00:00-04:00"),
        ("America/New_York", "2400-11-05T06:00:00Z", "02:00:00-04:00", "01:00:00-05:00"),
        ("Australia/Lord_Howe", "2800-04-01T15:00:00Z", "02:00:00+11:00", "01:30:00+10:30"),
        ("Australia/Lord_Howe", "2400-09-30T15:30:00Z", "02:00:00+10:30", "02:30:00+11:00"),
        ("Europe/Dublin", "2800-03-26T01:00:00Z", "01:00:00Z", "02:00:00+01:00"),
        ("America/St_Johns", "2400-03-12T05:30:00Z", "02:00:00-03:30", "03:00:00-02:30"),
    ])
    func footerReachesFar(
        name: String, instant: String, before: String, after: String
    ) throws {
        let zone = try zone(name)
        let instant = try at(instant)
        let offset = zone.offset(at: instant - .seconds(1))
        #expect(LocalTime.rfc3339(instant, offset: offset).hasSuffix("T" + before))
        #expect(text(instant, in: zone).hasSuffix("T" + after))
    }
}

extension String {
    /// `01:59:59+01:00` with the last millisecond of its second.
    fileprivate var fraction: String { prefix(8) + ".999" + dropFirst(8) }
}
