import RuleModel

/// A stretch of time within one local day over which the zone's offset stays the same: what would
/// be asked of the zone with every input is asked of it once.
struct LocalStretch: Sendable {
    /// Where it begins: the instant that it was made for.
    let from: Instant
    /// Where the local day ends, or the offset changes.
    let until: Instant
    /// Seconds east of UTC.
    let offset: Int
    /// When the local day began.
    let midnight: Instant
    /// When the local week began.
    let monday: Instant

    /// The stretch from an instant on.
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

    /// Whether it says how things are at an instant.
    func holds(_ instant: Instant) -> Bool { from <= instant && instant < until }
}
