import API
import Dispatch
import Systemd

/// The state of `Agent+Apps`: the machine, and what its actions are carried out with.
struct AppsRoom {
    /// A unit that is being asked about.
    struct Asking {
        /// True if it has ended since, so that the answer is worth nothing.
        var isVoid = false
        /// True if it has begun since.
        var beganAgain = false
    }

    var enforcer: Enforcer
    /// The record of the frozen units.
    let record: FrozenRecord
    let inspector = Inspector()
    /// Puts together which apps belong to which targets.
    var telling = PlaceTelling()
    /// The service manager; nil while it cannot be reached.
    var manager: UserManager?
    /// True if it is reading its units anew.
    var isReloading = false
    /// When the manager is tried again.
    var reconnection = Reconnection(Backoff())
    /// Units that are being asked about, by name.
    var asking: [String: Asking] = [:]
    /// The session's bus; nil where there is none.
    var session: Bus?
    /// The processes behind names of the session's bus.
    var owners: [Int32: Exemption] = [:]
    /// Whether the bus is being asked for them.
    var isAskingOwners = false
    /// The units that can be used, as they were told last.
    var unitsInUse: Set<UsedUnit> = []
    /// The notes that are not in the journal yet.
    var notes: [Note] = []
    /// Says it there.
    let writer = DispatchQueue(label: "org.soteria.agent.journal")
    /// When that and the units that can be used are told next.
    var tellAt: Duration?
    /// The agent's state as the manager was told it last.
    var status = ""

    init(_ settings: Settings, at now: Duration) throws(SystemError) {
        enforcer = Enforcer(at: now)
        record = try FrozenRecord(path: settings.record)
    }
}
