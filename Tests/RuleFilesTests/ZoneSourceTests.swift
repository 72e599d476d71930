import Foundation
import RuleFiles
import RuleModel
import Testing

@Suite struct ZoneSourceTests {
    private let winter = Instant(seconds: 1_768_474_800)  // 2026-01-15T11:00:00Z
    private let summer = Instant(seconds: 1_784_113_200)  // 2026-07-15T11:00:00Z

    @Test func zonesAreReadByName() throws {
        let berlin = try zones.zone(named: "Europe/Berlin").get()
        #expect(berlin.name == "Europe/Berlin")
        #expect(berlin.offset(at: winter) == 3600 && berlin.offset(at: summer) == 7200)
        #expect(try zones.zone(named: "UTC").get().offset(at: summer) == 0)
        #expect(try zones.zone(named: "Etc/GMT+5").get().offset(at: summer) == -5 * 3600)
    }

    @Test(arguments: [
        "", "Europe", "Nowhere/Nothing", "../Europe/Berlin", "Europe/../Europe/Berlin",
        "/etc/passwd",
        "Europe/Berlin/", "Europe Berlin", "Europe/Berlin\u{0}",
        String(repeating: "a", count: 5000),
    ])
    func otherNamesAreRefused(name: String) {
        #expect(throws: ReadFault.self) { try zones.zone(named: name).get() }
    }

    @Test func damagedFilesAreSaid() throws {
        let scratch = try Scratch()
        try scratch.write("not a zone", to: "Bad/Zone")
        let source = ZoneSource(directory: scratch.path, localtime: scratch.path + "/localtime")
        guard case .failure(let problem) = source.zone(named: "Bad/Zone") else {
            Issue.record("a damaged file was read")
            return
        }
        #expect(problem.message.hasPrefix("the file for the time zone \"Bad/Zone\" is damaged: "))
        let loading = RuleLoader(zones: source).load(
            sources: [RuleText(path: "a.yaml", layer: 0, text: "time_zone: Bad/Zone")])
        #expect(lines(loading).first?.hasPrefix("a.yaml:1:12: error: the file for the") == true)
    }

    @Test func everyTruncationOfAZoneFileIsSaidOrRead() throws {
        let scratch = try Scratch()
        let bytes = Array(
            try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        let source = ZoneSource(directory: scratch.path, localtime: scratch.path + "/localtime")
        for length in stride(from: 0, to: bytes.count, by: 7) {
            try scratch.write(Array(bytes[..<length]), to: "Cut")
            #expect(throws: ReadFault.self) { try source.zone(named: "Cut").get() }
        }
    }

    @Test func theLocalZoneIsNamedAfterTheLink() throws {
        let scratch = try Scratch()
        try scratch.link("absolute", to: "/usr/share/zoneinfo/Europe/Berlin")
        try scratch.link("nested", to: "/usr/share/zoneinfo/America/Argentina/Ushuaia")
        let copy = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Asia/Tokyo"))
        try scratch.write(Array(copy), to: "copied")
        func local(_ name: String) -> LocalZone {
            ZoneSource(directory: "/usr/share/zoneinfo", localtime: "\(scratch.path)/\(name)")
                .local()
        }
        #expect(local("absolute").zone.name == "Europe/Berlin")
        #expect(local("absolute").zone.offset(at: winter) == 3600)
        #expect(local("nested").zone.name == "America/Argentina/Ushuaia")
        let copied = local("copied").zone.name
        #expect(copied.hasPrefix("localtime-") && copied.count == 16)
        #expect(local("copied").zone.offset(at: winter) == 9 * 3600)
        #expect(local("copied").issue == nil)
    }

    /// A copied file is named after what it says, so that another one is another zone.
    @Test func aCopiedFileIsToldFromAnother() throws {
        let scratch = try Scratch()
        let source = ZoneSource(
            directory: "/usr/share/zoneinfo", localtime: scratch.path + "/localtime")
        func copy(_ name: String) throws -> TimeZoneRules {
            let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
            try scratch.write(Array(bytes), to: "localtime")
            return source.local().zone
        }
        let berlin = try copy("Europe/Berlin")
        #expect(try source.zone(shownAs: berlin.name).get() == berlin)
        // The name that version 0.1.0 gave to every one.
        #expect(try source.zone(shownAs: "localtime").get() == berlin)
        let tokyo = try copy("Asia/Tokyo")
        #expect(tokyo.name != berlin.name)
        #expect(try copy("Europe/Berlin") == berlin)
        _ = try copy("Asia/Tokyo")
        guard case .failure(let problem) = source.zone(shownAs: berlin.name) else {
            Issue.record("another file was read")
            return
        }
        #expect(problem.isAbsent)
        #expect(try source.zone(shownAs: tokyo.name).get() == tokyo)
    }

    @Test func aMissingOrDamagedLocalZoneIsUTCAndSaid() throws {
        let scratch = try Scratch()
        let missing = ZoneSource(
            directory: "/usr/share/zoneinfo", localtime: scratch.path + "/localtime"
        ).local()
        #expect(missing.zone == .utc)
        #expect(
            missing.issue
                == "\(scratch.path)/localtime: there is no such file; Soteria uses UTC for "
                + "local times")
        try scratch.write("TZif2 but no more", to: "localtime")
        let damaged = ZoneSource(
            directory: "/usr/share/zoneinfo", localtime: scratch.path + "/localtime"
        ).local()
        #expect(damaged.zone == .utc)
        #expect(
            damaged.issue?.hasPrefix(
                "\(scratch.path)/localtime: the file for the time zone \"localtime\" is damaged: ")
                == true)
        try scratch.link("dangling", to: "/usr/share/zoneinfo/Europe/Nowhere")
        let dangling = ZoneSource(
            directory: "/usr/share/zoneinfo", localtime: scratch.path + "/dangling"
        ).local()
        #expect(
            dangling.issue == "\(scratch.path)/dangling is a link to "
                + "/usr/share/zoneinfo/Europe/Nowhere: there is no such file; Soteria uses UTC for "
                + "local times")
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), (":Asia/Tokyo", "Asia/Tokyo"), ("", "UTC"),
        (":", "UTC"),
        ("/usr/share/zoneinfo/Asia/Kolkata", "Asia/Kolkata"),
    ])
    func theEnvironmentComesFirst(tz: String, name: String) {
        let local = ZoneSource(
            directory: "/usr/share/zoneinfo", localtime: "/nonexistent", tz: tz
        ).local()
        #expect(local.zone.name == name)
        #expect(local.issue == nil)
    }

    /// The zones of the database have such rules after their tables.
    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"), ("JST-9", "Asia/Tokyo"),
        ("<+0530>-5:30", "Asia/Kolkata"), (":NZST-12NZDT,M9.5.0,M4.1.0/3", "Pacific/Auckland"),
        ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"), ("EST5NYDT", "America/New_York"),
    ])
    func aRuleInTheEnvironmentIsRead(tz: String, like name: String) throws {
        let source = ZoneSource(
            directory: "/usr/share/zoneinfo", localtime: "/nonexistent", tz: tz)
        let local = source.local()
        let zone = try source.zone(named: name).get()
        #expect(local.issue == nil)
        #expect(local.zone.name == String(tz.drop { $0 == ":" }))
        for day in 0..<1200 {
            let instant = Instant(seconds: winter.seconds + Int64(day) * 86_400)
            #expect(local.zone.offset(at: instant) == zone.offset(at: instant), "day \(day)")
        }
        #expect(try source.zone(shownAs: local.zone.name).get() == local.zone)
    }

    @Test func rulesNameNoSuchZone() {
        #expect(load("time_zone: JST-9").errors == 1)
    }

    @Test(arguments: ["CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CE-1", "CET", "CET-25"])
    func aFaultyRuleIsUTCAndSaid(tz: String) {
        let local = ZoneSource(environment: ["TZ": tz, "TZDIR": "/nonexistent"]).local()
        #expect(local.zone == .utc)
        #expect(
            local.issue
                == "$TZ is \"\(tz)\": there is no such file; Soteria uses UTC for local times")
    }

    @Test func aFaultyEnvironmentIsUTCAndSaid() {
        let local = ZoneSource(environment: ["TZ": "Europe/Berln"]).local()
        #expect(local.zone == .utc)
        #expect(
            local.issue
                == "$TZ is \"Europe/Berln\": there is no such file; Soteria uses UTC for "
                + "local times")
    }

    @Test func theDirectoryComesFromTheEnvironment() throws {
        let scratch = try Scratch()
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Asia/Tokyo"))
        try scratch.write(Array(bytes), to: "Mine")
        let source = ZoneSource(environment: ["TZDIR": scratch.path])
        #expect(try source.zone(named: "Mine").get().offset(at: winter) == 9 * 3600)
        #expect(throws: ReadFault.self) { try source.zone(named: "Asia/Tokyo").get() }
    }

    @Test func conditionsLookZonesUp() throws {
        let lookup = zones.lookup
        let berlin = try #require(lookup("Europe/Berlin"))
        #expect(berlin(winter.seconds) == 3600 && berlin(summer.seconds) == 7200)
        #expect(lookup("Nowhere/Nothing") == nil)
    }
}
