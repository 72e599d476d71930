import Foundation
import Glibc
@testable import RuleFiles
import Synchronization
import Testing

/// Writes that fail half-way, and writers side by side.
@Suite struct ToolsFileWritingTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    }

    /// A disk on which something fails with an `errno` after so many bytes.
    private func failing(
        write bytes: Int = .max, sync: Bool = false, rename: Bool = false, code: Int32
    ) -> DiskCalls {
        let written = Mutex(0)
        return DiskCalls(
            write: { file, buffer in
                let room = bytes - written.withLock { $0 }
                guard room > 0 else {
                    errno = code
                    return -1
                }
                // A disk takes what it has room for, and says so.
                let part = UnsafeRawBufferPointer(rebasing: buffer.prefix(min(room, 7)))
                let count = Glibc.write(file, part.baseAddress, part.count)
                written.withLock { $0 += count }
                return count
            },
            sync: { file in
                if sync { errno = code }
                return sync ? -1 : fsync(file)
            },
            rename: { old, new in
                if rename { errno = code }
                return rename ? -1 : Glibc.rename(old, new)
            })
    }

    @Test func aFullDiskLeavesTheOldFile() throws {
        let store = ToolsFileStore(directory: scratch.path)
        let old = try toolsFile()
        let revision = try store.write(old, replacing: "none")
        var new = old
        new.add(.site("etsy.com"), to: "shopping")
        // At each of the bytes, the last one left out: that one fits.
        for room in stride(from: 0, to: new.text.utf8.count, by: 13) {
            let full = ToolsFileStore(
                directory: scratch.path, disk: failing(write: room, code: ENOSPC))
            let error = #expect(throws: ToolsFileError.self) {
                try full.write(new, replacing: revision)
            }
            #expect(error == .system(.write, path: store.path, code: ENOSPC))
            #expect(
                error?.description
                    == "\(store.path) could not be written: the disk is full; free some space "
                    + "and try again. Nothing was saved.")
            #expect(try store.read().file == old)
            #expect(try names() == ["90-tools.yaml"], "nothing half-written is left")
        }
        // In pieces of seven bytes it gets there as well.
        let slow = ToolsFileStore(directory: scratch.path, disk: failing(code: 0))
        try slow.write(new, replacing: revision)
        #expect(try store.read().file == new)
    }

    @Test func whatCannotBeSyncedOrRenamedLeavesTheOldFile() throws {
        let store = ToolsFileStore(directory: scratch.path)
        let old = try toolsFile()
        let revision = try store.write(old, replacing: "none")
        for (disk, code) in [
            (failing(sync: true, code: EIO), EIO), (failing(rename: true, code: EROFS), EROFS),
            (failing(rename: true, code: EACCES), EACCES),
            (failing(write: 10, code: EDQUOT), EDQUOT), (failing(sync: true, code: EPERM), EPERM),
            (failing(rename: true, code: EMLINK), EMLINK),
        ] {
            let error = #expect(throws: ToolsFileError.self) {
                try ToolsFileStore(directory: scratch.path, disk: disk)
                    .write(ToolsFile(), replacing: revision)
            }
            #expect(error == .system(.write, path: store.path, code: code))
            let words = try #require(error).description
            #expect(words.hasPrefix("\(store.path) could not be written: "))
            #expect(words.hasSuffix(". Nothing was saved."))
            #expect(try store.read().file == old && names() == ["90-tools.yaml"])
        }
    }

    @Test func aFirstWriteThatFailsLeavesNothing() throws {
        let store = ToolsFileStore(
            directory: scratch.path + "/rules.d", disk: failing(write: 5, code: ENOSPC))
        #expect(throws: ToolsFileError.self) {
            try store.write(ToolsFile(), replacing: "none")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.directory) == [])
        #expect(try store.read().revision == "none")
    }

    @Test func anInterruptedWriteGoesOn() throws {
        let calls = Mutex(0)
        var disk = DiskCalls.system
        disk.write = { file, buffer in
            let isInterrupted = calls.withLock { count in
                count += 1
                return count % 2 == 1
            }
            if isInterrupted { errno = EINTR }
            return isInterrupted ? -1 : Glibc.write(file, buffer.baseAddress, buffer.count)
        }
        let store = ToolsFileStore(directory: scratch.path, disk: disk)
        try store.write(try toolsFile(), replacing: "none")
        #expect(try store.read().file == toolsFile())
        #expect(calls.withLock { $0 } == 2)
    }

    @Test func whatACrashLeftIsTidiedAndAnEditorsCopyIsNot() throws {
        try scratch.write("targets: {", to: ".90-tools.yaml.soteria-abc123")
        try scratch.write("vim", to: ".90-tools.yaml.swp")
        try scratch.write("version: 1\n", to: "10-mine.yaml")
        let store = ToolsFileStore(directory: scratch.path)
        try store.write(try toolsFile(), replacing: "none")
        #expect(try names() == [".90-tools.yaml.swp", "10-mine.yaml", "90-tools.yaml"])
        #expect(
            try String(contentsOfFile: scratch.path + "/10-mine.yaml", encoding: .utf8)
                == "version: 1\n")
    }

    @Test func anEditWhileThePartIsWrittenIsSeen() throws {
        let path = scratch.path + "/90-tools.yaml"
        var disk = DiskCalls.system
        disk.sync = { file in
            // An editor saves its own file just now.
            _ = try? Data("plan: free\n".utf8).write(to: URL(filePath: path))
            return fsync(file)
        }
        let store = ToolsFileStore(directory: scratch.path, disk: disk)
        #expect(throws: ToolsFileError.changed(path: path)) {
            try store.write(try toolsFile(), replacing: "none")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "plan: free\n")
        #expect(try names() == ["90-tools.yaml"])
    }

    /// Of many writers each either writes upon what it read or is told to look again; no edit is
    /// lost.
    @Test func writersSideBySide() async throws {
        let directory = scratch.path + "/new/rules.d"
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let store = ToolsFileStore(directory: directory)
                    for number in 0..<5 {
                        let key = "t\(writer)_\(number)"
                        while !Self.edited(store, { try $0.set(Self.entry(key)) }) {}
                    }
                }
            }
        }
        let file = try ToolsFileStore(directory: directory).read().file
        #expect(file.targets.count == 40)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 1)
    }

    private static func entry(_ key: String) -> TargetEntry {
        TargetEntry(key: key, sites: ["a.example"])
    }

    /// Whether the edit is on disk; not where somebody else was quicker.
    private static func edited(
        _ store: ToolsFileStore, _ edit: (inout ToolsFile) throws -> Void
    ) -> Bool {
        do {
            let reading = try store.read()
            var file = reading.file
            try edit(&file)
            try store.write(file, replacing: reading.revision)
            return true
        } catch {
            switch error as? ToolsFileError {
            case .changed, .busy: break
            default: Issue.record(error)
            }
            // Anything but a lost race would go on for ever.
            switch error as? ToolsFileError {
            case .changed, .busy: return false
            default: return true
            }
        }
    }
}
