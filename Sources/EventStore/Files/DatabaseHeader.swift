import Glibc

/// The fields in the first 100 bytes of a database file that SQLite never changes
/// (https://www.sqlite.org/fileformat2.html#the_database_header).
struct DatabaseHeader {
    private static let magic = Array("SQLite format 3\u{0}".utf8)

    /// All 100 bytes, or fewer if the file is shorter.
    private let bytes: [UInt8]
    /// The size of the file in bytes.
    private let size: Int64

    /// Reads the header; throws `refusal` for anything but a file, and `.directory` if it cannot be
    /// read.
    private init(_ path: String, notAFile refusal: any Error) throws {
        var info = stat()
        guard stat(path, &info) == 0 else { throw Self.failure(path) }
        guard Self.isFile(path) else { throw refusal }
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure(path) }
        defer { Glibc.close(file) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw Self.failure(path) }
        self.bytes = Array(bytes.prefix(count))
        size = Int64(info.st_size)
    }

    /// Verifies that this program may have written the file; throws `Damage` if not (SQLite would
    /// open some damaged files as read-only or empty), and `.newerSchema` before the file is
    /// touched.
    static func verify(_ path: String) throws {
        let header = try DatabaseHeader(path, notAFile: Damage("not a regular file"))
        let bytes = header.bytes
        guard !bytes.isEmpty else { throw Damage("the file is empty") }
        guard bytes.count == 100 else { throw Damage("the file ends in the middle of its header") }
        guard Array(bytes[0..<16]) == magic else {
            throw Damage("the file is not an SQLite database")
        }
        guard Array(bytes[16..<18]) == [0x10, 0] else {
            throw Damage("the database has the wrong page size")
        }
        guard (1...2).contains(bytes[18]), (1...2).contains(bytes[19]) else {
            throw Damage("the database has the wrong file format version")
        }
        guard Array(bytes[20..<24]) == [0, 64, 32, 32] else {
            throw Damage("the database has the wrong payload fractions")
        }
        // A file of a newer version is not opened for writing.
        guard header.version <= Schema.version else {
            throw StoreError.newerSchema(path: path, found: header.version, known: Schema.version)
        }
        // If there is a log, a checkpoint may have been cut off; SQLite repeats it.
        guard hasLog(path) || header.size % 4096 == 0 else {
            throw Damage("the file ends in the middle of a page")
        }
    }

    /// Reads the header of any file. Throws `Damage` if the file is not an SQLite database,
    /// and `.directory` if it cannot be read.
    init(_ path: String) throws {
        try self.init(
            path, notAFile: StoreError.directory(path: path, reason: "not a regular file"))
        guard bytes.count == 100, Array(bytes[0..<16]) == Self.magic else {
            throw Damage("the file is not an SQLite database")
        }
    }

    /// `PRAGMA application_id`.
    var application: Int { number(68, 4) }
    /// `PRAGMA user_version`.
    var version: Int { number(60, 4) }

    /// True if the file has all the pages that its header names.
    var isComplete: Bool {
        let pageSize = Int64(number(16, 2) == 1 ? 65536 : number(16, 2))
        return pageSize > 0 && size % pageSize == 0 && size >= Int64(number(28, 4)) * pageSize
    }

    private func number(_ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// True if the path leads to a regular file; opening a pipe would block.
    static func isFile(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    }

    /// The target of a symbolic link; nil if the path is none.
    static func linkTarget(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        guard length >= 0 else { return nil }
        return String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// True if the database at the path has a log (WAL) that is not empty.
    static func hasLog(_ path: String) -> Bool {
        var log = stat()
        return stat(path + "-wal", &log) == 0 && log.st_size > 0
    }

    private static func failure(_ path: String) -> StoreError {
        .directory(path: path, reason: String(cString: strerror(errno)))
    }
}
