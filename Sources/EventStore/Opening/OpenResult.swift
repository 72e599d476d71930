import Engine
import GRDB

/// The result of opening a state directory.
package struct OpenResult: Sendable {
    /// The store. It may be unavailable (`health` says why); events then wait in memory.
    package let store: EventStore
    /// The device's id: 32 random hexadecimal digits, made when the database was created.
    package let device: String
    /// The fold of all recorded events.
    package let state: State
    /// The rule texts that took effect last; nil if none are recorded.
    package let lastRules: RulesLoaded?
    /// The damaged database that was set aside. The daemon records it; until a `storeReplaced` is
    /// on disk, every start returns it again.
    package let replaced: ReplacedStore?
    /// The restoration that replaced the record. The daemon records it; until a `storeRestored` is
    /// on disk, every start returns it again.
    package let restored: Restoration?
    /// The edits that the replaced record passes on to this one, together with `restored`.
    package let carried: CarriedEdits?
    /// A removal of old events that no event records, because the daemon ended in between. The
    /// daemon records it; until a `retained` is on disk, every start returns it again.
    package let removal: Retention?
    /// Skipped events that cannot be read, at most 1000.
    package let unreadable: [UnreadableEvent]
    /// Events that do not continue the record and are not kept; only from `Recovery.history`.
    package let unrecorded: [Event]

    /// True if the record has just begun, and no damaged or restored one explains that.
    package var isFirst: Bool {
        state.last == nil && replaced == nil && restored == nil && store.health.condition == .ok
    }

    init(_ store: EventStore, _ opened: OpenedDatabase, unrecorded: [Event] = []) {
        self.store = store
        self.unrecorded = unrecorded
        device = opened.device
        state = opened.history.state
        lastRules = opened.rules
        replaced = opened.replaced
        unreadable = opened.history.unreadable
        restored = opened.restored
        carried = opened.carried
        removal = opened.removal
    }
}

/// The result of an attempt to open the database, before a store exists.
struct OpenedDatabase: Sendable {
    /// The database; nil if the record could not be opened for writing.
    var database: EventDatabase?
    var device: String
    var history = History()
    var rules: RulesLoaded?
    /// The hash of the last event; nil if nothing could be read or nothing is chained yet.
    var head: ChainHash?
    var restored: Restoration?
    var carried: CarriedEdits?
    var removal: Retention?
    var replaced: ReplacedStore?
    /// True if the whole database was checked.
    var isChecked = false

    /// Reads the history, rules, chain and pending notices.
    mutating func read(_ db: Database) throws {
        try history.fold(db)
        rules = try EventDatabase.lastRules(db)
        head = try EventDatabase.head(db)
        removal = try Metadata.removal(db)
        restored = try Metadata.newRestoration(db)
        carried = try Metadata.carried(db)
        replaced = try Metadata.replaced(db)
    }
}

/// A damaged database that was replaced by a new one.
package struct ReplacedStore: Hashable, Sendable, Codable {
    /// The current path of the damaged database.
    package var setAside: String
    /// The damage, in words.
    package var damage: String
    /// The last event whose state was salvaged; nil if no state could be salvaged.
    package var salvaged: Int64?
}
