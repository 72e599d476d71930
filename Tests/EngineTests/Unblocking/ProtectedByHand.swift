import Engine
import RuleModel
import Testing

/// A person who protects a target by hand ends the requests about it.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct ProtectedByHand {
    private func protect(
        _ machine: inout Machine, _ target: String?, for length: TimeSpan = .hours(1),
        isStrict: Bool = false
    ) {
        machine.send(
            .startProtection(target: target, length: length, name: "", isStrict: isStrict))
    }

    private func night() throws -> Machine {
        try atNight(try sharedSite(games: ["daily 20:00-04:00"], shopping: ["daily 19:00-07:00"]))
    }

    @Test(arguments: ["shopping", nil], [false, true])
    func aNewProtection(of target: String?, isStrict: Bool) throws {
        var machine = try night()
        let request = try machine.ask(.target("shopping"), .impulse)
        protect(&machine, target, isStrict: isStrict)
        #expect(machine.outcome(of: request) == .protected)
        #expect(machine.engine.state.requests.isEmpty)
        machine.advance(.minutes(1))
        #expect(
            machine.refusal(confirming: request) == .notOpen(.requestOver(request.id, .protected)))
        #expect(machine.folded == machine.engine.state)
    }

    /// A running protection covers the new one, and no other is recorded.
    @Test func aRunningProtection() throws {
        var machine = try night()
        protect(&machine, nil, for: .hours(3))
        let games = try machine.ask(.target("games"), .impulse)
        let shopping = try machine.ask(.target("shopping"), .planned)
        protect(&machine, "games")
        #expect(machine.engine.state.protections.count == 1)
        #expect(machine.outcome(of: games) == .protected)
        #expect(machine.isOpen(shopping))
        #expect(machine.folded == machine.engine.state)
    }

    /// One target of several is enough, and the early end of a protection is a request too.
    @Test func everyRequest() throws {
        var machine = try night()
        protect(&machine, "games", for: .minutes(30))
        let running = try #require(machine.engine.state.protections.first)
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        protect(&machine, "shopping")
        #expect(machine.outcome(of: pause) == .protected)
        let end = try machine.ask(.protection(running.id), .planned)
        protect(&machine, "games", for: .hours(2))
        #expect(machine.outcome(of: end) == .protected)
    }

    @Test func otherTargets() throws {
        var machine = try night()
        let request = try machine.ask(.target("shopping"), .impulse)
        protect(&machine, "games")
        #expect(machine.isOpen(request))
        machine.advance(.seconds(30))
        try machine.granted(request)
    }

    /// One that cannot be started ends nothing.
    @Test func noProtection() throws {
        var machine = try night()
        let request = try machine.ask(.target("shopping"), .impulse)
        protect(&machine, "shopping", for: .seconds(59))
        protect(&machine, "nothing")
        #expect(machine.isOpen(request))
    }

    /// A confirmation that is on its way to the disk decides what becomes of its request.
    @Test(arguments: [false, true])
    func whileItIsConfirmed(isWritten: Bool) throws {
        var machine = try night()
        let request = try machine.ask(.target("shopping"), .impulse)
        machine.advance(.seconds(30))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        protect(&machine, "shopping")
        #expect(machine.isOpen(request))
        if isWritten { _ = machine.commitWaiting() } else { machine.refuseWaiting() }
        #expect(machine.outcome(of: request) == (isWritten ? .unblocked : nil))
        #expect(machine.isBlocked("shopping"))
    }

    /// An answer to a prompt protects by hand as well.
    @Test func fromAPrompt() throws {
        var machine = try night()
        let request = try machine.ask(.target("shopping"), .impulse)
        machine.send(.protectInstead(request: request.id, length: .hours(1)))
        let ends = machine.history.filter { $0.fact.kind == .requestClosed }
        #expect(
            ends.map(\.fact) == [
                .requestClosed(RequestEnd(request: request.id, outcome: .protected))
            ])
    }
}
