import RuleModel
import Testing

/// An auto-protection does not stack or restart while one runs on a target, and not for 30 minutes
/// after one ended.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Rests {
    /// At 15:00, with a condition that holds always.
    private func always(
        for length: TimeSpan = .hours(2), againAfter: TimeSpan = .minutes(30)
    ) throws -> Machine {
        let rule = try auto(when: "true", for: length, againAfter: againAfter)
        return try Machine(at: "2026-11-18T15:00:00+01:00", rules: rules([], auto: [rule]))
    }

    private func beginnings(_ machine: Machine) -> [String] {
        machine.autoProtections.map { String($0.at.dropFirst(11).prefix(8)) }
    }

    @Test func oneAtATime() throws {
        var machine = try always()
        machine.advance(.hours(8))
        #expect(beginnings(machine) == ["15:05:00", "17:35:00", "20:05:00", "22:35:00"])
        #expect(
            try machine.decisions().prefix(3).map { $0.dropFirst(11).prefix(14) } == [
                "15:05:00+01:00", "17:05:00+01:00", "17:35:00+01:00",
            ])
        #expect(machine.engine.state.protections.count == 1)
    }

    /// At the mark of 17:35 one ended 30:01, 30:00, or 29:59 ago.
    @Test(arguments: [
        (Int64(7199), "17:35:00"), (7200, "17:35:00"), (7201, "17:40:00"),
    ])
    func thirtyMinutes(seconds: Int64, again: String) throws {
        var machine = try always(for: .seconds(seconds))
        machine.advance(.hours(3))
        #expect(beginnings(machine) == ["15:05:00", again])
    }

    @Test(arguments: [
        (Int64(0), "17:05:00"), (5, "17:10:00"), (4, "17:10:00"), (60, "18:05:00"),
    ])
    func asTheRuleSays(minutes: Int64, again: String) throws {
        var machine = try always(againAfter: .minutes(minutes))
        machine.advance(.hours(4))
        #expect(beginnings(machine).dropFirst().first == again)
    }

    /// Of two targets one is resting: the other is protected meanwhile.
    @Test func restsApart() throws {
        let early = try auto(
            "early", when: "local.hour == 15 && local.minute == 5", blocks: ["games"])
        let all = try auto("late", when: "local.hour >= 17")
        let set = try rules([], targets: ["games", "shopping"], auto: [early, all])
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        machine.advance(.hours(4))
        // At 17:00 games is protected still, at 17:05 it begins to rest, until 17:35.
        #expect(beginnings(machine) == ["15:05:00", "17:00:00", "17:35:00"])
        #expect(
            machine.autoProtections.map(\.protection.targets) == [
                ["games"], ["shopping"], ["games"],
            ])
        #expect(machine.engine.state.autoProtectionEnds.keys.sorted() == ["games", "shopping"])
    }

    /// The rest is elapsed time: a clock that is set does not shorten or lengthen it.
    @Test(arguments: ["1h", "-1h", "10d"], [false, true])
    func clockChangesDoNotMatter(change: String, synchronised: Bool) throws {
        var machine = try always()
        try machine.advance(to: "2026-11-18T17:10:00+01:00")
        machine.isSynchronised = synchronised
        machine.setClock(by: try span(change))
        machine.advance(.minutes(25) - instantly)
        #expect(machine.autoProtections.count == 1)
        machine.advance(instantly)
        #expect(machine.autoProtections.count == 2)
        #expect(machine.told.last?.at == machine.watch)
    }

    @Test func restartKeepsTheRest() throws {
        var machine = try always()
        try machine.advance(to: "2026-11-18T17:10:00+01:00")
        machine.restart(after: .minutes(10))
        try machine.advance(to: "2026-11-18T17:34:59.999+01:00")
        #expect(machine.autoProtections.count == 1)
        machine.advance(instantly)
        #expect(machine.autoProtections.count == 2)
    }

    @Test func rebootKeepsTheRest() throws {
        var machine = try always()
        try machine.advance(to: "2026-11-18T17:10:00+01:00")
        machine.reboot(away: .minutes(10))
        try machine.advance(to: "2026-11-18T17:34:59.999+01:00")
        #expect(machine.autoProtections.count == 1)
        machine.advance(instantly)
        #expect(machine.autoProtections.count == 2)
    }

    /// A window that ends in its sleep ended then: half an hour later its target is free, though
    /// the machine has only just woken.
    @Test func endedInSleep() throws {
        var machine = try always()
        try machine.advance(to: "2026-11-18T16:30:00+01:00")
        // It ends at 17:05, and the machine wakes at 18:02.
        machine.sleep(.minutes(92))
        machine.advance(.minutes(3))
        #expect(beginnings(machine).count == 2)
        #expect(machine.isBlocked("shopping"))
    }

    @Test func endedWhileAway() throws {
        var machine = try always()
        try machine.advance(to: "2026-11-18T16:30:00+01:00")
        machine.restart(after: .minutes(92))
        machine.advance(.minutes(3))
        #expect(beginnings(machine).count == 2)
        #expect(machine.isBlocked("shopping"))
    }

    /// Woken within the half hour, what is left of it is left.
    @Test func endedInAShorterSleep() throws {
        var machine = try always()
        try machine.advance(to: "2026-11-18T16:30:00+01:00")
        machine.sleep(.minutes(50))
        try machine.advance(to: "2026-11-18T17:34:59.999+01:00")
        #expect(machine.autoProtections.count == 1)
        machine.advance(instantly)
        #expect(machine.autoProtections.count == 2)
    }
}
