import TestBus
import Foundation
import Systemd
import Testing

/// The message catalogs beside the sources, `systemd/*.catalog`, as journalctl(1) reads them.
@Suite struct CatalogTests {
    private struct Entry {
        var file: String
        var kind: String?
        var id: String
        var headers: [String: String] = [:]
        var body: [String] = []
    }

    private static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("systemd").resolvingSymlinksInPath()

    private static func catalogs() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == "catalog" }
    }

    /// The entries of all catalogs.
    private static func entries() throws -> [Entry] {
        let all = try catalogs().flatMap { try entries(of: $0) }
        try #require(!all.isEmpty)
        return all
    }

    /// Which kinds a catalog says it explains, in its order.
    private static func kinds(_ file: String) throws -> [String?] {
        try entries().filter { $0.file == file }.map(\.kind)
    }

    /// The entries: `-- id`, headers up to an empty line, then the text; `#` begins a comment.
    private static func entries(of catalog: URL) throws -> [Entry] {
        var entries: [Entry] = []
        var kind: String?
        var isInHeaders = false
        let text = try String(contentsOf: catalog, encoding: .utf8)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# kind: ") {
                kind = String(line.dropFirst("# kind: ".count))
            } else if line.hasPrefix("-- ") {
                entries.append(
                    Entry(
                        file: catalog.lastPathComponent, kind: kind,
                        id: String(line.dropFirst(3))))
                kind = nil
                isInHeaders = true
            } else if !line.hasPrefix("#"), var entry = entries.popLast() {
                if isInHeaders, line.isEmpty {
                    isInHeaders = false
                } else if isInHeaders {
                    let colon = try #require(line.firstIndex(of: ":"), "no header: \(line)")
                    entry.headers[String(line[..<colon])] =
                        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                } else {
                    entry.body.append(String(line))
                }
                entries.append(entry)
            }
        }
        return entries
    }

    /// A test of each program holds its catalog against its entries.
    @Test func everyEntryNamesItsKindOnce() throws {
        let files = try Self.catalogs().map(\.lastPathComponent).sorted()
        #expect(files == ["soteria-agent.catalog", "soteria.catalog"])
        for file in files {
            let kinds = try Self.kinds(file).map { try #require($0) }
            #expect(Set(kinds).count == kinds.count, "\(file)")
            let isNamed = kinds.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil }
            #expect(isNamed, "\(file): \(kinds)")
        }
    }

    @Test func idsAreRandomAndUnique() throws {
        let ids = try Self.entries().map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            // sd_id128_randomize(3) makes version 4, variant DCE; so does every random id.
            #expect(MessageID(id)?.description == id, "\(id) is no id in lower case")
            #expect(Array(id)[12] == "4" && "89ab".contains(Array(id)[16]), "\(id) is not random")
        }
    }

    @Test func entriesSayWhatHappenedInWords() throws {
        for entry in try Self.entries() {
            let subject = try #require(entry.headers["Subject"])
            #expect((8...80).contains(subject.count), "\(entry.id): \(subject)")
            #expect(entry.headers["Defined-By"] == "Soteria")
            let words = entry.body.joined(separator: " ").split(separator: " ")
            #expect(words.count >= 12, "\(entry.id) explains nothing")
            #expect(entry.body.allSatisfy { $0.count <= 80 }, "\(entry.id) is too wide")
        }
    }

    @Test func substitutionsAreFieldsOfTheJournal() throws {
        let pattern = try Regex("@([^@ ]*)@", as: (Substring, Substring).self)
        for entry in try Self.entries() {
            let text = ([entry.headers["Subject"] ?? ""] + entry.body).joined(separator: "\n")
            #expect(text.count { $0 == "@" }.isMultiple(of: 2))
            for match in text.matches(of: pattern) {
                let name = String(match.output.1)
                #expect(JournalEntry.isValid(fieldName: name), "@\(name)@")
                #expect(name.hasPrefix("SOTERIA_"), "@\(name)@")
            }
        }
    }

    @Test(
        .enabled(if: Command.exists("/usr/bin/journalctl"), "journalctl is not installed"))
    func journalctlTakesItIn() throws {
        let root = try ScratchDirectory()
        try root.makeDirectory("usr/lib/systemd/catalog")
        for catalog in try Self.catalogs() {
            try FileManager.default.copyItem(
                atPath: catalog.path,
                toPath: root.path("usr/lib/systemd/catalog/\(catalog.lastPathComponent)"))
        }
        let update = try Command(
            "/usr/bin/journalctl", ["--update-catalog", "--root=\(root.path)"]
        ).run()
        #expect(update.status == 0 && update.output == "", "\(update.output)")
        let list = try Command(
            "/usr/bin/journalctl", ["--list-catalog", "--root=\(root.path)"]
        ).run().output
        for entry in try Self.entries() {
            #expect(list.contains("\(entry.id) Soteria: \(entry.headers["Subject"] ?? "")"))
        }
    }
}
