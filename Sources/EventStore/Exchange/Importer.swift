import GRDB
import RuleModel

extension EventStore {
    /// Replaces the record of a state directory with an export of the table `events`, of either
    /// format, like `restore`; blocks.
    ///
    /// Every event is restored exactly, even of a kind that this version does not know. Numbers,
    /// hashes and the last line are checked first. Throws `.notImported` with the first invalid
    /// line, and the errors of `restore`.
    package static func importExport(
        from path: String, into directory: String, at: Instant
    ) throws(StoreError) -> RestoreReport {
        let file = try ImportFile(path)
        let replacement = try Replacement(StateDirectory(path: directory), source: path, at: at)
        var importer = Importer(file)
        return try replacement.install { (copy) throws(StoreError) in
            try importer.fill(copy)
        }
    }

    /// Checks an export as an import would, and returns a summary; blocks, and changes nothing. The
    /// record is built in a temporary file of the directory, even while a daemon uses it. Throws
    /// the errors of `importExport` except `.locked`.
    package static func check(
        export path: String, in directory: String
    ) throws(StoreError) -> BackupReport {
        let file = try ImportFile(path)
        let place = StateDirectory(path: directory)
        try place.prepare()
        let copy = try place.beginTemporary("check")
        defer { StateDirectory.remove(temporary: copy) }
        var importer = Importer(file)
        try importer.fill(copy)
        return try RecordFile(path: copy, name: path).read(isAtRest: true) {
            try BackupReport(checking: $0, path: path)
        }
    }
}

/// Fills an empty database with an export.
struct Importer: ~Copyable {
    private var file: ImportFile
    private var linker = ChainLinker(after: ChainHash(bytes: []))
    /// The numbers of boots, by the bytes of their ids: strings that differ only in how an accented
    /// letter is composed would be equal.
    private var boots: [[UInt8]: Int64] = [:]
    private var footer = ExportPart.Footer(events: 0, head: 0, hash: ChainHash(bytes: []))

    init(_ file: consuming ImportFile) { self.file = file }

    /// Fills an empty file.
    mutating func fill(_ path: String) throws(StoreError) {
        do {
            try DatabaseCopy.change(path) { try fill($0) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Fills a database without tables, within a transaction.
    mutating func fill(_ db: Database) throws {
        guard case .header(let header)? = try firstLine() else {
            throw file.refusal(.notAnExport)
        }
        try begin(header, db)
        var line = try file.next()
        if header.base > 0 {
            guard let found = line else { throw file.refusal(.truncated) }
            guard case .checkpoint(let older) = found else {
                throw file.refusal(
                    .malformed(
                        "expected a \"checkpoint\" line, which stands for the removed events"))
            }
            try insert(older, header, db)
            line = try file.next()
        }
        while case .event(let row)? = line {
            try insert(row, db)
            line = try file.next()
        }
        guard let last = line else { throw file.refusal(.truncated) }
        guard case .footer(let found) = last else {
            throw file.refusal(.malformed("this kind of line is not allowed here"))
        }
        guard found == footer else { throw file.refusal(.otherEnd) }
        guard try file.next() == nil else {
            throw file.refusal(.malformed("the export continues after its last line"))
        }
        // An export does not say that the removal is still to be recorded; its events do.
        if let removal = try CheckpointCheck.untoldRemoval(db) {
            try Metadata.setRemoval(removal, db)
        }
    }

    /// Reads the first line. If it is malformed, the file is not an export.
    private mutating func firstLine() throws(StoreError) -> ImportedLine? {
        do {
            return try file.next()
        } catch {
            guard case .notImported(let path, let line, .malformed) = error else { throw error }
            throw .notImported(path: path, line: line, .notAnExport)
        }
    }

    private mutating func begin(_ header: ExportPart.Header, _ db: Database) throws {
        let first = header.firstDevice ?? header.device
        guard Metadata.isDevice(header.device), Metadata.isDevice(first) else {
            throw file.refusal(.malformed("the device id is invalid"))
        }
        guard EventRow.sequences ~= header.base else {
            throw file.refusal(.malformed("\"base\" is not an event number"))
        }
        guard header.base > 0 || header.chain == .anchor(device: first) else {
            throw file.refusal(.malformed("the hash chain does not begin with the device id"))
        }
        try Schema.begin(db, InitialContents(device: header.device))
        if first != header.device {
            // Until when it was used is not in the file, and no head of it is compared.
            let former = FormerDevice(device: first, until: Instant(milliseconds: 0))
            try Metadata.setFormerDevices([former], db)
        }
        if header.base > 0 {
            try Metadata.setBase(header.base, chain: header.chain, rules: nil, db)
        }
        linker = ChainLinker(after: header.chain)
        footer = ExportPart.Footer(events: 0, head: header.base, hash: header.chain)
    }

    private func insert(
        _ older: ExportPart.Base, _ header: ExportPart.Header, _ db: Database
    ) throws {
        try Metadata.setBase(header.base, chain: header.chain, rules: older.rules, db)
        guard let checkpoint = older.checkpoint else { return }
        guard checkpoint.sequence >= header.base else {
            throw file.refusal(.malformed("the stored state is older than the first event"))
        }
        try Checkpoint.insert(
            sequence: checkpoint.sequence, format: checkpoint.format, state: checkpoint.text, db)
    }

    private mutating func insert(_ row: RecordedRow, _ db: Database) throws {
        let expected = footer.head + 1
        guard row.sequence == expected else {
            throw file.refusal(.gap(expected: expected, found: row.sequence))
        }
        guard linker.link(row) == row.hash else {
            throw file.refusal(.brokenChain(sequence: row.sequence))
        }
        guard let boot = row.boot else {
            throw file.refusal(.malformed("the event has no boot id"))
        }
        let name = Array(boot.utf8)
        let id = try boots[name] ?? EventRow.id(ofBoot: boot, db)
        boots[name] = id
        try EventRow.insert(row, boot: id, db)
        footer = ExportPart.Footer(events: footer.events + 1, head: row.sequence, hash: row.hash)
    }
}
