import Engine
import RuleModel
import Testing

/// `Action.wake`: the elapsed time of the next moment at which something changes by itself.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WakeDeadlines {
    /// The instant of the wristwatch at which the machine asked to be woken.
    private func wake(_ machine: Machine) -> String {
        text(machine.wake.map { machine.watch + ($0.elapsed - machine.elapsed) }, in: machine.zone)
    }

    @Test func startAndEndOfANight() throws {
        var machine = try Machine(at: "2026-11-20T20:00:00+01:00", rules: everyNight())
        #expect(wake(machine) == "2026-11-20T22:30:00+01:00")
        #expect(machine.wake?.boot == BootID("boot 1"))
        machine.advance(.hours(3))
        #expect(wake(machine) == "2026-11-21T06:30:00+01:00")
        machine.advance(.hours(8))
        #expect(wake(machine) == "2026-11-21T22:30:00+01:00")
    }

    @Test func nothingToWaitFor() throws {
        let machine = try Machine(at: "2026-11-20T20:00:00+01:00", rules: rules([]))
        #expect(machine.wake == nil)
    }

    @Test func firstOfSeveral() throws {
        let rules = try rules([
            schedule("a", ["daily 22:30-06:30"]), schedule("b", ["daily 21:15-21:20"]),
        ])
        var machine = try Machine(at: "2026-11-20T20:00:00+01:00", rules: rules)
        #expect(wake(machine) == "2026-11-20T21:15:00+01:00")
        machine.send(.startProtection(target: nil, length: .minutes(7), name: ""))
        #expect(wake(machine) == "2026-11-20T20:07:00+01:00")
        machine.advance(.minutes(8))
        #expect(wake(machine) == "2026-11-20T21:15:00+01:00")
        machine.edit(try everyNight())
        #expect(wake(machine) == "2026-11-20T22:30:00+01:00")
        machine.edit(try EngineTests.rules([]))
        #expect(machine.wake == nil)
    }

    /// To the millisecond, whatever the second at which a protection began.
    @Test func protectionToTheMillisecond() throws {
        var machine = try Machine(at: "2026-11-20T20:00:00.123+01:00", rules: rules([]))
        machine.advance(TimeSpan(milliseconds: 4321))
        machine.send(.startProtection(target: nil, length: .minutes(3), name: ""))
        #expect(wake(machine) == "2026-11-20T20:03:04.444+01:00")
        machine.advance(.minutes(10))
        #expect(try machine.decisions().last == "2026-11-20T20:03:04.444+01:00 unblock shopping")
    }

    @Test func acrossTheClockChange() throws {
        var machine = try Machine(at: "2026-03-28T23:00:00+01:00", rules: everyNight())
        #expect(wake(machine) == "2026-03-29T06:30:00+02:00")
        machine = try Machine(at: "2026-10-24T23:00:00+02:00", rules: everyNight())
        #expect(wake(machine) == "2026-10-25T06:30:00+01:00")
    }

    /// After a jump that is believed, a reboot, a change of zone.
    @Test func isArmedAnew() throws {
        var machine = try Machine(at: "2026-11-20T20:00:00+01:00", rules: everyNight())
        machine.setClock(by: .hours(1))
        #expect(wake(machine) == "2026-11-20T22:30:00+01:00")
        machine.isSynchronised = true
        machine.send(.clockChecked)
        #expect(wake(machine) == "2026-11-20T21:30:00+01:00")
        machine.reboot()
        #expect(wake(machine) == "2026-11-20T21:30:00+01:00")
        #expect(machine.wake?.boot == BootID("boot 2"))
        try machine.travel(to: "Europe/Lisbon")
        #expect(wake(machine) == "2026-11-20T21:30:00Z")
    }

    /// The clock's drift moves the moment: it is asked for again.
    @Test(arguments: [Int64(500), -500])
    func drift(gain: Int64) throws {
        var machine = try Machine(at: "2026-11-20T20:00:00+01:00", rules: everyNight())
        machine.drift = gain
        machine.advance(.hours(12))
        #expect(machine.told.map(\.decision.verdict) == [.block, .unblock])
        let trusted = machine.history.filter { $0.fact.kind == .decided }
        for (event, exact) in zip(
            trusted, ["2026-11-20T22:30:00+01:00", "2026-11-21T06:30:00+01:00"])
        {
            #expect(try event.at >= at(exact))
            #expect(try event.at - at(exact) <= .seconds(1))
        }
    }

    /// Woken a little before the moment, nothing is lost.
    @Test func wokenEarly() throws {
        var machine = try Machine(at: "2026-11-20T22:29:00+01:00", rules: everyNight())
        machine.hasTicks = false
        machine.advance(TimeSpan(milliseconds: 59_985))
        machine.send(.observed)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(TimeSpan(milliseconds: 15))
        #expect(machine.isBlocked("shopping"))
    }
}
