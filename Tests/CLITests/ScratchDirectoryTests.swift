import Foundation
import Testing

@testable import soteria

/// Where an import is tried out.
@Suite struct ScratchDirectoryTests {
    private func names(_ directory: RecordDirectory) -> [String] {
        directory.names.filter { $0.hasPrefix("soteria-import-") }
    }

    @Test func whatAKilledImportLeftIsRemovedByTheNext() throws {
        let directory = try RecordDirectory()
        let left = directory.file("soteria-import-Killed")
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
        try directory.write("private", "soteria-import-Killed/soteria.sqlite")
        // Files, and directories with other names, are not leftovers.
        try directory.write("a note", "soteria-import-note")
        try FileManager.default.createDirectory(
            atPath: directory.file("else"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("soteria-import-linked"),
            withDestinationPath: directory.file("else"))
        let trial = try ScratchDirectory(["TMPDIR": directory.path])
        #expect(!FileManager.default.fileExists(atPath: left))
        #expect(
            names(directory)
                == [
                    "soteria-import-linked", "soteria-import-note",
                    URL(fileURLWithPath: trial.path).lastPathComponent,
                ].sorted())
        #expect(directory.names.contains("else"))
    }

    @Test func onesInUseAreLeftAloneAndGoAtTheEnd() throws {
        let directory = try RecordDirectory()
        var first: ScratchDirectory? = try ScratchDirectory(["TMPDIR": directory.path])
        var second: ScratchDirectory? = try ScratchDirectory(["TMPDIR": directory.path])
        #expect(names(directory).count == 2)
        #expect(first?.path != second?.path)
        var status = stat()
        #expect(stat(try #require(first).path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        first = nil
        #expect(names(directory).count == 1)
        second = nil
        #expect(names(directory).isEmpty)
    }

    @Test func whereThereIsNoRoomItSaysSo() throws {
        let directory = try RecordDirectory()
        #expect(throws: Failure.self) {
            try ScratchDirectory(["TMPDIR": directory.file("missing")])
        }
    }
}
