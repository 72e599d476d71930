import Glibc

/// The first 100 bytes of a database file, as far as SQLite never changes them
/// (https://www.sqlite.org/fileformat2.html#the_database_header).
enum DatabaseHeader {
    private static let magic = Array("SQLite format 3\u{0}".utf8)

    /// Throws `Damage` where the file cannot be a database that this program wrote (SQLite would
    /// take some of these for a read-only or an empty one), `.newerSchema` before it is touched.
    static func verify(_ path: String) throws {
        var info = stat()
        guard stat(path, &info) == 0 else {
            throw StoreError.directory(path: path, reason: String(cString: strerror(errno)))
        }
        guard isFile(path) else { throw Damage("it is not a file") }
        let bytes = try read(path)
        guard !bytes.isEmpty else { throw Damage("it is empty") }
        guard bytes.count == 100 else { throw Damage("it ends within its header") }
        guard Array(bytes[0..<16]) == magic else { throw Damage("it is not an SQLite database") }
        guard Array(bytes[16..<18]) == [0x10, 0] else { throw Damage("its page size is wrong") }
        guard (1...2).contains(bytes[18]), (1...2).contains(bytes[19]) else {
            throw Damage("its file format version is wrong")
        }
        guard Array(bytes[20..<24]) == [0, 64, 32, 32] else {
            throw Damage("its payload fractions are wrong")
        }
        // Nothing of a newer version is opened for writing.
        let version = bytes[60..<64].reduce(0) { $0 << 8 | Int($1) }
        guard version <= Schema.version else {
            throw StoreError.newerSchema(path: path, found: version, known: Schema.version)
        }
        // With a log beside, a checkpoint may have been cut off; SQLite repeats it.
        var log = stat()
        let hasLog = stat(path + "-wal", &log) == 0 && log.st_size > 0
        guard hasLog || info.st_size % 4096 == 0 else { throw Damage("it ends within a page") }
    }

    /// What the header says of the database, where it is one.
    struct Summary {
        /// `PRAGMA application_id`.
        let application: Int
        /// `PRAGMA user_version`.
        let version: Int
        /// Whether the file holds all the pages that it says it has.
        let isComplete: Bool
    }

    /// Reads the header of any file. Throws `Damage` where it is no SQLite database, and
    /// `.directory` where it cannot be read.
    static func summary(_ path: String) throws -> Summary {
        var info = stat()
        guard stat(path, &info) == 0 else {
            throw StoreError.directory(path: path, reason: String(cString: strerror(errno)))
        }
        guard isFile(path) else {
            throw StoreError.directory(path: path, reason: "it is not a file")
        }
        let bytes = try read(path)
        guard bytes.count == 100, Array(bytes[0..<16]) == magic else {
            throw Damage("it is not an SQLite database")
        }
        func number(_ place: Int, _ count: Int) -> Int {
            bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }
        let pageSize = number(16, 2) == 1 ? 65536 : number(16, 2)
        let size = Int64(info.st_size)
        return Summary(
            application: number(68, 4), version: number(60, 4),
            isComplete: pageSize > 0 && size % Int64(pageSize) == 0
                && size >= Int64(number(28, 4)) * Int64(pageSize))
    }

    /// Whether the path leads to a file: opening a pipe would wait for its other end.
    static func isFile(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw StoreError.directory(path: path, reason: String(cString: strerror(errno)))
        }
        defer { Glibc.close(file) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else {
            throw StoreError.directory(path: path, reason: String(cString: strerror(errno)))
        }
        return Array(bytes.prefix(count))
    }
}
