import CEL
import RuleModel

/// The person's own days.
extension Daemon {
    /// The local day, as days since 1970-01-01.
    var today: Int { LocalTime(engine.now, in: engine.localZone).date.daysSince1970 }

    /// When the local day began.
    var midnight: Instant { engine.localZone.instants(ofLocal: Int64(today) * 86400).first }
}
