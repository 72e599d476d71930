import CEL
import Engine

/// The person's own days.
extension Daemon {
    /// The zone in which the person's days are counted: the rules', else the machine's.
    var zone: TimeZoneRules { engine.rules.timeZone ?? engine.zone }

    /// The local day, as days since 1970-01-01.
    var today: Int { LocalTime(engine.now, in: zone).date.daysSince1970 }

    /// When the local day began.
    var midnight: Instant { zone.instants(ofLocal: Int64(today) * 86400).first }
}
