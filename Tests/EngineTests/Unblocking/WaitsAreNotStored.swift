import Engine
import RuleModel
import Testing

/// A pause stores up no wait: what it waited while nothing was missed does not count once its
/// targets are blocked.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WaitsAreNotStored {
    private let waits = ConfirmUnblock.Refusal.waitNotOver(.seconds(30))

    /// A pause about everything, asked for ten minutes into a grant that ends at 23:15:10.
    private func pausedInAGrant(_ rules: RuleSet? = nil) throws -> (Machine, UnblockRequest) {
        var machine = try atNight(rules)
        let request = try machine.ask()
        machine.advance(.seconds(10))
        try machine.granted(request)
        machine.advance(.minutes(10))
        let pause = try machine.ask(.everything, .impulse, isPause: true)
        return (machine, pause)
    }

    /// Confirmed at the instant at which the block is there again.
    private func waitsAnew(_ machine: inout Machine, _ pause: UnblockRequest) throws {
        #expect(machine.refusal(confirming: pause) == waits)
        #expect(machine.isBlocked("shopping"))
        machine.advance(.seconds(30) - instantly)
        #expect(machine.refusal(confirming: pause) == .waitNotOver(instantly))
        #expect(machine.isBlocked("shopping"))
        var patient = machine
        machine.advance(instantly)
        try machine.granted(pause)
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
        // The ten minutes within which it can be ended began again as well.
        patient.advance(.minutes(10))
        #expect(patient.isOpen(pause))
        patient.advance(instantly)
        #expect(patient.outcome(of: pause) == .expired)
    }

    @Test(arguments: [false, true])
    func grantEnds(isLate: Bool) throws {
        var (machine, pause) = try pausedInAGrant()
        if isLate { machine.lag(.minutes(5)) } else { machine.advance(.minutes(5)) }
        try waitsAnew(&machine, pause)
        #expect(machine.grantEndings == [.time])
    }

    @Test func strictEndsTheGrant() throws {
        let minute = try schedule("minute", ["daily 23:12-23:13"], isStrict: true)
        var (machine, pause) = try pausedInAGrant(
            rules([schedule("nights", ["daily 22:30-06:30"]), minute]))
        try machine.advance(to: "2026-11-18T23:12:00+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.advance(.seconds(29))
        machine.send(.observed)
        let left = machine.engine.state.requests.first.flatMap { machine.engine.waitLeft(of: $0) }
        #expect(left == .seconds(1))
        machine.advance(.seconds(31))
        // Strict no longer, blocked all the while: the wait is over.
        try machine.granted(pause)
    }

    @Test(arguments: [false, true])
    func quietHoursBegin(isLate: Bool) throws {
        var machine = try Machine(at: "2026-11-18T22:22:00+01:00", rules: everyNight())
        let pause = try machine.ask(.target("shopping"), .impulse, isPause: true)
        machine.hasTicks = false
        if isLate { machine.lag(.minutes(8)) } else { machine.advance(.minutes(8)) }
        try waitsAnew(&machine, pause)
    }

    @Test func quietHoursAreAdded() throws {
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: rules([]))
        let pause = try machine.ask(.everything, .impulse, isPause: true)
        machine.advance(.minutes(5))
        machine.edit(try rules([schedule("days", ["daily 08:00-18:00"])]))
        try waitsAnew(&machine, pause)
    }

    /// The daemon is away while quiet hours begin.
    @Test func beginsWhileAway() throws {
        var machine = try Machine(at: "2026-11-18T22:25:00+01:00", rules: everyNight())
        let pause = try machine.ask(.target("shopping"), .impulse, isPause: true)
        machine.restart(after: .minutes(6))
        try waitsAnew(&machine, pause)
    }

    /// The wait runs on where the block was there from the start, and where what becomes blocked
    /// is none of the pause's business.
    @Test func nothingBeginsForIt() throws {
        var machine = try Machine(
            at: "2026-11-18T22:29:50+01:00",
            rules: sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        let pause = try machine.ask(.target("games"), .impulse, isPause: true)
        machine.advance(.seconds(20))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.refusal(confirming: pause) == .waitNotOver(.seconds(10)))
        machine.advance(.seconds(10))
        try machine.granted(pause)
    }

    /// A pause about everything opens the target that became blocked last only after its own wait.
    @Test func oneOfTwoBegins() throws {
        var machine = try Machine(
            at: "2026-11-18T22:25:00+01:00",
            rules: sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        let pause = try machine.ask(.everything, .impulse, isPause: true)
        machine.advance(.minutes(5))
        #expect(machine.refusal(confirming: pause) == waits)
        machine.advance(.seconds(30))
        #expect(try machine.granted(pause).targets == ["games", "shopping"])
    }
}
