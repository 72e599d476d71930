import Foundation
import Glibc
import RuleFiles
import Testing

/// The tools' file on disk.
@Suite struct ToolsFileStoreTests {
    private let scratch: Scratch
    private let store: ToolsFileStore

    init() throws {
        scratch = try Scratch()
        store = ToolsFileStore(directory: scratch.path + "/config/soteria/rules.d")
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: store.directory).sorted()
    }

    private func text() throws -> String {
        try String(contentsOfFile: store.path, encoding: .utf8)
    }

    @discardableResult
    private func place(_ text: String, mode: mode_t = 0o644) throws -> String {
        let path = try scratch.write(text, to: "config/soteria/rules.d/90-tools.yaml")
        #expect(chmod(path, mode) == 0)
        return path
    }

    @Test func aFileThatIsNotThereHasNoEntries() throws {
        let reading = try store.read()
        #expect(reading.file == ToolsFile() && reading.revision == "none")
        // Reading makes nothing.
        #expect(mode(scratch.path + "/config") == nil)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let file = try toolsFile()
        let revision = try store.write(file, replacing: try store.read().revision)
        let reading = try store.read()
        #expect(reading.file == file && reading.revision == revision)
        #expect(reading.revision.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 })
        #expect(try text() == file.text)
        #expect(try names() == ["90-tools.yaml"])
        var more = reading.file
        more.add(.site("etsy.com"), to: "shopping")
        let next = try store.write(more, replacing: revision)
        #expect(try store.read().file == more && next != revision)
        // The loader finds it where it looks.
        let loading = RuleLoader(zones: zones).load(
            RuleDirectories(overriding: [store.directory]))
        #expect(loading.ruleSet?.targets.first?.sites.count == 3)
    }

    @Test func directoriesAndFileAreForTheirOwnersEyes() throws {
        let old = umask(0)
        defer { umask(old) }
        try store.write(try toolsFile(), replacing: "none")
        for path in ["config", "config/soteria", "config/soteria/rules.d"] {
            #expect(mode("\(scratch.path)/\(path)") == 0o700, "\(path)")
        }
        #expect(mode(store.path) == 0o600)
    }

    @Test(arguments: [
        (0o644, 0o644), (0o600, 0o600), (0o640, 0o640), (0o666, 0o644), (0o777, 0o644),
        (0o4755, 0o644), (0o200, 0o600),
    ])
    func whoMayReadItStays(before: mode_t, after: mode_t) throws {
        try place("version: 1\n", mode: before)
        try store.write(try toolsFile(), replacing: try store.read().revision)
        #expect(mode(store.path) == after)
    }

    @Test func directoriesThatAreThereStayAsTheyAre() throws {
        try FileManager.default.createDirectory(
            atPath: store.directory, withIntermediateDirectories: true)
        #expect(chmod(store.directory, 0o755) == 0)
        try store.write(ToolsFile(), replacing: "none")
        #expect(mode(store.directory) == 0o755)
        // A directory that is a link to another one is a person's way to keep it elsewhere.
        try scratch.link("elsewhere", to: store.directory)
        let linked = ToolsFileStore(directory: scratch.path + "/elsewhere/")
        try linked.write(try toolsFile(), replacing: try linked.read().revision)
        #expect(linked.path == scratch.path + "/elsewhere/90-tools.yaml")
        #expect(try store.read().file == toolsFile())
    }

    // MARK: - What is refused

    private func refused(
        _ expected: ToolsFileError, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: expected, sourceLocation: sourceLocation) { try store.read() }
        #expect(throws: expected, sourceLocation: sourceLocation) {
            try store.write(try toolsFile(), replacing: "none")
        }
    }

    @Test func aMaskedFileIsRefused() throws {
        try place("")
        try FileManager.default.removeItem(atPath: store.path)
        try scratch.link("config/soteria/rules.d/90-tools.yaml", to: "/dev/null")
        refused(.masked(path: store.path))
        #expect(
            ToolsFileError.masked(path: "/x").description
                == "/x is a link to /dev/null, so nothing can be saved. "
                + "Remove the link and try again.")
        #expect(try names() == ["90-tools.yaml"])
    }

    @Test func aLinkIsRefusedAndItsTargetUntouched() throws {
        let target = try scratch.write("version: 1\n# mine\n", to: "dotfiles/tools.yaml")
        try place("")
        try FileManager.default.removeItem(atPath: store.path)
        try scratch.link("config/soteria/rules.d/90-tools.yaml", to: target)
        refused(.link(path: store.path, target: target))
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "version: 1\n# mine\n")
        // One that leads nowhere is a link, too.
        try FileManager.default.removeItem(atPath: target)
        refused(.link(path: store.path, target: target))
    }

    @Test func aDirectoryAndAPipeAreRefused() throws {
        try FileManager.default.createDirectory(
            atPath: store.path, withIntermediateDirectories: true)
        refused(.notAFile(path: store.path))
        #expect(rmdir(store.path) == 0 && mkfifo(store.path, 0o600) == 0)
        refused(.notAFile(path: store.path))
    }

    @Test func aFileThatChangedSinceIsRefused() throws {
        try place("plan: free\n")
        let reading = try store.read()
        try place("plan: premium\n")
        #expect(throws: ToolsFileError.changed(path: store.path)) {
            try store.write(reading.file, replacing: reading.revision)
        }
        #expect(try text() == "plan: premium\n")
        // One that came, and one that went.
        #expect(throws: ToolsFileError.changed(path: store.path)) {
            try store.write(reading.file, replacing: "none")
        }
        try FileManager.default.removeItem(atPath: store.path)
        #expect(throws: ToolsFileError.changed(path: store.path)) {
            try store.write(reading.file, replacing: reading.revision)
        }
        #expect(try names() == [])
    }

    @Test func theSameBytesAreTheSameFile() throws {
        try place("plan: free\n")
        let reading = try store.read()
        try FileManager.default.removeItem(atPath: store.path)
        try place("plan: free\n")
        try store.write(reading.file, replacing: reading.revision)
        #expect(try text() == reading.file.text)
    }

    @Test func aWriteCanBeTakenBack() throws {
        let mine = "# mine\nplan:   free # really\n"
        try place(mine, mode: 0o640)
        let reading = try store.read()
        let written = try store.write(try toolsFile(), replacing: reading.revision)
        #expect(try text() != mine)
        try store.revert(written, to: reading)
        #expect(try text() == mine && store.read() == reading && mode(store.path) == 0o640)
        // Not upon what somebody wrote meanwhile.
        #expect(throws: ToolsFileError.changed(path: store.path)) {
            try store.revert(written, to: reading)
        }
        #expect(try text() == mine && names() == ["90-tools.yaml"])
    }

    @Test func aFirstWriteThatIsTakenBackLeavesNothing() throws {
        let reading = try store.read()
        let written = try store.write(try toolsFile(), replacing: reading.revision)
        try store.revert(written, to: reading)
        #expect(try names() == [] && store.read() == reading)
        #expect(throws: ToolsFileError.changed(path: store.path)) {
            try store.revert(written, to: reading)
        }
    }

    @Test func aWriteProtectedFileIsRefused() throws {
        try place("plan: free\n", mode: 0o444)
        let reading = try store.read()
        #expect(throws: ToolsFileError.readOnly(path: store.path)) {
            try store.write(reading.file, replacing: reading.revision)
        }
        #expect(try text() == "plan: free\n" && mode(store.path) == 0o444)
        #expect(try names() == ["90-tools.yaml"])
    }

    @Test func faultyFilesAreReadByNobodyAndOverwrittenByNobody() throws {
        for (text, line) in [("targets: [\n", 2), ("a\n", 1), ("a: 1\na: 2\n", 2)] {
            try place(text)
            let error = #expect(throws: ToolsFileError.self) { try store.read() }
            guard case .unreadable(let fault) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(fault.line == line)
            #expect(throws: ToolsFileError.changed(path: store.path)) {
                try store.write(ToolsFile(), replacing: "none")
            }
            #expect(try self.text() == text)
        }
    }

    @Test func bytesThatAreNoText() throws {
        try scratch.write(
            Array("plan: free\nx: ".utf8) + [0xff], to: "config/soteria/rules.d/90-tools.yaml")
        let error = #expect(throws: ToolsFileError.self) { try store.read() }
        #expect(
            error?.description
                == "90-tools.yaml cannot be read (line 2, column 1): this line is not UTF-8 text. "
                + "Correct the file, or move it out of the way, then try again.")
        try scratch.write(
            [0xef, 0xbb, 0xbf] + Array("plan: free\n".utf8),
            to: "config/soteria/rules.d/90-tools.yaml")
        #expect(try store.read().file.text.contains("plan: free"))
        try scratch.write([0x61, 0x3a, 0x20, 0x00], to: "config/soteria/rules.d/90-tools.yaml")
        #expect(throws: ToolsFileError.self) { try store.read() }
        try scratch.write(
            [UInt8](repeating: 0x23, count: 8 << 20 + 1),
            to: "config/soteria/rules.d/90-tools.yaml")
        #expect(throws: ToolsFileError.tooLarge(limit: 8 << 20)) { try store.read() }
    }

    @Test func moreThanARuleFileCanHoldIsNotWritten() throws {
        var file = ToolsFile()
        try file.set(TargetEntry(key: "a", name: String(repeating: "x", count: 9 << 20)))
        #expect(throws: ToolsFileError.tooLarge(limit: 8 << 20)) {
            try store.write(file, replacing: "none")
        }
        #expect(mode(store.directory) == nil)
    }

    @Test func theSystemsRefusalIsToldInWords() throws {
        try scratch.write("x", to: "plain")
        let below = ToolsFileStore(directory: scratch.path + "/plain/rules.d")
        let error = #expect(throws: ToolsFileError.self) {
            try below.write(ToolsFile(), replacing: "none")
        }
        #expect(error == .system(.make, path: scratch.path + "/plain", code: ENOTDIR))
        #expect(
            error?.description
                == "\(scratch.path)/plain could not be created: a part of the path is not a "
                + "directory. Nothing was saved.")
        #expect(throws: ToolsFileError.self) { try below.read() }
        // Nothing can be made there, whoever asks.
        let kernel = ToolsFileStore(directory: "/proc/soteria/rules.d")
        #expect(throws: ToolsFileError.self) {
            try kernel.write(ToolsFile(), replacing: "none")
        }
        let proc = ToolsFileStore(directory: "/proc/self/fdinfo")
        #expect(throws: ToolsFileError.self) { try proc.write(ToolsFile(), replacing: "none") }
    }

    @Test func anotherWriterIsWaitedForAndThenTold() throws {
        try place("version: 1\n")
        let revision = try store.read().revision
        let lock = open(store.directory, O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
        #expect(throws: ToolsFileError.busy(path: store.path)) {
            try store.write(try toolsFile(), replacing: revision)
        }
        #expect(flock(lock, LOCK_UN) == 0)
        try store.write(try toolsFile(), replacing: revision)
    }

    @Test func whereThePersonsFileIs() {
        func path(_ environment: [String: String]) -> String? {
            RuleDirectories.standard(prefix: nil, environment: environment).sources
                .last { $0.layer == 2 }.map { ToolsFileStore(directory: $0.path).path }
        }
        #expect(
            path(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/soteria/rules.d/90-tools.yaml")
        #expect(path(["HOME": "/h"]) == "/h/.config/soteria/rules.d/90-tools.yaml")
        #expect(path(["XDG_CONFIG_HOME": "c"]) == nil && path([:]) == nil)
    }
}
