import TestBus
import Glibc
import Testing

@testable import soteria_agent

/// By which facts a unit is one that the session cannot do without.
struct SessionEssentialsTests {
    @Test(
        "What it means to listen at a path",
        arguments: [
            ("/run/user/1000/wayland-0", .compositor), ("/run/user/1000/wayland-12", .compositor),
            ("@/tmp/.X11-unix/X0", .compositor), ("/tmp/.X11-unix/X1", .compositor),
            ("/run/user/1000/pulse/native", .audio), ("/run/user/1000/pipewire-0", .audio),
            ("/run/user/1000/pipewire-0-manager", .audio),
            ("/run/user/1000/bus", nil), ("/run/user/1000/wayland-0.lock", nil),
            ("/run/user/1000/wayland-", nil), ("/tmp/.X11-unix/", nil), ("/tmp/X0", nil),
            ("/run/user/1000/wayland-0/x", nil), ("", nil), ("@", nil), ("/", nil),
        ] as [(String, Exemption?)])
    func sockets(_ path: String, _ meaning: Exemption?) {
        #expect(SessionEssentials.meaning(ofSocket: path) == meaning)
    }

    @Test("The kernel's table: only those who listen count, connections to them do not")
    func table() {
        let table = """
            Num       RefCount Protocol Flags    Type St Inode Path
            0000000000000000: 00000002 00000000 00010000 0001 01 20331 /run/user/1000/wayland-0
            0000000000000000: 00000003 00000000 00000000 0001 03 20332 /run/user/1000/wayland-0
            0000000000000000: 00000003 00000000 00000000 0001 03 20333
            0000000000000000: 00000002 00000000 00010000 0001 01 20334 @/tmp/.X11-unix/X0
            0000000000000000: 00000002 00000000 00010000 0001 01 20335 /run/user/1000/pulse/native
            0000000000000000: 00000002 00000000 00010000 0001 01 20336 /run/user/1000/bus
            0000000000000000: 00000002 00000000 00010000 0001 01 x /run/user/1000/wayland-1
            cut off /run/user/1000/wayland-2
            """
        #expect(
            SessionEssentials.listeners(inTable: Array(table.utf8))
                == [20331: .compositor, 20334: .compositor, 20335: .audio])
        #expect(SessionEssentials.listeners(inTable: []).isEmpty)
    }

    @Test("A socket that listens here is found in the kernel's own table")
    func ownSocket() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("wayland-7")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        try #require(listen(descriptor, 1) == 0)
        let essentials = SessionEssentials.current(owners: [:])
        let found = ProcessTable.openFiles(of: getpid())
            .compactMap { UnitInspection.meaning(of: $0, essentials) }
        #expect(found.contains(.compositor))
        #expect(essentials.ancestors.contains(getpid()))
        #expect(essentials.ancestors.contains(getppid()))
    }

    @Test("Leaders of the user's own sessions, from logind's files")
    func leaders() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("# private\nUID=1000\nUSER=a\nLEADER=4711\n", to: "2")
        try scratch.write("UID=1001\nLEADER=4712\n", to: "3")
        try scratch.write("UID=1000\nLEADER=x\n", to: "4")
        try scratch.write("LEADER=4713\n", to: "5")
        try #require(mkfifo(scratch.path("2.ref"), 0o600) == 0)
        try #require(mkfifo(scratch.path("6"), 0o600) == 0)
        #expect(SessionEssentials.leaders(in: scratch.path, of: 1000) == [4711])
        #expect(SessionEssentials.leaders(in: scratch.path("none"), of: 1000).isEmpty)
    }

    @Test(
        "What open descriptors mean",
        arguments: [
            ("/dev/ptmx", .terminal), ("/dev/pts/ptmx", .terminal), ("/dev/fuse", .fileSystem),
            ("socket:[7]", .audio), ("socket:[8]", nil), ("socket:[", nil), ("socket:[x]", nil),
            ("/dev/pts/3", nil), ("/dev/null", nil), ("", nil), ("/home/a/dev/ptmx", nil),
        ] as [(String, Exemption?)])
    func descriptors(_ file: String, _ meaning: Exemption?) {
        #expect(
            UnitInspection.meaning(of: file, SessionEssentials(listeners: [7: .audio])) == meaning)
    }

    @Test(
        "Names of the session bus",
        arguments: [
            ("org.freedesktop.portal.Desktop", .portal),
            ("org.freedesktop.impl.portal.desktop.gtk", .portal),
            ("org.freedesktop.Notifications", .notifications), ("org.gnome.Shell", .compositor),
            ("org.kde.ksmserver", .session), ("org.freedesktop.portals", nil), (":1.7", nil),
            ("org.example.Game", nil), ("org.gnome.ShellOther", nil),
        ] as [(String, Exemption?)])
    func names(_ name: String, _ meaning: Exemption?) {
        #expect(NameOwners.meaning(of: name) == meaning)
    }

    /// A unit of this very process, in a group of files.
    private static func inspected(
        _ process: Int32, _ essentials: SessionEssentials, frozen: String = "0"
    ) throws -> UnitFacts? {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectory("below/deeper")
        try scratch.write("", to: "cgroup.procs")
        try scratch.write("\(process)\n", to: "below/deeper/cgroup.procs")
        try scratch.write("", to: "below/cgroup.procs")
        try scratch.write(frozen + "\n", to: "cgroup.freeze")
        let unit = AppUnit(name: "app-x-a-1.scope", ids: ["a"], controlGroup: scratch.path)
        return UnitInspection.facts(of: unit, essentials)
    }

    @Test("Facts are read from the group and all below it")
    func facts() throws {
        let facts = try Self.inspected(getpid(), SessionEssentials(), frozen: "1")
        let executables = try #require(UnitInspection.executables(of: [getpid()]))
        #expect(executables.first?.path.hasPrefix("/") == true)
        #expect(executables.first?.file != nil)
        #expect(facts?.executables == executables)
        // One that has ended meanwhile is none.
        #expect(UnitInspection.executables(of: [getpid(), Int32.max]) == executables)
        #expect(ProcessTable.program(of: Int32.max) == .ended)
        #expect(facts?.isFrozen == true)
        #expect(try Self.inspected(getpid(), SessionEssentials())?.isFrozen == false)
    }

    @Test("A process that is gone, or none at all, says nothing of what runs")
    func illegible() throws {
        let facts = try Self.inspected(Int32.max, SessionEssentials())
        #expect(facts != nil)
        #expect(facts?.executables == nil)
        let unit = AppUnit(name: "x.scope", ids: [], controlGroup: "/nowhere")
        #expect(UnitInspection.facts(of: unit, SessionEssentials()) == nil)
    }

    @Test("The agent's ancestors, session leaders and owners of names are found by number")
    func numbers() throws {
        let process = getpid()
        #expect(
            try Self.inspected(process, SessionEssentials(ancestors: [process]))?.exemption
                == .agent)
        #expect(
            try Self.inspected(process, SessionEssentials(leaders: [process]))?.exemption
                == .session)
        #expect(
            try Self.inspected(process, SessionEssentials(owners: [process: .portal]))?.exemption
                == .portal)
    }

    @Test("A unit within which the agent itself lies is never touched")
    func agentsOwn() {
        let group = ControlGroup(path: "/sys/fs/cgroup/a.slice/b.service")
        #expect(group.contains(ControlGroup(path: group.path)))
        #expect(group.contains(ControlGroup(path: group.path + "/c")))
        #expect(!group.contains(ControlGroup(path: group.path + "x")))
        #expect(!group.contains(ControlGroup(path: "/sys/fs/cgroup/a.slice")))
    }

    @Test("A terminal that is open here is found in this process")
    func terminal() throws {
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let files = ProcessTable.openFiles(of: getpid())
        #expect(files.contains { UnitInspection.meaning(of: $0, SessionEssentials()) == .terminal })
    }
}
