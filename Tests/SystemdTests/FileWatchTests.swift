import TestBus
import Dispatch
import Foundation
import Glibc
import Systemd
import Testing

/// Single files that are watched.
@Suite(.timeLimit(.minutes(30))) struct FileWatchTests {
    private let scratch: ScratchDirectory
    private let queue = DispatchQueue(label: "files")
    private let events = Mailbox<String>()

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("x", to: "a")
        try scratch.write("x", to: "b")
    }

    private func watch(_ event: FileWatch.Event) throws -> FileWatch {
        let events = events
        return try FileWatch(event, queue: queue) { events.post($0) }
    }

    /// Writes into the file that is there.
    private func write(_ name: String) throws {
        let file = try #require(fopen(scratch.path(name), "r+"))
        fputs("y", file)
        fclose(file)
    }

    private func read(_ name: String) throws {
        let file = try #require(fopen(scratch.path(name), "r"))
        fclose(file)
    }

    @Test func tellsAWriteAndNoReading() async throws {
        let watch = try watch(.modified)
        #expect(watch.add(scratch.path("a")))
        #expect(watch.add(scratch.path("b")))
        try read("a")
        try write("b")
        #expect(try await events.next() == scratch.path("b"))
        try write("a")
        #expect(try await events.next() == scratch.path("a"))
        #expect(watch.paths == [scratch.path("a"), scratch.path("b")])
    }

    @Test func tellsAnOpeningByAnotherName() async throws {
        let watch = try watch(.opened)
        #expect(watch.add(scratch.path("a")))
        try #require(link(scratch.path("a"), scratch.path("hard")) == 0)
        try read("b")
        try read("hard")
        #expect(try await events.next() == scratch.path("a"))
    }

    @Test func tellsEveryPathOfAFile() async throws {
        try #require(symlink(scratch.path("a"), scratch.path("soft")) == 0)
        let watch = try watch(.opened)
        #expect(watch.add(scratch.path("a")))
        #expect(watch.add(scratch.path("soft")))
        try read("a")
        #expect(try await events.next() == scratch.path("a"))
        #expect(try await events.next() == scratch.path("soft"))
        watch.remove(scratch.path("a"))
        try read("a")
        #expect(try await events.next() == scratch.path("soft"))
    }

    @Test func whatIsNotThereIsNotWatched() throws {
        let watch = try watch(.modified)
        #expect(!watch.add(scratch.path("none")))
        #expect(watch.paths.isEmpty)
    }

    @Test func whatIsRemovedIsSilent() async throws {
        let watch = try watch(.modified)
        watch.add(scratch.path("a"))
        watch.add(scratch.path("b"))
        watch.remove(scratch.path("a"))
        watch.remove(scratch.path("none"))
        try write("a")
        try write("b")
        #expect(try await events.next() == scratch.path("b"))
        #expect(watch.paths == [scratch.path("b")])
    }

    /// The watch is the file's: another file at its path is watched once it is added again.
    @Test func whatGoesIsForgotten() async throws {
        let watch = try watch(.modified)
        watch.add(scratch.path("a"))
        watch.add(scratch.path("b"))
        try #require(unlink(scratch.path("a")) == 0)
        try write("b")
        #expect(try await events.next() == scratch.path("b"))
        #expect(watch.paths == [scratch.path("b")])
        try scratch.write("x", to: "a")
        watch.add(scratch.path("a"))
        try write("a")
        #expect(try await events.next() == scratch.path("a"))
    }
}
