import Engine
import Foundation
import RuleModel

/// A rule set of 1,000 schedules: brought up to date at a minute's tick, and evaluated afresh.
enum ScheduleBenchmarks {
    static func rows() throws -> [Row] {
        let zone = try berlin()
        let rules = rules(1000)
        let start = Instant(seconds: 1_795_014_000)
        var engine = Engine(continuing: State(), at: reading(start))
        consume(
            engine.handle(.started(version: "bench", rules: rules, zone: zone), at: reading(start)))
        var minute: Int64 = 0
        let tick = Measure.nanoseconds(count: 1000) {
            minute += 1
            consume(engine.handle(.tick(.schedules), at: reading(start + .minutes(minute))))
        }
        let calendars = rules.quietHours.map { RangeCalendar($0.ranges, in: zone) }
        let afresh = Measure.nanoseconds(count: 20) {
            var active = 0
            for calendar in calendars where calendar.stretch(holding: start) != nil { active += 1 }
            consume(active)
        }
        return [
            Row(
                work: "1,000 schedules evaluated afresh", figure: Measure.text(afresh), bar: "1 ms"),
            Row(
                work: "1,000 schedules, one minute's tick", figure: Measure.text(tick),
                bar: "1 ms", note: "mean over nine days of minutes, the decisions included"),
        ]
    }

    private static func reading(_ instant: Instant) -> Reading {
        Reading(
            wall: instant, elapsed: TimeSpan(milliseconds: instant.milliseconds),
            boot: BootID("bench"), isSynchronised: false)
    }

    private static func berlin() throws -> TimeZoneRules {
        let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
        return try TimeZoneRules(name: "Europe/Berlin", tzif: Array(data))
    }

    private static func rules(_ count: Int) -> RuleSet {
        RuleSet(
            targets: (0..<50).map {
                Target(key: "t\($0)", name: "T\($0)", sites: [], apps: [], fingerprint: "")
            },
            quietHours: (0..<count).map { number in
                QuietHours(
                    key: "s\(number)", name: "S", targets: ["t\(number % 50)"],
                    ranges: [
                        DailyRange(
                            days: .weekdays, start: number * 7 % 1440,
                            end: (number * 7 + 300) % 1440),
                        DailyRange(
                            days: .weekends, start: number * 11 % 1440,
                            end: (number * 11 + 500) % 1440),
                    ], timeZone: nil, isEnabled: true, isStrict: false, fingerprint: "\(number)")
            }, risk: .none, unblock: .standard, plan: .premium, timeZone: nil, sources: [])
    }
}
