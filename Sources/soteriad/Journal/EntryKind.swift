import Logging
import Systemd

/// The kinds of journal entries, each with the id under which the catalog explains it.
enum EntryKind: String, CaseIterable {
    case started, stopping
    case rulesLoaded = "rules-loaded"
    case rulesRefused = "rules-refused"
    case quietHoursBegan = "quiet-hours-began"
    case quietHoursEnded = "quiet-hours-ended"
    case block = "decision-block"
    case unblock = "decision-unblock"
    case update = "decision-update"
    case protectionStarted = "protection-started"
    case protectionEnded = "protection-ended"
    case clockJumped = "clock-jumped"
    case clockAdopted = "clock-adopted"
    case zoneChanged = "zone-changed"
    case switched
    case monitoringChanged = "monitoring-changed"
    case storeDamaged = "store-damaged"
    case storeFailing = "store-failing"
    case storeRecovered = "store-recovered"
    case riskAssessed = "risk-assessed"
    case subscriberDropped = "subscriber-dropped"
    case otherUserRefused = "other-user-refused"
    case attempted, unblocked
    case unblockRequested = "unblock-requested"
    case blockKept = "block-kept"
    case requestClosed = "request-closed"
    case grantEnded = "grant-ended"
    case autoProtectionBegan = "auto-protection-began"
    case protectionReleased = "protection-released"
    case quietHoursSuggested = "quiet-hours-suggested"
    case checkInOpened = "check-in-opened"
    case checkInAnswered = "check-in-answered"
    case checkInLapsed = "check-in-lapsed"
    case budgetReached = "budget-reached"
    case budgetReset = "budget-reset"
    case usageEnded = "usage-ended"
    case outcomeLogged = "outcome-logged"
    case goalReached = "goal-reached"
    case riskyHourTold = "risky-hour-told"
    case rulesWeakened = "rules-weakened"
    case editWaits = "edit-waits"
    case editInForce = "edit-in-force"
    case editCancelled = "edit-cancelled"
    case gap
    case recordRestored = "record-restored"
    case retained = "retention-applied"
    case recordHead = "record-head"
}

extension Logger {
    /// The daemon's logger over a journal; fields get the prefix `SOTERIA_` there.
    static func daemon(_ journal: Journal = .standard) -> Logger {
        Logger(label: "soteriad") { label in
            JournalLogHandler(label: label, journal: journal, fieldPrefix: "SOTERIA_")
        }
    }

    /// Sends an entry of a kind that the catalog explains; fields without their prefix.
    func send(
        _ kind: EntryKind, _ level: Level, _ message: String, _ fields: [String: String] = [:]
    ) {
        var metadata = fields.mapValues { MetadataValue.string($0) }
        metadata[JournalLogHandler.messageIDKey] = .string(kind.id.description)
        log(level: level, "\(message)", metadata: metadata)
    }
}
