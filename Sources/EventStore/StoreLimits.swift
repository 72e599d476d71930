import RuleModel

/// How much the store keeps, waits and checks.
package struct StoreLimits: Hashable, Sendable {
    /// A checkpoint of the state is written with every so many events.
    package var checkpointEvery = 2_000
    /// How many events may wait in memory for a disk that does not write.
    package var backlog = 20_000
    /// How long a commit waits for another program's lock; a stop waits as long at most twice.
    package var busyTimeout = TimeSpan(milliseconds: 400)
    /// The largest size of the database in pages of 4096 bytes; nil: the disk's room.
    package var maximumPages: Int?
    /// Up to this size in bytes the whole database is checked before it is used, else beside.
    package var fullCheck: Int64 = 8 << 20
    /// How long after opening the check beside begins, so that it does not slow the start.
    package var checkDelay = TimeSpan.seconds(10)
    /// How many exports and backups may be under way at once.
    package var copies = 4
    /// How many events a reader is given at a time.
    package var batch = 500

    /// The limits that the daemon runs with.
    package static let standard = StoreLimits()
}
