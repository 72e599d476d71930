import RuleModel

/// What a record says of having been put in the place of another, by a restore or an import.
package struct Restoration: Hashable, Sendable, Codable {
    /// The name of the file that it came from, without its directory.
    package var source: String
    /// When that was.
    package var at: Instant
    /// The last event that it held then; 0 where it held none.
    package var sequence: Int64
    /// The name, in the same directory, of the database that was there before; nil: there was none.
    package var keptAside: String?
    /// How many events that one holds; nil where it could not be read, or there was none.
    package var eventsAside: Int64?
    /// Whether both were written by the same device.
    package var isSameDevice: Bool
    /// When what came of it was itself replaced by something that does not know of it; nil: it is
    /// part of this record's history.
    package var leftAt: Instant?
}
