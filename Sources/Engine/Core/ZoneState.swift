import RuleModel

/// The machine's zone, and what the person's zone says of now: not asked with every input.
struct ZoneState: Sendable {
    private(set) var machine = TimeZoneRules.utc
    private var known: LocalStretch?

    mutating func change(to zone: TimeZoneRules) {
        machine = zone
        known = nil
    }

    /// Forgets what the person's zone said: the rules may name another one.
    mutating func forget() { known = nil }

    mutating func know(_ stretch: LocalStretch) { known = stretch }

    /// The known stretch of local time, if it holds an instant; nil: the zone has to be asked.
    func stretch(at instant: Instant) -> LocalStretch? {
        known.flatMap { $0.holds(instant) ? $0 : nil }
    }
}

/// A stretch of one local day with one offset: what would be asked of the zone with every input.
struct LocalStretch: Sendable {
    /// Where it begins: the instant that it was made for.
    let from: Instant
    /// Where the local day ends, or the offset changes.
    let until: Instant
    /// Seconds east of UTC.
    let offset: Int
    let midnight: Instant
    /// When the local week began.
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
