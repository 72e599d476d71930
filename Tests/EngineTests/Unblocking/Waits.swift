import Engine
import RuleModel
import Testing

/// The wait before an unblock: 10 s where it was planned, 30 s on an impulse, in elapsed time.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Waits {
    @Test(arguments: [(Purpose.planned, Int64(10)), (.impulse, 30)])
    func length(purpose: Purpose, seconds: Int64) throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), purpose)
        #expect(request.wait?.length == .seconds(seconds))
        #expect(machine.engine.waitLeft(of: request) == .seconds(seconds))
        #expect(machine.refusal(confirming: request) == .waitNotOver(.seconds(seconds)))
        machine.advance(.seconds(seconds) - instantly)
        #expect(machine.refusal(confirming: request) == .waitNotOver(instantly))
        #expect(machine.isOpen(request))
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        try machine.granted(request)
        #expect(!machine.isBlocked("shopping"))
    }

    @Test(arguments: [(Purpose.planned, Int64(10)), (.impulse, 30)])
    func aMillisecondLater(purpose: Purpose, seconds: Int64) throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), purpose)
        machine.advance(.seconds(seconds) + instantly)
        #expect(machine.isBlocked("shopping"))
        try machine.granted(request)
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func lengthsOfTheRules() throws {
        var unblock = UnblockRules.tested
        unblock.plannedWait = .seconds(3)
        unblock.impulseWait = .zero
        var machine = try atNight(
            rules([schedule("nights", ["daily 22:30-06:30"])], unblock: unblock))
        let impulse = try machine.ask(.target("shopping"), .impulse)
        try machine.granted(impulse)
        machine.advance(.hours(1))
        let planned = try machine.ask()
        #expect(machine.refusal(confirming: planned) == .waitNotOver(.seconds(3)))
        machine.advance(.seconds(3))
        try machine.granted(planned)
    }

    /// Without an intent there is no wait, and no way past the block.
    @Test func intentIsNeeded() throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), nil as Purpose?)
        #expect(request.wait == nil)
        #expect(machine.engine.waitLeft(of: request) == nil)
        machine.advance(.minutes(5))
        #expect(machine.refusal(confirming: request) == .intentNeeded(request.id))
        // The wait begins with the intent, not with the opening.
        let said = try machine.ask(.target("shopping"), .planned)
        #expect(said.id == request.id)
        #expect(machine.refusal(confirming: said) == .waitNotOver(.seconds(10)))
        machine.advance(.seconds(10))
        try machine.granted(said)
    }

    /// Another purpose begins its wait afresh; a category or a mood does not.
    @Test func goingOn() throws {
        var machine = try atNight()
        let planned = try machine.ask()
        machine.advance(.seconds(9))
        let more = try machine.ask(
            .target("shopping"), Intent(purpose: .planned, category: "gift", minutes: 5))
        #expect(more.id == planned.id)
        #expect(more.wait == planned.wait)
        #expect(more.expires == planned.expires)
        #expect(machine.refusal(confirming: more) == .waitNotOver(.seconds(1)))
        let impulse = try machine.ask(.target("shopping"), Intent(purpose: .impulse, mood: "sad"))
        #expect(impulse.id == planned.id)
        #expect(machine.refusal(confirming: impulse) == .waitNotOver(.seconds(30)))
        machine.advance(.seconds(30))
        let grant = try machine.granted(impulse)
        #expect(grant.purpose == .impulse)
        #expect(machine.engine.state.requests.isEmpty)
        #expect(machine.kinds().count { $0 == "unblockRequested" } == 1)
        #expect(machine.kinds().count { $0 == "intentGiven" } == 2)
    }

    /// Nothing is gained by saying the same again, and nothing is written.
    @Test func theSameAgain() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.advance(.seconds(5))
        let events = machine.history.count
        #expect(try machine.ask() == request)
        #expect(machine.history.count == events)
        machine.advance(.seconds(5))
        try machine.granted(request)
    }

    @Test(arguments: ["-1h", "1h", "-10d", "10d"], [false, true])
    func clockChangesDoNotMatter(change: String, synchronised: Bool) throws {
        var machine = try atNight(rules([schedule("always", ["daily 00:00-24:00"])]))
        let request = try machine.ask(.target("shopping"), .impulse)
        machine.advance(.seconds(10))
        machine.isSynchronised = synchronised
        machine.setClock(by: try span(change))
        machine.advance(.seconds(20) - instantly)
        #expect(machine.refusal(confirming: request) == .waitNotOver(instantly))
        machine.advance(instantly)
        try machine.granted(request)
    }

    @Test func suspendCounts() throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), .impulse)
        machine.advance(.seconds(5))
        machine.sleep(.seconds(25))
        try machine.granted(request)
    }

    @Test func restartCounts() throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), .impulse)
        machine.advance(.seconds(5))
        machine.restart(after: .seconds(24))
        #expect(machine.refusal(confirming: request) == .waitNotOver(.seconds(1)))
        machine.advance(.seconds(1))
        try machine.granted(request)
    }

    /// Over a reboot the rest less the wall time away is left.
    @Test(arguments: [("4s", "0s", Int64(21)), ("25s", "0s", 0), ("4s", "-1h", 25)])
    func reboot(away: String, change: String, left: Int64) throws {
        var machine = try atNight(rules([schedule("always", ["daily 00:00-24:00"])]))
        let request = try machine.ask(.target("shopping"), .impulse)
        machine.advance(.seconds(5))
        machine.reboot(away: try span(away), clockSetBy: try span(change))
        #expect(machine.isOpen(request))
        if left > 0 {
            #expect(machine.refusal(confirming: request) == .waitNotOver(.seconds(left)))
            machine.advance(.seconds(left))
        }
        try machine.granted(request)
    }
}
