import Engine
import GRDB

/// The findings of a start in the state directory.
package struct OpenResult: Sendable {
    /// The store, which may be unavailable (`health` says why): events then wait in memory.
    package let store: EventStore
    /// The device's id, made at random when the database was begun: 32 hexadecimal digits.
    package let device: String
    /// The fold of all that is recorded.
    package let state: State
    /// The rule texts that came into force last; nil where none are recorded.
    package let lastRules: RulesLoaded?
    /// A damaged database that was moved away, until a `storeReplaced` of that is on disk: the
    /// daemon records it. nil where none was.
    package let replaced: ReplacedStore?
    /// The restoration that took the place of the record before, until a `storeRestored` after that
    /// is on disk: the daemon records it.
    package let restored: Restoration?
    /// A removal of old events that no event tells of, because the daemon ended in between, until a
    /// `retained` of it is on disk: the daemon records it.
    package let removal: Retention?
    /// Events that were skipped because they cannot be read, at most 1000 of them.
    package let unreadable: [UnreadableEvent]
    /// Only from `Recovery.history`: events that do not continue what is recorded and are not kept.
    package let unrecorded: [Event]

    init(_ store: EventStore, _ opened: OpenedDatabase, unrecorded: [Event] = []) {
        self.store = store
        self.unrecorded = unrecorded
        device = opened.device
        state = opened.history.state
        lastRules = opened.rules
        replaced = opened.replaced
        unreadable = opened.history.unreadable
        restored = opened.restored
        removal = opened.removal
    }
}

/// The outcome of an attempt to open the database, before there is a store around it.
struct OpenedDatabase: Sendable {
    /// nil where the record could only be read, or not even that.
    var database: EventDatabase?
    var device: String
    var history = History()
    var rules: RulesLoaded?
    /// The hash of the last event; nil where nothing could be read, or nothing is chained yet.
    var head: ChainHash?
    var restored: Restoration?
    var removal: Retention?
    var replaced: ReplacedStore?
    /// Whether the whole database was already checked.
    var isChecked = false

    /// Reads history, rules, chain and restoration.
    mutating func read(_ db: Database) throws {
        try history.fold(db)
        rules = try EventDatabase.lastRules(db)
        head = try EventDatabase.head(db)
        removal = try Metadata.removal(db)
        restored = try Metadata.newRestoration(db)
        replaced = try Metadata.replaced(db)
    }
}

/// A damaged database that made room for a new one.
package struct ReplacedStore: Hashable, Sendable, Codable {
    /// The path that it has now.
    package var setAside: String
    /// The fault of the database, in words.
    package var damage: String
    /// Up to which event its state could be carried over; nil where nothing could be.
    package var salvaged: Int64?
}
