import API
import Dispatch
import Systemd

/// The state of `Agent+Apps`: the enforcer, and the connections that perform its actions.
struct AppState {
    /// A lookup of a unit that has not been answered.
    struct UnitQuery {
        /// Whether the unit has ended since, so that the answer is void.
        var isVoid = false
        /// Whether the unit has started again since.
        var beganAgain = false
    }

    var enforcer: Enforcer
    let record: FrozenRecord
    let inspector = Inspector()
    /// Whether executables of the rules were resolved, and are watched.
    var hasResolved = false
    /// Watches what is frozen; nil before the agent begins.
    var watch: FrozenWatch?
    /// The time of the next check of the watched units' processes; nil while nothing is watched.
    var watchAt: Duration?
    var assembler = PlaceIndexAssembler()
    /// The service manager; nil while it cannot be reached.
    var manager: UserManager?
    /// Whether the manager is reloading its units.
    var isReloading = false
    /// The schedule for reconnecting to the manager.
    var reconnection = Reconnection(Backoff())
    /// Pending lookups by the unit's name.
    var queries: [String: UnitQuery] = [:]
    /// Unblock requests, while starts are held for them.
    var requests = RequestState()
    var session: Bus?
    /// The owners of names on the session bus.
    var owners: [Int32: Exemption] = [:]
    /// Whether a lookup of the owners is running.
    var isAskingOwners = false
    /// The usable units that were last reported.
    var unitsInUse: Set<UsedUnit> = []
    /// Log entries that are not in the journal yet.
    var logEntries: [AppLogEntry] = []
    /// Writes the entries to the journal.
    let writer = DispatchQueue(label: "org.soteria.agent.journal")
    /// The time of the next report of log entries and usable units.
    var reportAt: Duration?
    /// The status line that was last sent to the manager.
    var status = ""

    init(_ settings: Settings, at now: Duration) throws(SystemError) {
        enforcer = Enforcer(at: now)
        record = try FrozenRecord(path: settings.record)
    }
}
