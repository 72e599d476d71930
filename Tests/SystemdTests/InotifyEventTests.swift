import TestBus
import CSystemd
import Glibc
import Testing

@testable import Systemd

@Suite struct InotifyEventTests {
    /// An event as the kernel lays it out: watch, mask, cookie, length, and the name filled up with
    /// zeros.
    private func bytes(_ watch: Int32, _ mask: Int32, _ name: String) -> [UInt8] {
        let length = name.isEmpty ? 0 : (name.utf8.count / 16 + 1) * 16
        var bytes: [UInt8] = []
        for number in [UInt32(bitPattern: watch), UInt32(bitPattern: mask), 0, UInt32(length)] {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        bytes += Array(name.utf8)
        return bytes + Array(repeating: 0, count: length - name.utf8.count)
    }

    private func parse(_ bytes: [UInt8]) -> [InotifyEvent] {
        bytes.withUnsafeBytes { InotifyEvent.parse($0) }
    }

    @Test func readsEventsOneAfterTheOther() {
        let events = parse(
            bytes(1, IN_CLOSE_WRITE, "a.yaml") + bytes(2, IN_DELETE_SELF, "")
                + bytes(1, IN_MOVED_TO, "sixteen letters!"))
        #expect(events.map(\.watch) == [1, 2, 1])
        #expect(events.map(\.name) == ["a.yaml", "", "sixteen letters!"])
        #expect(events[0].has(IN_CLOSE_WRITE) && !events[0].has(IN_DELETE))
        #expect(events[1].has(IN_DELETE_SELF | IN_MOVE_SELF))
    }

    @Test func knowsTheOverflow() {
        let events = parse(bytes(-1, IN_Q_OVERFLOW, ""))
        #expect(events.map(\.watch) == [-1])
        #expect(events.allSatisfy { $0.has(IN_Q_OVERFLOW) })
    }

    @Test func leavesOutWhatIsCutOff() {
        let whole = bytes(1, IN_CREATE, "a")
        let two = whole + bytes(2, IN_CREATE, "b")
        for count in 0..<whole.count { #expect(parse(Array(two[..<count])) == []) }
        for count in whole.count..<two.count {
            #expect(parse(Array(two[..<count])).map(\.watch) == [1])
        }
    }

    @Test func survivesALengthThatPromisesTooMuch() {
        var event = bytes(1, IN_CREATE, "a")
        event.replaceSubrange(12..<16, with: [0xff, 0xff, 0xff, 0xff])
        #expect(parse(event) == [])
    }

    @Test func readsNamesThatAreNoText() {
        var event = bytes(1, IN_CREATE, "ab")
        event[16] = 0xff
        #expect(parse(event).map(\.name) == ["\u{fffd}b"])
    }

    @Test func readsAllThatWaitsOnADescriptor() throws {
        let scratch = try ScratchDirectory()
        let descriptor = inotify_init1(Int32(IN_NONBLOCK))
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        // Not IN_CLOSE_WRITE: a process that is being started holds the file open for a moment
        // longer.
        try #require(inotify_add_watch(descriptor, scratch.path, UInt32(IN_CREATE)) >= 0)
        #expect(InotifyEvent.readAll(from: descriptor) == [])
        // More than one buffer of 64 KiB: 3,000 events of 48 bytes.
        for index in 0..<3000 { try scratch.write("", to: "name-of-a-file-\(index % 2)-\(index)") }
        #expect(InotifyEvent.readAll(from: descriptor).count == 3000)
        #expect(InotifyEvent.readAll(from: descriptor) == [])
    }
}
