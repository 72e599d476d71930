import Foundation
import Testing

@testable import soteria

/// Files that are there whole or not at all.
@Suite struct AtomicFileTests {
    @Test func theFileIsThereAtTheEndAlone() throws {
        let directory = try RecordDirectory()
        let file = try AtomicFile(directory.file("a"), replaces: false)
        try file.write(Array("one ".utf8))
        try file.write("two".utf8)
        #expect(directory.names == ["a.part"] && file.size == 7)
        try file.finish()
        #expect(directory.names == ["a"])
        #expect(try directory.read("a") == Data("one two".utf8))
        #expect(try directory.mode("a") == 0o600)
    }

    @Test func whatIsNotFinishedLeavesNothing() throws {
        let directory = try RecordDirectory()
        do {
            let file = try AtomicFile(directory.file("a"), replaces: false)
            try file.write("half".utf8)
        }
        #expect(directory.names.isEmpty)
    }

    @Test func aFileThatIsThereStays() throws {
        let directory = try RecordDirectory()
        try directory.write("mine", "a")
        let failure = #expect(throws: Failure.self) {
            _ = try AtomicFile(directory.file("a"), replaces: false)
        }
        #expect(failure?.description.hasSuffix("choose another name, or pass --force") == true)
        #expect(try directory.read("a") == Data("mine".utf8) && directory.names == ["a"])
    }

    @Test func aFileThatComesMeanwhileStays() throws {
        let directory = try RecordDirectory()
        let file = try AtomicFile(directory.file("a"), replaces: false)
        try file.write("new".utf8)
        try directory.write("mine", "a")
        #expect(throws: Failure.self) { try file.finish() }
        #expect(try directory.read("a") == Data("mine".utf8))
    }

    @Test func whereAskedToItIsReplaced() throws {
        let directory = try RecordDirectory()
        try directory.write("old and longer", "a")
        let file = try AtomicFile(directory.file("a"), replaces: true)
        try file.write("new".utf8)
        #expect(try directory.read("a") == Data("old and longer".utf8))
        try file.finish()
        #expect(try directory.read("a") == Data("new".utf8) && directory.mode("a") == 0o600)
    }

    @Test func whatAnEarlierAttemptLeftIsBegunAnew() throws {
        let directory = try RecordDirectory()
        try directory.write("the rest of a longer attempt", "a.part")
        let file = try AtomicFile(directory.file("a"), replaces: false)
        try file.write("new".utf8)
        try file.finish()
        #expect(try directory.read("a") == Data("new".utf8) && directory.names == ["a"])
    }

    @Test func whatAnotherWritesIsLeftToIt() throws {
        let directory = try RecordDirectory()
        let first = try AtomicFile(directory.file("a"), replaces: false)
        try first.write("first".utf8)
        let failure = #expect(throws: Failure.self) {
            _ = try AtomicFile(directory.file("a"), replaces: false)
        }
        #expect(failure?.description.contains("another program is writing") == true)
        try first.finish()
        #expect(try directory.read("a") == Data("first".utf8))
    }

    @Test func nothingElseIsTakenForItsPart() throws {
        let directory = try RecordDirectory()
        try directory.write("mine", "other")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("a.part"), withDestinationPath: directory.file("other"))
        #expect(throws: Failure.self) { _ = try AtomicFile(directory.file("a"), replaces: false) }
        #expect(try directory.read("other") == Data("mine".utf8))
        #expect(mkfifo(directory.file("b.part"), 0o600) == 0)
        #expect(throws: Failure.self) { _ = try AtomicFile(directory.file("b"), replaces: false) }
        #expect(throws: Failure.self) { _ = try AtomicFile("/nowhere/a", replaces: true) }
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (12_345, "12.3 kB"),
        (4_000_000, "4.0 MB"), (2_550_000_000, "2.5 GB"),
    ])
    func sizesHaveWords(bytes: Int, text: String) {
        #expect(ByteText.size(bytes) == text)
    }
}
