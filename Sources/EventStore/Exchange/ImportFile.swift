import Engine
import Glibc

/// Reads an export line by line, in either format.
struct ImportFile: ~Copyable {
    /// The longest line in bytes, so that a file that is not an export is not read into memory as a
    /// whole.
    private static let longestLine = 256 << 20

    private let path: String
    private let file: Int32
    private var buffer: ArraySlice<UInt8> = []
    private var isAtEnd = false
    private var format: ExportFormat?
    /// The number of the last line read, counted from 1.
    private(set) var line = 0
    /// Line breaks within the current row.
    private var breaks = 0

    /// Opens the file; throws `.unreadable` if that fails.
    init(_ path: String) throws(StoreError) {
        guard DatabaseHeader.isFile(path) else {
            let exists = access(path, F_OK) == 0
            throw .unreadable(path: path, reason: exists ? "not a regular file" : "no such file")
        }
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        self.path = path
        self.file = file
    }

    deinit { Glibc.close(file) }

    /// Reads the next line; nil at the end.
    mutating func next() throws(StoreError) -> ImportedLine? {
        try begin()
        line += 1 + breaks
        breaks = 0
        do {
            if format == .csv { return try row().map { try ImportedLine(csv: $0) } }
            guard let bytes = try jsonLine() else { return nil }
            return try ImportedLine(json: bytes)
        } catch {
            guard let problem = error as? ImportProblem else { throw StoreError(error, path: path) }
            // A file that does not end with a line end was cut off.
            throw refusal(isCut ? .truncated : problem)
        }
    }

    /// An error for the current line.
    func refusal(_ problem: ImportProblem) -> StoreError {
        .notImported(path: path, line: line, problem)
    }

    /// True if the last line had no line end.
    private var isCut = false

    /// Detects the format and skips the column names.
    private mutating func begin() throws(StoreError) {
        guard format == nil else { return }
        format = try peek() == UInt8(ascii: "{") ? .jsonLines : .csv
        guard format == .csv else { return }
        line = 1
        let names = (try? row())??.map { $0.map { String(decoding: $0, as: UTF8.self) } }
        func areNames(of table: ExportTable) -> Bool {
            names == ExportColumn.columns(of: table).map(\.name)
        }
        // Its first columns are those of every version; later ones are added behind.
        guard names?.starts(with: ["request", "at", "about", "name"]) != true else {
            throw refusal(.otherTable(ExportTable.requests.rawValue))
        }
        guard areNames(of: .events) else { throw refusal(.notAnExport) }
    }

    private mutating func fill() throws(StoreError) {
        guard buffer.isEmpty, !isAtEnd else { return }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        buffer = bytes[..<count]
        isAtEnd = count == 0
    }

    private mutating func peek() throws(StoreError) -> UInt8? {
        try fill()
        return buffer.first
    }

    private mutating func jsonLine() throws -> ArraySlice<UInt8>? {
        var bytes: [UInt8] = []
        while try peek() != nil {
            let end = buffer.firstIndex(of: UInt8(ascii: "\n"))
            bytes += buffer[..<(end ?? buffer.endIndex)]
            buffer = buffer[(end.map { $0 + 1 } ?? buffer.endIndex)...]
            guard bytes.count <= Self.longestLine else {
                throw ImportProblem.malformed("the line is too long")
            }
            if end != nil { return bytes[...] }
        }
        isCut = !bytes.isEmpty
        return bytes.isEmpty ? nil : bytes[...]
    }

    private mutating func row() throws -> [[UInt8]?]? {
        var reader = CSVReader()
        while try peek() != nil {
            while let byte = buffer.popFirst() {
                let row = try reader.consume(byte)
                if let row { return row }
                if byte == UInt8(ascii: "\n") { breaks += 1 }
            }
            guard reader.length <= Self.longestLine else {
                throw ImportProblem.malformed("the line is too long")
            }
        }
        guard reader.isWithinRow else { return nil }
        throw ImportProblem.truncated
    }
}
