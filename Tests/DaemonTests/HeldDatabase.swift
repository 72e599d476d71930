import Foundation
import Testing

/// Another program that holds the database for writing: SQLite's own lock on its shared memory,
/// taken for an open file, which counts against this process too.
///
/// The file stays open until the test ends: to close it would take away SQLite's own locks.
final class HeldDatabase {
    private let descriptor: Int32
    /// `F_OFD_SETLK` of fcntl(2), which Swift does not see.
    private static let setOpenFileLock: Int32 = 37

    init(_ state: String) throws {
        descriptor = open(state + "/soteria.sqlite-shm", O_RDWR)
        try #require(descriptor >= 0)
        try lock(Int16(F_WRLCK))
    }

    func letGo() throws { try lock(Int16(F_UNLCK)) }

    private func lock(_ type: Int16) throws {
        // The byte that a writer of SQLite's write-ahead log locks.
        var lock = flock(
            l_type: type, l_whence: Int16(SEEK_SET), l_start: 120, l_len: 1, l_pid: 0)
        try #require(fcntl(descriptor, Self.setOpenFileLock, &lock) == 0)
    }
}
