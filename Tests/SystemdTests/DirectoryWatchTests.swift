import TestBus
import Dispatch
import Foundation
import Glibc
import Systemd
import Testing

/// A test that wants one callback for several changes holds the queue while it makes them, so that
/// no pause of the machine can split the burst.
@Suite(.timeLimit(.minutes(30))) struct DirectoryWatchTests {
    private let scratch: ScratchDirectory
    private let queue = DispatchQueue(label: "directories")
    private let changes = Mailbox<Int>()

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.makeDirectory("rules")
    }

    private func watch(_ names: [String] = ["rules"]) throws -> DirectoryWatch {
        let changes = changes
        return try DirectoryWatch(
            directories: names.map { scratch.path($0) }, quietPeriod: .milliseconds(20),
            queue: queue
        ) { changes.post(1) }
    }

    /// Makes changes as one burst and waits for the callback.
    private func burst(_ body: () throws -> Void) async throws {
        queue.suspend()
        defer { queue.resume() }
        try body()
    }

    /// Makes changes that must not be reported, then one that must: its callback is the only one.
    private func expectSilence(
        _ watch: DirectoryWatch, _ body: () throws -> Void
    ) async throws {
        try body()
        // A false report would be a burst of its own: give it time to end before the next one
        // begins.
        let timers = Mailbox<Bool>()
        queue.asyncAfter(deadline: .now() + .milliseconds(60)) { timers.post(true) }
        _ = try await timers.next()
        try scratch.write("x", to: "rules/sentinel.yaml")
        _ = try await changes.next()
        watch.cancel()
        queue.sync {}
        #expect(await changes.rest() == [])
    }

    @Test func tellsAWrite() async throws {
        let watch = try watch()
        try scratch.write("x", to: "rules/a.yaml")
        #expect(try await changes.next() == 1)
        #expect(watch.unwatched.isEmpty)
    }

    @Test func tellsAMoveInAndOutAndADeletion() async throws {
        let watch = try watch()
        try scratch.write("x", to: "a.yaml")
        try scratch.move("a.yaml", to: "rules/a.yaml")
        _ = try await changes.next()
        try scratch.move("rules/a.yaml", to: "a.yaml")
        _ = try await changes.next()
        try scratch.move("a.yaml", to: "rules/b.yaml")
        _ = try await changes.next()
        try scratch.remove("rules/b.yaml")
        _ = try await changes.next()
        watch.cancel()
    }

    @Test func tellsSymlinksAndHardLinks() async throws {
        let watch = try watch()
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("rules/masked.yaml"), withDestinationPath: "/dev/null")
        _ = try await changes.next()
        try scratch.write("x", to: "a.yaml")
        try FileManager.default.linkItem(
            atPath: scratch.path("a.yaml"), toPath: scratch.path("rules/linked.yaml"))
        _ = try await changes.next()
        watch.cancel()
    }

    @Test func waitsUntilAFileIsClosed() async throws {
        let watch = try watch()
        let file = open(scratch.path("rules/half.yaml"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        try await expectSilence(watch) { #expect(write(file, "half", 4) == 4) }
        close(file)
    }

    @Test func tellsWhenAnOpenFileIsClosed() async throws {
        let watch = try watch()
        let file = open(scratch.path("rules/whole.yaml"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        #expect(write(file, "whole", 5) == 5)
        close(file)
        _ = try await changes.next()
        watch.cancel()
    }

    @Test func isSilentAboutReadingAndSubdirectoriesAndNeighbours() async throws {
        // A process that is being started may hold the file open a moment longer, so wait for its
        // closing.
        let earlier = try watch()
        try scratch.write("x", to: "rules/a.yaml")
        _ = try await changes.next()
        earlier.cancel()
        let watch = try watch()
        try await expectSilence(watch) {
            _ = try String(contentsOfFile: scratch.path("rules/a.yaml"), encoding: .utf8)
            try scratch.makeDirectory("rules/sub")
            try scratch.write("x", to: "rules/sub/b.yaml")
            try scratch.write("x", to: "neighbour")
            try scratch.makeDirectory("neighbours")
            try scratch.remove("neighbours")
        }
    }

    @Test func aBurstIsOneCall() async throws {
        let watch = try watch()
        try await burst {
            // Symlinks: the closing of a file is told late while a process that is being started
            // holds it.
            for index in 0..<200 {
                #expect(symlink("/dev/null", scratch.path("rules/\(index).yaml")) == 0)
            }
            for index in 0..<200 { try scratch.remove("rules/\(index).yaml") }
        }
        _ = try await changes.next()
        try await expectSilence(watch) {}
    }

    @Test func seesSeveralDirectories() async throws {
        try scratch.makeDirectory("more")
        let watch = try watch(["rules", "more", "missing"])
        try scratch.write("x", to: "more/a.yaml")
        _ = try await changes.next()
        try scratch.write("x", to: "rules/a.yaml")
        _ = try await changes.next()
        try scratch.makeDirectory("missing")
        _ = try await changes.next()
        try scratch.write("x", to: "missing/a.yaml")
        _ = try await changes.next()
        #expect(watch.unwatched.isEmpty)
    }

    @Test func seesADirectoryThatIsMadeLater() async throws {
        let watch = try watch(["one/two/three"])
        try await burst { try scratch.makeDirectory("one/two/three") }
        _ = try await changes.next()
        try scratch.write("x", to: "one/two/three/a.yaml")
        _ = try await changes.next()
        watch.cancel()
    }

    @Test func seesADirectoryThatIsMadeStepByStep() async throws {
        let watch = try watch(["one/two"])
        try scratch.makeDirectory("one")
        _ = try await changes.next()
        try scratch.makeDirectory("elsewhere/two")
        try scratch.move("elsewhere/two", to: "one/two")
        _ = try await changes.next()
        try scratch.write("x", to: "one/two/a.yaml")
        _ = try await changes.next()
        watch.cancel()
    }

    @Test func seesADirectoryThatIsRemovedAndMadeAgain() async throws {
        let watch = try watch()
        for _ in 0..<3 {
            try scratch.remove("rules")
            _ = try await changes.next()
            try scratch.makeDirectory("rules")
            _ = try await changes.next()
            try scratch.write("x", to: "rules/a.yaml")
            _ = try await changes.next()
        }
        watch.cancel()
    }

    @Test func seesTheRemovalOfADirectoryThatSomebodyHoldsOpen() async throws {
        let watch = try watch()
        let held = open(scratch.path("rules"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(held >= 0)
        defer { close(held) }
        try await burst {
            try scratch.remove("rules")
            try scratch.makeDirectory("rules")
        }
        _ = try await changes.next()
        try scratch.write("x", to: "rules/a.yaml")
        _ = try await changes.next()
        watch.cancel()
    }

    @Test func seesADirectoryThatIsReplaced() async throws {
        let watch = try watch()
        try scratch.makeDirectory("new")
        try await burst {
            try scratch.move("rules", to: "old")
            try scratch.move("new", to: "rules")
        }
        _ = try await changes.next()
        try await expectSilence(watch) { try scratch.write("x", to: "old/a.yaml") }
    }

    @Test func seesAParentThatIsMovedAway() async throws {
        try scratch.makeDirectory("outer/middle/rules")
        let watch = try watch(["outer/middle/rules"])
        try scratch.move("outer", to: "away")
        _ = try await changes.next()
        try scratch.makeDirectory("outer/middle/rules")
        _ = try await changes.next()
        try scratch.write("x", to: "outer/middle/rules/a.yaml")
        _ = try await changes.next()
        watch.cancel()
    }

    @Test func seesASymlinkThatIsTurnedElsewhere() async throws {
        try scratch.makeDirectory("one")
        try scratch.makeDirectory("two")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: scratch.path("link"), withDestinationPath: scratch.path("one"))
        let watch = try watch(["link"])
        try scratch.write("x", to: "one/a.yaml")
        _ = try await changes.next()
        try files.createSymbolicLink(
            atPath: scratch.path("new"), withDestinationPath: scratch.path("two"))
        #expect(rename(scratch.path("new"), scratch.path("link")) == 0)
        _ = try await changes.next()
        try scratch.write("x", to: "two/a.yaml")
        _ = try await changes.next()
        watch.cancel()
    }

    @Test func seesADirectoryInThePlaceOfAFile() async throws {
        try scratch.write("x", to: "place")
        let watch = try watch(["place"])
        try await burst {
            try scratch.remove("place")
            try scratch.makeDirectory("place")
        }
        _ = try await changes.next()
        try scratch.write("x", to: "place/a.yaml")
        _ = try await changes.next()
        watch.cancel()
    }

    @Test(.enabled(if: getuid() != 0, "root may read every directory"))
    func saysWhichDirectoryCannotBeWatched() throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o300], ofItemAtPath: scratch.path("rules"))
        let watch = try watch()
        #expect(watch.unwatched[scratch.path("rules")]?.code == EACCES)
    }

    @Test func isSilentAfterItsEnd() async throws {
        let watch = try watch()
        queue.suspend()
        try scratch.write("x", to: "rules/a.yaml")
        watch.cancel()
        queue.resume()
        queue.sync {}
        #expect(await changes.rest() == [])
    }
}
