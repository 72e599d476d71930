import RuleModel
import Testing

/// Sessions of use: when they begin and end, and what counts of them.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct OneSession {
    private func machine(_ rules: RuleSet? = nil) throws -> Machine {
        try Machine(at: "2026-11-18T10:01:00+01:00", rules: rules ?? gated(sharing: "mall.example"))
    }

    @Test func fromOpenedToClosed() throws {
        var machine = try machine()
        #expect(machine.send(.useOpened(.site("www.shopping.example"))).count == 1)
        let running = try #require(machine.engine.state.usage.running["shopping"])
        #expect(running.places == [.site("www.shopping.example")])
        #expect(running.until == nil && running.requests.isEmpty)
        let use = try #require(machine.history.last { $0.fact.kind == .usageBegan })
        #expect(running.id == use.sequence)
        machine.advance(.seconds(80))
        #expect(machine.engine.state.usage.running["shopping"] != nil)
    }

    @Test func closed() throws {
        var machine = try machine()
        try machine.use(for: .seconds(754))
        #expect(machine.stretches == ["shopping 10:01:00–10:13:34 754s"])
        #expect(machine.engine.state.usage.running.isEmpty)
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == .seconds(754))
        #expect(machine.folded == machine.engine.state)
    }

    @Test func answerNamesItsTargets() throws {
        var machine = try machine()
        guard case .replied(let mall) = machine.send(.useOpened(.site("mall.example")))[0],
            case .replied(let app) = machine.send(.useOpened(.app("org.example.games")))[0]
        else {
            Issue.record("not counted")
            return
        }
        #expect(mall.targets.sorted() == ["games", "shopping"])
        #expect(app.targets == ["games"])
        #expect(mall.use != app.use)
    }

    /// Two places of one target at the same time count once.
    @Test func overlapOfOneTarget() throws {
        var machine = try machine()
        let site = try machine.open()
        machine.keepUsing([site], for: .minutes(5))
        let app = try machine.open(.app("org.example.shopping"))
        machine.keepUsing([site, app], for: .minutes(5))
        machine.send(.useClosed(site))
        machine.keepUsing([app], for: .minutes(5))
        machine.send(.useClosed(app))
        #expect(machine.stretches == ["shopping 10:01:00–10:16:00 900s"])
        #expect(
            machine.sessions[0].places == [
                .site("shopping.example"), .app("org.example.shopping"),
            ])
    }

    /// A site that two targets share counts for each of them.
    @Test func overlapOfTwoTargets() throws {
        var machine = try machine()
        let own = try machine.open(.app("org.example.games"))
        machine.keepUsing([own], for: .minutes(5))
        let mall = try machine.open(.site("mall.example"))
        machine.keepUsing([own, mall], for: .minutes(5))
        machine.send(.useClosed(own))
        machine.keepUsing([mall], for: .minutes(5))
        machine.send(.useClosed(mall))
        #expect(
            machine.stretches.sorted() == [
                "games 10:01:00–10:16:00 900s", "shopping 10:06:00–10:16:00 600s",
            ])
    }

    /// Two reporters see the same site; it is used until both say that it is not.
    @Test func twoReporters() throws {
        var machine = try machine()
        let one = try machine.open()
        let other = try machine.open()
        #expect(one != other)
        machine.keepUsing([one, other], for: .minutes(3))
        machine.send(.useClosed(one))
        #expect(machine.sessions.isEmpty)
        machine.keepUsing([other], for: .minutes(2))
        machine.send(.useClosed(other))
        #expect(machine.stretches == ["shopping 10:01:00–10:06:00 300s"])
        #expect(machine.sessions[0].places == [.site("shopping.example")])
    }

    /// Closed and opened again: two sessions.
    @Test func twice() throws {
        var machine = try machine()
        try machine.use(for: .minutes(1))
        machine.advance(.minutes(1))
        try machine.use(for: .minutes(2))
        #expect(
            machine.stretches == [
                "shopping 10:01:00–10:02:00 60s", "shopping 10:03:00–10:05:00 120s",
            ])
    }
}
