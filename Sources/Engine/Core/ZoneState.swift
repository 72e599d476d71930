import RuleModel

/// The machine's zone, and the present stretch of local time, cached because every input needs it.
struct ZoneState: Sendable {
    private(set) var machine = TimeZoneRules.utc
    private var known: LocalStretch?

    mutating func change(to zone: TimeZoneRules) {
        machine = zone
        known = nil
    }

    /// Clears the cached stretch: the rules may name another zone.
    mutating func forget() { known = nil }

    mutating func know(_ stretch: LocalStretch) { known = stretch }

    /// The cached stretch of local time if it contains an instant; else nil.
    func stretch(at instant: Instant) -> LocalStretch? {
        known.flatMap { $0.holds(instant) ? $0 : nil }
    }
}

/// A stretch of one local day with one offset from UTC.
struct LocalStretch: Sendable {
    /// The start: the instant that the stretch was made for.
    let from: Instant
    /// The end of the local day, or the next change of the offset.
    let until: Instant
    /// Seconds east of UTC.
    let offset: Int
    let midnight: Instant
    /// The start of the local week.
    let monday: Instant

    init(_ instant: Instant, in zone: TimeZoneRules) {
        let local = LocalTime(instant, in: zone)
        from = instant
        offset = local.offset
        let end = Instant(
            seconds: Int64(local.daysSince1970 + 1) * 86400 - Int64(local.offset))
        until = min(end, zone.nextTransition(after: instant) ?? end)
        midnight = zone.instant(ofDay: local.daysSince1970)
        monday = zone.instant(ofDay: local.monday)
    }

    func holds(_ instant: Instant) -> Bool { from <= instant && instant < until }
}
