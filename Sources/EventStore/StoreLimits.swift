import RuleModel

/// Limits of the store.
package struct StoreLimits: Hashable, Sendable {
    /// The number of events between two checkpoints.
    package var checkpointEvery = 2_000
    /// The maximum number of events that wait in memory while the disk cannot be written.
    package var backlog = 20_000
    /// The time that a commit waits for another program's lock; a stop waits at most twice as long.
    package var busyTimeout = TimeSpan(milliseconds: 400)
    /// The largest size of the database in pages of 4096 bytes; nil: no limit but the disk.
    package var maximumPages: Int?
    /// The largest database, in bytes, that is checked as a whole before it is used; a larger one
    /// is checked beside the running daemon.
    package var fullCheck: Int64 = 8 << 20
    /// The delay of the check beside the running daemon, so that it does not slow the start.
    package var checkDelay = TimeSpan.seconds(10)
    /// The maximum number of exports and backups at once.
    package var copies = 4
    /// The number of events in a batch for a reader.
    package var batch = 500

    /// The limits of the daemon.
    package static let standard = StoreLimits()
}
