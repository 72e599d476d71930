import TestBus
import API
import Synchronization
import Systemd
import Testing

@testable import soteria_agent

/// The agent with a daemon, and without a manager or a bus: it is never begun, so that it touches
/// nobody's session.
@Suite(.timeLimit(.minutes(30)))
struct AgentTests {
    private static let state = ProtectionAPI.TargetState(
        target: "games", name: "Games", blocked: true, strict: false,
        until: "2999-11-21T22:30:00+01:00", restrictions: [], monitored: true, sites: 0, apps: 1)
    private static let places = TargetsAPI.Places.target("games", apps: ["game"])
    private static let game = AppBench.unit("app-x-game-1.scope")

    private static func agent(_ daemon: DaemonStandIn) throws -> Agent {
        let environment = ["RUNTIME_DIRECTORY": daemon.scratch.path]
        let settings = try Settings(
            socket: daemon.address.path, variable: { environment[$0] }, watchdog: nil)
        return try Agent(settings, journal: Journal { _ in })
    }

    private static func connected() async throws -> (DaemonStandIn, Agent) {
        let daemon = try DaemonStandIn(state, places)
        let agent = try agent(daemon)
        await agent.read { $0.connections.begin($0) }
        while await !agent.read({ $0.isConnected && $0.apps.enforcer.hasPlaces }) {
            await Task.yield()
        }
        return (daemon, agent)
    }

    @Test("What the daemon says is known, and its loss too")
    func follows() async throws {
        let (daemon, agent) = try await Self.connected()
        let standing = await agent.read { $0.apps.enforcer.blockedTargets.blocks["games"] }
        #expect(standing != nil)
        #expect(standing?.time == "22:30")
        #expect((standing?.until ?? .zero) > agent.now)
        #expect(await agent.statusText == "Connected; nothing is paused")
        daemon.stop()
        while await agent.isConnected { await Task.yield() }
        #expect(await agent.statusText == "Waiting for the daemon; nothing is paused")
        #expect(await agent.read { $0.apps.enforcer.blockedTargets.missingSince } != nil)
        await agent.read { $0.connections.end() }
    }

    @Test("A blocked app that begins is an attempt at the daemon")
    func attempts() async throws {
        let (daemon, agent) = try await Self.connected()
        agent.enter { $0.handle(.appeared(Self.game)) }
        #expect(try await daemon.attempts.next() == "game")
        await agent.read { $0.connections.end() }
    }

    @Test("Decisions: a block, another end, and open again")
    func decisions() async throws {
        let daemon = try DaemonStandIn(Self.state, Self.places)
        let agent = try Self.agent(daemon)
        let decision = { (verdict: ProtectionAPI.Verdict, until: String?) in
            ProtectionAPI.Monitor.Reply(
                decision: ProtectionAPI.Decision(
                    sequence: 1, at: "2026-11-21T22:00:00Z", target: "late", name: "Late",
                    verdict: verdict, restrictions: [], until: until, cause: .schedule))
        }
        for (verdict, until, time) in [
            (ProtectionAPI.Verdict.block, "2999-01-01T06:30:00Z", "06:30"),
            (.update, "2999-01-01T07:30:00Z", "07:30"), (.update, "soon", nil),
            (.update, nil, nil),
        ] as [(ProtectionAPI.Verdict, String?, String?)] {
            await agent.handle(
                Subscription<ProtectionAPI.Monitor>.Event.reply(decision(verdict, until)))
            let standing = await agent.read { $0.apps.enforcer.blockedTargets.blocks["late"] }
            #expect(standing != nil)
            #expect(standing?.time == time)
            #expect((standing?.until != nil) == (time != nil))
        }
        await agent.handle(Subscription<ProtectionAPI.Monitor>.Event.reply(decision(.unblock, nil)))
        #expect(await agent.read { $0.apps.enforcer.blockedTargets.blocks["late"] } == nil)
    }

    @Test("The end: said in the journal, once, and what is left is named")
    func ends() async throws {
        let daemon = try DaemonStandIn(Self.state, Self.places)
        let entries = Entries()
        let settings = try Settings(
            socket: daemon.address.path,
            variable: { $0 == "RUNTIME_DIRECTORY" ? daemon.scratch.path : nil }, watchdog: nil)
        let agent = try Agent(settings, journal: Journal { entry in entries.add(entry) })
        let ended = Mailbox<Bool>()
        await agent.stop { ended.post(true) }
        await agent.stop { ended.post(false) }
        #expect(try await ended.next())
        #expect(entries.all.map(\.messageID) == [EntryKind.stopped.id])
        #expect(entries.all.first?.fields["SOTERIA_UNITS"] == "none")
        #expect(await ended.rest().isEmpty)
    }

    @Test("What a former agent left is on record until it is known whether it is blocked")
    func record() async throws {
        let daemon = try DaemonStandIn(Self.state, Self.places)
        try daemon.scratch.write(
            "+ \(Self.game.name) \(Self.game.controlGroup)\n", to: "frozen")
        let agent = try Self.agent(daemon)
        await agent.read { $0.handle(.recorded($0.apps.record.units)) }
        await agent.handle(.listed([Self.game.name]))
        #expect(await agent.read { $0.apps.record.units } == [Self.game.name])
        await agent.handle(.listed([]))
        #expect(await agent.read { $0.apps.record.units }.isEmpty)
        #expect(TextFile.read(daemon.scratch.path("frozen")) == "")
    }

    @Test("Without inotify, a start is not held, and the next check finds that it was thawed")
    func withoutInotify() async throws {
        let (daemon, agent) = try await Self.connected()
        defer { daemon.stop() }
        let name = Self.game.name
        try daemon.scratch.makeDirectory(name)
        try daemon.scratch.write("1\n", to: "\(name)/cgroup.freeze")
        try daemon.scratch.write("", to: "\(name)/cgroup.procs")
        let path = daemon.scratch.path(name)
        await agent.read { agent in
            let began = agent.now
            agent.apps.watch = FrozenWatch(files: nil)
            agent.handle(.appeared(AppUnit(name: name, ids: ["game"], controlGroup: path)))
            agent.handle(.inspected(name, UnitFacts()))
            agent.handle(.froze(name, .done))
            agent.handle(.inspected(name, UnitFacts(isFrozen: true, startedAt: began)))
            #expect(agent.apps.enforcer.heldStarts.holds(app: "game"))
        }
        // The watch begins after what waits already.
        while await agent.read({ $0.apps.watch?.needsChecks != true }) { await Task.yield() }
        await agent.read { agent in
            #expect(agent.apps.enforcer.heldStarts.isEmpty, "a thaw could go unnoticed")
            while agent.apps.enforcer.units[name]?.isInspecting == true {
                agent.handle(.inspected(name, UnitFacts(isFrozen: true)))
            }
            #expect(TextFile.write("0\n", to: path + "/cgroup.freeze"))
            agent.returnMoved()
            #expect(agent.apps.enforcer.units[name]?.isInspecting == true)
        }
        await agent.read { $0.connections.end() }
    }

    @Test("What stands on a lost record cannot be opened: the agent does not start")
    func noRecord() throws {
        let settings = try Settings(
            socket: "/none", variable: { $0 == "RUNTIME_DIRECTORY" ? "/nowhere/at/all" : nil },
            watchdog: nil)
        #expect(throws: SystemError.self) { try Agent(settings, journal: Journal { _ in }) }
    }

    private final class Entries: Sendable {
        private let entries = Mutex<[JournalEntry]>([])

        var all: [JournalEntry] { entries.withLock { $0 } }

        func add(_ entry: JournalEntry) { entries.withLock { $0.append(entry) } }
    }
}

extension Agent {
    /// Something of the agent's, on its queue.
    func read<Value: Sendable>(
        _ body: @Sendable (isolated Agent) -> Value
    ) -> Value {
        body(self)
    }
}
