import TestBus
import CSystemd
import Foundation
import Glibc
import Testing

@testable import Systemd

@Suite final class WatchListTests {
    private let scratch: ScratchDirectory
    private let descriptor: Int32

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.makeDirectory("rules")
        descriptor = inotify_init1(Int32(IN_NONBLOCK))
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
    }

    private func list() -> WatchList {
        var list = WatchList(directories: [scratch.path("rules")])
        list.rebuild(on: descriptor)
        return list
    }

    private func event(_ mask: Int32, _ name: String, watch: Int32) -> InotifyEvent {
        InotifyEvent(watch: watch, mask: UInt32(bitPattern: mask), name: name)
    }

    /// The watch descriptor that events of the directory's entries carry.
    private func entriesWatch() throws -> Int32 {
        try scratch.write("x", to: "rules/probe")
        let events = InotifyEvent.readAll(from: descriptor)
        return try #require(events.first { $0.name == "probe" }).watch
    }

    @Test func lostEventsReshape() {
        #expect(list().effect(of: event(IN_Q_OVERFLOW, "", watch: -1)) == .reshaped)
    }

    @Test func eventsOfFormerWatchesMeanNothing() {
        #expect(list().effect(of: event(IN_DELETE_SELF, "", watch: 9999)) == .none)
        #expect(list().effect(of: event(IN_CLOSE_WRITE, "a", watch: 9999)) == .none)
    }

    @Test func theDirectorysOwnEndReshapes() throws {
        let list = list()
        let watch = try entriesWatch()
        for mask in [IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT, IN_IGNORED] {
            #expect(list.effect(of: event(mask, "", watch: watch)) == .reshaped)
        }
    }

    @Test func entriesChangeTheDirectory() throws {
        let list = list()
        let watch = try entriesWatch()
        for mask in [IN_CLOSE_WRITE, IN_MOVED_FROM, IN_MOVED_TO, IN_DELETE] {
            #expect(list.effect(of: event(mask, "a", watch: watch)) == .changed)
            #expect(list.effect(of: event(mask | IN_ISDIR, "a", watch: watch)) == .none)
        }
    }

    @Test func aNewFileCountsWhenItIsWhole() throws {
        let list = list()
        let watch = try entriesWatch()
        try scratch.write("x", to: "rules/file")
        #expect(list.effect(of: event(IN_CREATE, "file", watch: watch)) == .none)
        #expect(link(scratch.path("rules/file"), scratch.path("rules/second")) == 0)
        #expect(list.effect(of: event(IN_CREATE, "second", watch: watch)) == .changed)
        #expect(symlink("/dev/null", scratch.path("rules/link")) == 0)
        #expect(list.effect(of: event(IN_CREATE, "link", watch: watch)) == .changed)
        #expect(list.effect(of: event(IN_CREATE, "gone", watch: watch)) == .none)
    }

    @Test func rebuildingLeavesNoWatchBehind() throws {
        var list = list()
        for _ in 0..<50 { list.rebuild(on: descriptor) }
        let information = try String(
            contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        let watches = information.split(separator: "\n").filter { $0.hasPrefix("inotify wd:") }
        // One for each step of the path.
        #expect(watches.count == WatchedPath(scratch.path("rules")).components.count)
    }

    @Test func aMissingDirectoryIsNoFailure() {
        var list = WatchList(directories: [scratch.path("missing/rules")])
        list.rebuild(on: descriptor)
        #expect(list.failures.isEmpty)
    }

    @Test func withoutADescriptorEverythingFails() {
        var list = WatchList(directories: [scratch.path("rules"), scratch.path("missing")])
        list.rebuild(on: -1)
        #expect(list.failures.values.map(\.code) == [EBADF, EBADF])
        #expect(list.effect(of: event(IN_CLOSE_WRITE, "a", watch: -1)) == .none)
    }
}
