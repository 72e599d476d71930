import Engine
import RuleModel
import Testing

/// A person ends a permission before its time: what restricts the target blocks it at once.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct EndedGrants {
    /// Games and shopping, which share a site, are blocked at night.
    private func night() throws -> Machine {
        var machine = try Machine(
            at: "2026-11-18T22:40:00+01:00",
            rules: sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        machine.advance(.minutes(5))
        return machine
    }

    private func end(_ place: Place, _ machine: inout Machine) throws -> EndGrants.Reply {
        let answers = machine.send(.endGrants(of: place))
        guard case .replied(let reply) = answers.first else { throw NotAnswered() }
        return reply
    }

    @Test func atOnce() throws {
        var machine = try night()
        let grant = try machine.unblock(.target("shopping"))
        machine.advance(.minutes(4))
        let reply = try end(.target("shopping"), &machine)
        #expect(reply.grants == [grant.id] && reply.targets == ["shopping"])
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.told.last?.at == machine.watch)
        #expect(machine.told.last?.decision.cause == .grant)
        #expect(machine.grantEndings == [.person])
        machine.advance(.hours(1))
        #expect(machine.grantEndings == [.person])
        #expect(machine.folded == machine.engine.state)
    }

    /// One of several targets ends a permission as a whole; a site, an app or everything ends all
    /// that they belong to.
    @Test(arguments: [
        (Place.target("games"), ["games", "shopping"]),
        (.site("mall.example"), ["games", "shopping"]),
        (.app("org.example.shopping"), ["games", "shopping"]),
        (.everything, ["games", "shopping"]),
    ])
    func asAWhole(place: Place, targets: [String]) throws {
        var machine = try night()
        let grant = try machine.unblock(.site("mall.example"))
        let reply = try end(place, &machine)
        #expect(reply.grants == [grant.id] && reply.targets == targets)
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
    }

    @Test func anotherTargetsRunsOn() throws {
        var machine = try night()
        try machine.unblock(.target("shopping"))
        #expect(try end(.target("games"), &machine).grants.isEmpty)
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func whereNoneRunsNothingIsRecorded() throws {
        var machine = try night()
        let events = machine.history.count
        for place in [Place.target("shopping"), .site("mall.example"), .everything] {
            #expect(try end(place, &machine).grants.isEmpty)
        }
        #expect(machine.history.count == events)
    }

    @Test func refusals() throws {
        var machine = try night()
        #expect(machine.refusal(.endGrants(of: .target("nothing"))) == .noSuchTarget("nothing"))
        #expect(machine.refusal(.endGrants(of: .site("nothing.example"))) == .noTarget)
        #expect(machine.refusal(.endGrants(of: .app("org.example.nothing"))) == .noTarget)
        machine.send(.switch(.target("games"), isOn: false))
        #expect(machine.refusal(.endGrants(of: .target("games"))) == .notMonitored("games"))
    }

    /// It ends even if nothing restricts the target any more: what begins next blocks at once.
    @Test func whereNothingRestricts() throws {
        var machine = try Machine(
            at: "2026-11-19T06:00:00+01:00",
            rules: rules([schedule("early", ["daily 22:30-06:30", "daily 06:33-08:00"])]))
        try machine.unblock(at: "2026-11-19T06:20:00+01:00")
        try machine.advance(to: "2026-11-19T06:31:00+01:00")
        #expect(try end(.target("shopping"), &machine).grants.count == 1)
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T06:33:00+01:00")
        #expect(machine.isBlocked("shopping"))
    }

    /// Use after the end does not count as use under the permission.
    @Test func useCountsUntilThen() throws {
        var machine = try night()
        let grant = try machine.unblock(.target("shopping"))
        let use = try machine.open(.app("org.example.shopping"))
        machine.keepUsing([use], for: .minutes(3))
        _ = try end(.target("shopping"), &machine)
        machine.keepUsing([use], for: .minutes(3))
        machine.send(.useClosed(use))
        #expect(machine.aftermath(of: grant.request)?.used == .minutes(3))
    }

    /// It only strengthens: a store that fails does not keep it open.
    @Test func failingStore() throws {
        var machine = try night()
        try machine.unblock(.target("shopping"))
        machine.send(.storeFailing(true))
        _ = try end(.target("shopping"), &machine)
        #expect(machine.isBlocked("shopping"))
    }
}
