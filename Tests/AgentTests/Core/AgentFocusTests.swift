import API
import Glibc
import Synchronization
import Systemd
import TestBus
import Testing
import Varlink

@testable import soteria_agent

/// The agent with a desktop that tests play.
@Suite(.timeLimit(.minutes(30)))
struct AgentFocusTests {
    /// A source that reports what a test says.
    private final class PlayedSource: FocusSource {
        let report: @Sendable (FocusReport) -> Void
        let windows = Mutex<[FrontWindow]>([])
        let limits = Mutex<[Int]>([])

        init(_ report: @escaping @Sendable (FocusReport) -> Void) { self.report = report }

        func begin() {
            report(
                .ready(FocusAbilities(reportsFront: true, reportsIdle: true, putsAway: true)))
        }

        func end() {}

        func putAway(_ window: FrontWindow) { windows.withLock { $0.append(window) } }

        func setAway(after seconds: Int) { limits.withLock { $0.append(seconds) } }
    }

    private final class Collected: Sendable {
        let entries = Mutex<[JournalEntry]>([])
        let source = Mutex<PlayedSource?>(nil)
    }

    private static let game = AppBench.unit("app-x-game-1.scope")
    private static let window = FrontWindow(app: "Game")

    /// An agent whose one source answers, with a daemon whose target is open.
    private static func begun() async throws -> (DaemonStandIn, Agent, PlayedSource, Collected) {
        let state = ProtectionAPI.TargetState(
            target: "games", name: "Games", blocked: false, strict: false, restrictions: [],
            monitored: true, sites: 0, apps: 1)
        let daemon = try DaemonStandIn(state, .target("games", apps: ["game"]))
        let collected = Collected()
        let settings = try Settings(
            socket: daemon.address.path,
            variable: { $0 == "RUNTIME_DIRECTORY" ? daemon.scratch.path : nil }, watchdog: nil)
        let focus = FocusState { _, _, report in
            let source = PlayedSource(report)
            collected.source.withLock { $0 = source }
            return source
        }
        let journal = Journal { entry in collected.entries.withLock { $0.append(entry) } }
        let agent = try Agent(settings, journal: journal, focus: focus)
        await agent.read { $0.connections.begin($0) }
        while await !agent.read({ $0.isConnected && $0.apps.enforcer.hasPlaces }) {
            await Task.yield()
        }
        await agent.read { agent in
            agent.handle(.daemonCame)
            agent.handle(.candidates([FocusCandidate(kind: .sway)]))
        }
        while await agent.read({ $0.focus.choice.selection.front == nil }) { await Task.yield() }
        let source = try #require(collected.source.withLock { $0 })
        return (daemon, agent, source, collected)
    }

    @Test("The app in front is used, and the journal does not say which it is")
    func used() async throws {
        let (daemon, agent, source, collected) = try await Self.begun()
        source.report(.event(.front(Self.window)))
        #expect(try await daemon.used.next() == "game", "without a unit, by its name")
        source.report(.lost("its end"))
        while await agent.read({ $0.focus.choice.selection.front != nil }) { await Task.yield() }
        #expect(await agent.read { $0.focus.window } == nil)
        let entries = collected.entries.withLock { $0 }
        let sources = entries.filter { $0.messageID == EntryKind.focusChanged.id }
        #expect(sources.map { $0.fields["SOTERIA_SOURCE"] } == ["sway", "estimate"])
        #expect(!entries.contains { $0.message.lowercased().contains("game") })
        await agent.read { $0.connections.end() }
    }

    @Test("The daemon is told the sources, and says when the person is away")
    func sources() async throws {
        let (daemon, agent, source, _) = try await Self.begun()
        defer { daemon.stop() }
        // Before any source answers, and again once one does.
        var told = ""
        while told != "sway sway false" { told = try await daemon.sources.next() }
        #expect(await agent.read { $0.focus.awayAfter } == .seconds(300))
        await agent.read { $0.setAway(after: .seconds(60)) }
        await agent.read { $0.setAway(after: .seconds(60)) }
        #expect(source.limits.withLock { $0 } == [60], "told once")
        source.report(.lost("its end"))
        while !told.hasPrefix("estimate ") { told = try await daemon.sources.next() }
        #expect(told.hasSuffix(" true"))
        await agent.read { $0.connections.end() }
    }

    @Test("While nothing tells the window in front, a start of a program leads to another look")
    func looks() async throws {
        let (daemon, agent, source, _) = try await Self.begun()
        defer { daemon.stop() }
        await agent.read { agent in
            agent.lookForDisplayIfMissing()
            #expect(agent.focus.looksAt == nil)
        }
        source.report(.lost("its end"))
        while await agent.read({ $0.focus.choice.selection.front != nil }) { await Task.yield() }
        let later = await agent.read { agent in
            agent.lookForDisplayIfMissing()
            return agent.focus.looksAt
        }
        let moment = try #require(later)
        await agent.read { agent in
            #expect(agent.focusDeadline.map { $0 <= moment } == true)
            agent.runDueFocusWork(at: moment)
            #expect(agent.focus.looksAt == nil)
        }
        await agent.read { $0.connections.end() }
    }

    @Test("A window that was in front before the rules named its app is looked at again")
    func placesLater() async throws {
        let (daemon, agent, source, _) = try await Self.begun()
        defer { daemon.stop() }
        // A process that is none of the machine's apps: the tests.
        let window = FrontWindow(app: "org.example.Late", process: getpid())
        source.report(.event(.front(window)))
        while await agent.read({ $0.focus.window == nil }) { await Task.yield() }
        await agent.read { agent in
            #expect(agent.focus.adoption.pending.isEmpty)
            var places = PlaceIndex()
            places.add(.target("late", apps: ["org.example.Late"]))
            agent.handle(Enforcer.Input.places(places))
            #expect(agent.focus.adoption.pending.keys.contains(getpid()))
        }
        await agent.read { $0.connections.end() }
    }

    @Test("The source that was chosen for idleness may know that nothing is in front")
    func locked() {
        var state = FocusState { _, _, _ in nil }
        let sway = FocusCandidate(kind: .sway)
        let wayland = FocusCandidate(kind: .wayland)
        _ = state.choice.handle(.candidates([sway, wayland]), at: .zero)
        _ = state.choice.handle(.answered(sway, FocusAbilities(reportsFront: true)), at: .zero)
        _ = state.choice.handle(.answered(wayland, FocusAbilities(reportsIdle: true)), at: .zero)
        #expect(state.choice.selection.idle == wayland)
        let source = PlayedSource { _ in }
        state.sources[sway] = FocusState.Connected(source: source, window: Self.window)
        state.sources[wayland] = FocusState.Connected(source: source)
        #expect(state.reportedWindow == Self.window)
        state.sources[wayland]?.seesNone = true
        #expect(state.reportedWindow == nil)
    }

    @Test("A unit that comes after its window is found, and put away when it is blocked")
    func putAway() async throws {
        let (daemon, agent, source, _) = try await Self.begun()
        defer { daemon.stop() }
        source.report(.event(.front(Self.window)))
        while await agent.read({ $0.focus.window == nil }) { await Task.yield() }
        let isAway = await agent.read { agent in
            agent.handle(.found(Self.game))
            #expect(agent.apps.enforcer.front == Self.game.name)
            agent.handle(.decided("games", BlockedTargets.Block()))
            // In place of an inspection of what there is not.
            agent.handle(.inspected(Self.game.name, UnitFacts()))
            return agent.apps.enforcer.units[Self.game.name]?.step == .running
        }
        #expect(isAway, "not frozen before it has left the front")
        #expect(source.windows.withLock { $0 } == [Self.window])
        await agent.read { $0.connections.end() }
    }

    @Test("A unit that comes while a window in front may be its own has had a window")
    func windowOfEither() async throws {
        let (daemon, agent, source, _) = try await Self.begun()
        defer { daemon.stop() }
        source.report(.event(.front(Self.window)))
        while await agent.read({ $0.focus.window == nil }) { await Task.yield() }
        let other = AppBench.unit("app-x-game-2.scope")
        await agent.read { agent in
            for unit in [Self.game, other] { agent.handle(.found(unit)) }
            #expect(agent.focus.place.candidates == [Self.game.name, other.name])
            #expect(agent.apps.enforcer.units[other.name]?.hadWindow == true)
            agent.handle(.gone(Self.game.name))
            #expect(agent.focus.place == WindowPlace(unit: other.name))
        }
        await agent.read { $0.connections.end() }
    }

    @Test("Of an app behind others, its last window in front is put away, or any of its name")
    func putAwayBehind() async throws {
        let (daemon, agent, source, _) = try await Self.begun()
        defer { daemon.stop() }
        let other = AppBench.unit("app-x-game-2.scope")
        await agent.read { $0.handle(.found(Self.game)) }
        source.report(.event(.front(Self.window)))
        while await agent.read({ $0.apps.enforcer.front == nil }) { await Task.yield() }
        source.report(.event(.front(nil)))
        while await agent.read({ $0.apps.enforcer.front != nil }) { await Task.yield() }
        await agent.read { agent in
            agent.handle(.found(other))
            agent.handle(.decided("games", BlockedTargets.Block()))
            // In place of an inspection of what there is not.
            for unit in [Self.game, other] { agent.handle(.inspected(unit.name, UnitFacts())) }
            #expect(source.windows.withLock { $0 } == [Self.window, FrontWindow(app: "game")])
            #expect(agent.focus.windows.count == 1)
            agent.handle(.gone(Self.game.name))
            #expect(agent.focus.windows.isEmpty, "forgotten with its unit")
        }
        await agent.read { $0.connections.end() }
    }

    @Test(
        "A name that cannot be watched is tried again later",
        .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
    func names() async throws {
        let (daemon, agent, _, _) = try await Self.begun()
        defer { daemon.stop() }
        let first = try PrivateBus()
        let broken = try Bus(address: first.address, on: agent.executor)
        await broken.close()
        let second = try PrivateBus()
        let bus = try Bus(address: second.address, on: agent.executor)
        await agent.read { agent in
            var places = PlaceIndex()
            places.add(.target("games", apps: ["org.example.Game"]))
            agent.apps.session = broken
            agent.handle(Enforcer.Input.places(places))
            #expect(agent.focus.names.keys.contains("org.example.Game"))
        }
        while await agent.read({ $0.focus.namesRetry.dueAt == nil }) { await Task.yield() }
        await agent.read { agent in
            #expect(agent.focus.names.isEmpty)
            #expect(agent.appsDeadline.map { $0 <= agent.now + .seconds(1) } == true)
            agent.apps.session = bus
            agent.runDueAppWork(at: agent.now + .seconds(1))
        }
        while await agent.read({ ($0.focus.names["org.example.Game"] ?? nil) == nil }) {
            await Task.yield()
        }
        #expect(await agent.read { $0.focus.namesRetry.dueAt } == nil)
        await agent.read { $0.connections.end() }
    }

    @Test("Another source's idleness replaces the former one's")
    func otherIdleness() async throws {
        let (daemon, agent, source, collected) = try await Self.begun()
        defer { daemon.stop() }
        source.report(.event(.idle(true)))
        while await agent.read({ !$0.usage.tracking.absence.isAway }) { await Task.yield() }
        await agent.read { agent in
            agent.handle(.candidates([FocusCandidate(kind: .niri), FocusCandidate(kind: .sway)]))
        }
        while await agent.read({ $0.focus.choice.selection.idle?.kind != .niri }) {
            await Task.yield()
        }
        #expect(await agent.read { !$0.usage.tracking.absence.isAway })
        let other = try #require(collected.source.withLock { $0 })
        other.report(.event(.idle(true)))
        while await agent.read({ !$0.usage.tracking.absence.isAway }) { await Task.yield() }
        await agent.read { $0.connections.end() }
    }

    @Test("The journal says once why a source was lost")
    func losses() async throws {
        let (daemon, agent, _, collected) = try await Self.begun()
        defer { daemon.stop() }
        let sway = FocusCandidate(kind: .sway)
        for reason in ["its end", "its end", "another end"] {
            await agent.read { agent in
                agent.handle(.lost(reason), from: sway)
                // Another display, so that it is begun again at once.
                agent.handle(.candidates([]))
                agent.handle(.candidates([sway]))
            }
        }
        let entries = collected.entries.withLock { $0 }.filter { $0.message.hasPrefix("sway: ") }
        #expect(entries.map(\.message) == ["sway: its end", "sway: another end"])
        #expect(entries.allSatisfy { $0.priority == .info })
        await agent.read { $0.connections.end() }
    }

    @Test("Requests are followed from the record's end on, while they are needed")
    func requests() async throws {
        let (daemon, agent, _, _) = try await Self.begun()
        defer { daemon.stop() }
        await agent.read { $0.followRequests() }
        while await agent.read({ $0.apps.requests.last != 42 }) { await Task.yield() }
        let number = await agent.read { agent in
            agent.unfollowRequests()
            #expect(agent.apps.requests.subscription == nil && agent.apps.requests.last == 0)
            return agent.apps.requests.number
        }
        await agent.read { $0.followRequests() }
        #expect(await agent.read { $0.apps.requests.number } > number)
        await agent.read { $0.connections.end() }
    }
}

struct RequestChangeTests {
    private static func change(_ kind: String, _ fact: JSONObject) -> RequestChange? {
        RequestChange(.init(sequence: 1, at: "", kind: kind, fact: fact))
    }

    @Test("Events of requests")
    func events() {
        #expect(
            Self.change("unblockRequested", ["request": 7, "targets": ["a", "b"]])
                == .began(request: 7, targets: ["a", "b"]))
        #expect(Self.change("blockKept", ["request": 7]) == .ended(request: 7, .kept))
        #expect(Self.change("unblocked", ["request": 7]) == .ended(request: 7, .unblocked))
        #expect(Self.change("protectionReleased", ["request": 7]) == .ended(request: 7, .unblocked))
        for outcome in [UnblockAPI.Outcome.expired, .lapsed, .protected] {
            #expect(
                Self.change("requestClosed", ["request": 7, "outcome": .string(outcome.rawValue)])
                    == .ended(request: 7, outcome))
        }
        #expect(Self.change("requestClosed", ["request": 7, "outcome": "new"]) == nil)
        #expect(Self.change("blockKept", ["request": "x"]) == nil)
        #expect(Self.change("attempted", ["request": 7]) == nil)
    }
}
