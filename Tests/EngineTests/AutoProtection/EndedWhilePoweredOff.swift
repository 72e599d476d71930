import Engine
import RuleModel
import Testing

/// A window that ended while the machine was powered off ended then: its 30 minutes count from its
/// end, not from the start of the machine.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct EndedWhilePoweredOff {
    /// A window from 21:55 to 23:55 of a rule that holds always; powered off from 22:01 until the
    /// time given.
    private func booted(at start: String, isOrderly: Bool) throws -> Machine {
        var machine = try Machine(
            at: "2026-11-18T21:50:00+01:00", rules: rules([], auto: [auto(when: "true")]))
        try machine.advance(to: "2026-11-18T22:01:00+01:00")
        machine.reboot(away: try at(start) - machine.watch, isOrderly: isOrderly)
        return machine
    }

    private func beginnings(_ machine: Machine) -> [String] {
        machine.autoProtections.map { String($0.at.dropFirst(11).prefix(8)) }
    }

    /// Booted 45 minutes after its end: protected with the marks missed meanwhile.
    @Test(arguments: [true, false])
    func restedLongEnough(isOrderly: Bool) throws {
        var machine = try booted(at: "2026-11-19T00:40:00+01:00", isOrderly: isOrderly)
        machine.advance(.minutes(5))
        #expect(beginnings(machine) == ["21:55:00", "00:40:00"])
        #expect(machine.isBlocked("shopping"))
        let ended = try #require(machine.history.last { $0.fact.kind == .protectionEnded })
        #expect(ended.at == (try at("2026-11-19T00:40:00+01:00")))
        #expect(
            machine.engine.state.autoProtectionEnds["shopping"]?.at
                == (try at("2026-11-18T23:55:00+01:00")))
        #expect(machine.folded == machine.engine.state)
    }

    /// Booted within the half hour, what is left of it is left.
    @Test(arguments: [true, false])
    func restsOn(isOrderly: Bool) throws {
        var machine = try booted(at: "2026-11-19T00:05:00+01:00", isOrderly: isOrderly)
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T00:24:59.999+01:00")
        #expect(beginnings(machine) == ["21:55:00"])
        machine.advance(instantly)
        #expect(beginnings(machine) == ["21:55:00", "00:25:00"])
    }

    /// A second reboot on the way changes nothing of when it ended.
    @Test func twice() throws {
        var machine = try booted(at: "2026-11-19T00:05:00+01:00", isOrderly: true)
        machine.advance(.minutes(1))
        machine.reboot(away: .minutes(4))
        try machine.advance(to: "2026-11-19T00:24:59.999+01:00")
        #expect(beginnings(machine) == ["21:55:00"])
        machine.advance(instantly)
        #expect(beginnings(machine) == ["21:55:00", "00:25:00"])
    }

    /// Rebooted before its end it ends at its end.
    @Test func endsAfterTheBoot() throws {
        var machine = try booted(at: "2026-11-18T23:54:59+01:00", isOrderly: true)
        #expect(machine.isBlocked("shopping"))
        machine.advance(.seconds(1))
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T00:24:59.999+01:00")
        #expect(beginnings(machine) == ["21:55:00"])
        machine.advance(instantly)
        #expect(beginnings(machine).count == 2)
    }
}
