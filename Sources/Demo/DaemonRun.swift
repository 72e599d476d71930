import Engine
import RuleModel

/// A stretch of a history during which the daemon runs.
struct DaemonRun: Hashable, Sendable {
    var from: Instant
    var to: Instant
    /// True if the daemon was told to stop; false if it crashed.
    var isStopped: Bool

    /// The runs of a history. They cover the whole history except a holiday in each year, when the
    /// machine was off, and a few hours after a crash; the last run ends with the history.
    static func all(seed: UInt64, from: Instant, to: Instant, zone: TimeZoneRules) -> [DaemonRun] {
        var random = SeededRandom(seed: seed, stream: -1)
        var runs: [DaemonRun] = []
        var begin = from
        var year = 0
        let first = LocalTime(from, in: zone)
        func instant(_ days: Int) -> Instant {
            zone.instant(day: first.daysSince1970 + days, second: first.secondOfDay)
        }
        // Counted in days, so that the hour at which a history ends changes nothing before it.
        let latest = zone.instant(day: LocalTime(to, in: zone).daysSince1970) - .days(2)
        repeat {
            let holiday = year * 365 + random.whole(190...230)
            let length = random.whole(9...14)
            let crash = year * 365 + random.whole(60...120)
            for (day, back, isStopped) in [
                (crash, instant(crash + 1) - .hours(2), false),
                (holiday, instant(holiday + length), true),
            ] where back < latest {
                runs.append(DaemonRun(from: begin, to: instant(day), isStopped: isStopped))
                begin = back
            }
            year += 1
        } while instant(year * 365) < to
        return runs + [DaemonRun(from: begin, to: to, isStopped: true)]
    }
}

extension TimeZoneRules {
    /// The first instant of a second of a local day, as days since 1970-01-01.
    func instant(day: Int, second: Int = 0) -> Instant {
        instants(ofLocal: Int64(day) * 86_400 + Int64(second)).first
    }
}
