import TestBus
import Dispatch
import Glibc
import Testing

@testable import soteria_agent

/// The watch of frozen units, with directories in place of control groups. A process of the tests
/// is in none of them, so that it counts as moved out.
@Suite(.timeLimit(.minutes(30))) struct FrozenWatchTests {
    private let scratch: ScratchDirectory
    private let queue = DispatchQueue(label: "frozen")
    private let changes = Mailbox<String>()

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func watch() -> FrozenWatch {
        let changes = changes
        return FrozenWatch(queue: queue) { changes.post($0) }
    }

    /// A unit with these processes.
    private func unit(
        _ name: String, _ processes: [Int32], isFrozen: Bool = true
    ) throws -> AppUnit {
        try scratch.makeDirectory(name)
        try scratch.write("populated 1\nfrozen 1\n", to: "\(name)/cgroup.events")
        try scratch.write(isFrozen ? "1\n" : "0\n", to: "\(name)/cgroup.freeze")
        let lines = processes.map { "\($0)\n" }.joined()
        try scratch.write(lines, to: "\(name)/cgroup.procs")
        return AppUnit(name: name, ids: ["game"], controlGroup: scratch.path(name))
    }

    @Test("A change of a group is told under the unit's name until the watch ends")
    func changes() async throws {
        let watch = watch()
        for name in ["a.scope", "_b.scope", "c.scope"] {
            #expect(watch.add(try unit(name, [])))
        }
        #expect(watch.names == ["_b.scope", "a.scope", "c.scope"])
        #expect(TextFile.write("p", to: scratch.path("_b.scope/cgroup.events")))
        #expect(try await changes.next() == "b.scope")
        watch.remove("c.scope")
        #expect(TextFile.write("p", to: scratch.path("c.scope/cgroup.events")))
        #expect(TextFile.write("p", to: scratch.path("a.scope/cgroup.events")))
        #expect(try await changes.next() == "a.scope")
        watch.remove("a.scope")
        watch.remove("_b.scope")
        watch.remove("never.scope")
        #expect(watch.isEmpty)
    }

    @Test("What was thawed before the watch began is told")
    func thawedBefore() throws {
        #expect(!watch().add(try unit("a.scope", [], isFrozen: false)))
    }

    @Test("Without inotify, no unit is certain to stay frozen, and a look tells that it is thawed")
    func unreported() throws {
        let watch = FrozenWatch(files: nil)
        #expect(!watch.add(try unit("a.scope", [])))
        #expect(!watch.isThawed("a.scope"))
        try scratch.write("0\n", to: "a.scope/cgroup.freeze")
        #expect(watch.isThawed("a.scope"))
        #expect(!watch.isThawed("never.scope"))
    }

    @Test("A process that is no longer in the group is moved back")
    func movedBack() throws {
        let watch = watch()
        _ = watch.add(try unit("a.scope", [getpid()]))
        _ = watch.add(try unit("b.scope", []))
        // One that ended was not moved.
        _ = watch.add(try unit("c.scope", [Int32.max]))
        try scratch.write("", to: "a.scope/cgroup.procs")
        let names = ["a.scope", "b.scope", "c.scope"].filter { watch.returnMoved(to: $0) }
        #expect(names == ["a.scope"])
        #expect(TextFile.read(scratch.path("a.scope/cgroup.procs")) == "\(getpid())")
    }

    @Test("A process that outlives its group is left over")
    func leftOver() throws {
        let watch = watch()
        let gone = try unit("a.scope", [getpid(), Int32.max])
        _ = watch.add(gone)
        _ = watch.add(try unit("c.scope", [Int32.max]))
        for file in ["cgroup.events", "cgroup.freeze", "cgroup.procs"] {
            unlink(scratch.path("a.scope/\(file)"))
        }
        #expect(!watch.returnMoved(to: "a.scope"))
        let left = try #require(watch.leftovers(of: "a.scope"))
        #expect(left.unit == gone)
        #expect(left.processes == [getpid()])
        #expect(watch.leftovers(of: "c.scope") == nil)
        #expect(watch.leftovers(of: "never.scope") == nil)
    }
}
