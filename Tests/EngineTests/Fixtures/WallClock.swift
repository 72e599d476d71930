import RuleModel

/// Everything that a clock on the wall shows within ten days of an instant, minute by minute: for
/// searches that know nothing of zones.
struct WallClock {
    let first: Instant
    /// Minutes since 1970-01-01 by the clock, for each minute.
    private(set) var shown: [Int] = []
    private var firstShown: [Int: Int] = [:]
    private var lastShown: [Int: Int] = [:]

    /// Zones, and instants at which their clocks change; one never does.
    static let changes = [
        ("Europe/Berlin", "2026-03-29T01:00:00Z"), ("Europe/Berlin", "2026-10-25T01:00:00Z"),
        ("America/Santiago", "2026-04-05T03:00:00Z"),
        ("America/Santiago", "2026-09-06T04:00:00Z"),
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z"),
        ("Asia/Tehran", "2022-03-21T20:30:00Z"), ("Asia/Tehran", "2022-09-21T19:30:00Z"),
        ("America/St_Johns", "2010-11-07T02:31:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
        ("Africa/Cairo", "2026-10-29T21:00:00Z"), ("Asia/Kathmandu", "2026-06-01T00:00:00Z"),
    ]

    init(_ zone: TimeZoneRules, around change: Instant) {
        first = change - .days(10)
        for index in 0..<20 * 1440 {
            let local = LocalTime(instant(index), in: zone)
            let minute = local.daysSince1970 * 1440 + local.secondOfDay / 60
            shown.append(minute)
            if firstShown[minute] == nil { firstShown[minute] = index }
            lastShown[minute] = index
        }
    }

    func instant(_ index: Int) -> Instant { first + .minutes(Int64(index)) }

    /// The first minute at which the clock shows a time, or has jumped over it.
    func begin(_ time: Int) -> Int? { firstShown[time] ?? jump(over: time) }

    /// The last minute at which the clock shows a time, or the one at which it jumped over it.
    func end(_ time: Int) -> Int? { lastShown[time] ?? jump(over: time) }

    private func jump(over time: Int) -> Int? {
        shown.indices.dropFirst().first { shown[$0 - 1] < time && time < shown[$0] }
    }
}
