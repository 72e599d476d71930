import TestBus
import Glibc
import Testing

@testable import soteria_agent

/// Which processes of a unit say which app it is.
@Suite(.timeLimit(.minutes(30))) struct UnitInspectionTests {
    private static func entry(
        _ process: Int32, in parent: Int32, start: UInt64 = 0
    ) -> ProcessEntry {
        let start = start == 0 ? UInt64(process) : start
        return ProcessEntry(
            identity: ProcessIdentity(process: process, start: start), parent: parent,
            hasTerminal: false)
    }

    /// The leading processes' numbers; `scripts` are shells that run scripts.
    private static func leaders(
        _ entries: [ProcessEntry], scripts: Set<Int32> = []
    ) -> [Int32] {
        UnitInspection.leaders(among: entries) { scripts.contains($0.identity.process) }
            .map(\.identity.process).sorted()
    }

    @Test("The first process leads; children and helpers that left their parents do not")
    func helpers() {
        let browser = [
            Self.entry(12, in: 1), Self.entry(10, in: 1), Self.entry(11, in: 10),
            Self.entry(13, in: 11), Self.entry(14, in: 1),
        ]
        #expect(Self.leaders(browser) == [10])
        #expect(Self.leaders(browser.reversed()) == [10])
        #expect(Self.leaders([]) == [])
    }

    @Test("The first is told by its start, since numbers are used again")
    func startTimes() {
        #expect(
            Self.leaders([Self.entry(5, in: 1, start: 900), Self.entry(30_000, in: 1, start: 800)])
                == [30_000])
    }

    @Test("In place of a shell lead the processes that its script started, of all shells")
    func scripts() {
        let script = [
            Self.entry(10, in: 1), Self.entry(11, in: 10), Self.entry(12, in: 11),
            Self.entry(13, in: 11), Self.entry(14, in: 12),
        ]
        #expect(Self.leaders(script, scripts: [10]) == [11])
        #expect(Self.leaders(script, scripts: [10, 11]) == [12, 13])
        // A shell that started nothing leads itself, and one below another program says nothing.
        #expect(Self.leaders([Self.entry(10, in: 1)], scripts: [10]) == [10])
        #expect(Self.leaders(script, scripts: [11, 12]) == [10])
    }

    @Test("Processes that seem to be each other's parents end no loop")
    func circle() {
        let circle = [Self.entry(9, in: 1), Self.entry(10, in: 9), Self.entry(11, in: 10)]
        var strange = circle
        strange.append(Self.entry(9, in: 11, start: 20))
        #expect(Self.leaders(strange, scripts: [9, 10, 11]).count <= 1)
    }

    @Test("This process and its file are found under another name")
    func file() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("x", to: "a")
        try #require(link(scratch.path("a"), scratch.path("hard")) == 0)
        try #require(symlink(scratch.path("a"), scratch.path("soft")) == 0)
        try scratch.write("x", to: "copy")
        let file = try #require(ProcessTable.resolved(scratch.path("a"))?.file)
        #expect(ProcessTable.resolved(scratch.path("hard"))?.file == file)
        #expect(ProcessTable.resolved(scratch.path("soft"))?.file == file)
        #expect(ProcessTable.resolved(scratch.path("soft"))?.path == scratch.path("a"))
        #expect(ProcessTable.resolved(scratch.path("copy"))?.file != file)
        #expect(ProcessTable.resolved(scratch.path("none")) == nil)
        let own = try #require(ProcessTable.entry(of: getpid()))
        #expect(own.identity.process == getpid() && own.parent == getppid())
        #expect(own.identity.start > 0)
        #expect(ProcessTable.identity(of: Int32.max) == nil)
    }

    @Test("The opening of a watched file is told")
    func opening() async throws {
        let scratch = try ScratchDirectory()
        try scratch.write("x", to: "a")
        let opened = Mailbox<Bool>()
        let found = Mailbox<[String: Executable]>()
        let inspector = Inspector()
        inspector.watchOpening { opened.post(true) }
        inspector.resolve([scratch.path("a"), scratch.path("none")]) { found.post($0) }
        #expect(try await found.next().keys.sorted() == [scratch.path("a")])
        close(open(scratch.path("a"), O_RDONLY))
        #expect(try await opened.next())
    }
}
