import RuleModel
import Testing

/// Interruptions of use: sleep, restarts, crashes, changed clocks and zones.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Interruptions {
    /// Shopping is used since 10:00, and was seen just now, at 10:12.
    private func using(zone: String = "Europe/Berlin") throws -> (Machine, Int64) {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", zone: zone, rules: gated())
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(12))
        return (machine, use)
    }

    /// A sleep ends the session where it began; the next sign begins another one.
    @Test(arguments: [
        ("10s", "10:12:10", "10:17:10"), ("80s", "10:13:20", "10:18:20"),
        ("8h", "18:12:00", "18:17:00"),
    ])
    func sleepSplits(length: String, from: String, to: String) throws {
        var (machine, use) = try using()
        machine.sleep(try span(length))
        use = try machine.goOnUsing(use)
        machine.keepUsing([use], for: .minutes(5))
        machine.send(.useClosed(use))
        #expect(
            machine.stretches == [
                "shopping 10:00:00–10:12:00 720s", "shopping \(from)–\(to) 300s",
            ])
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == .minutes(17))
        #expect(machine.folded == machine.engine.state)
    }

    /// Nobody gives a sign after the sleep: nothing more counts.
    @Test func silentAfterSleep() throws {
        var (machine, _) = try using()
        machine.sleep(.seconds(10))
        machine.advance(.hours(1))
        #expect(machine.stretches == ["shopping 10:00:00–10:12:00 720s"])
    }

    @Test func gracefulRestart() throws {
        var (machine, _) = try using()
        machine.advance(.seconds(20))
        machine.restart(after: .seconds(5))
        #expect(machine.stretches == ["shopping 10:00:00–10:12:20 740s"])
        #expect(machine.engine.state.usage.running.isEmpty)
        try machine.use(for: .minutes(1))
        #expect(machine.sessions.count == 2)
        #expect(
            try machine.used(since: "2026-11-18T00:00:00+01:00") == .seconds(740) + .minutes(1))
    }

    /// Numbers of the daemon before are not known to the next one.
    @Test func oldNumberAfterRestart() throws {
        var (machine, use) = try using()
        machine.restart(after: .seconds(5))
        #expect(machine.see([use]) == [use])
        let next = try machine.open()
        #expect(next != use)
    }

    /// A crash: the session ends at its last note, the five-minute mark before.
    @Test(arguments: ["1s", "10m", "30h"])
    func crash(away: String) throws {
        var (machine, _) = try using()
        machine.crash(away: try span(away))
        #expect(machine.stretches == ["shopping 10:00:00–10:10:00 600s"])
        #expect(machine.engine.state.usage.running.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    @Test func crashBeforeANote() throws {
        var machine = try Machine(at: "2026-11-18T10:01:00+01:00", rules: gated())
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(2))
        machine.crash(away: .seconds(1))
        #expect(machine.stretches == ["shopping 10:01:00–10:01:00 0s"])
    }

    @Test(arguments: [true, false])
    func reboot(isOrderly: Bool) throws {
        var (machine, _) = try using()
        machine.reboot(isOrderly: isOrderly)
        let expected = isOrderly ? "10:12:00 720s" : "10:10:00 600s"
        #expect(machine.stretches == ["shopping 10:00:00–" + expected])
        try machine.use(for: .minutes(1))
        #expect(machine.sessions.last?.active == .minutes(1))
    }

    /// Use is elapsed time: no change of the clock, believed or not, makes more or less of it.
    @Test(arguments: ["3h", "-3h", "20m", "-20m", "2d", "-2d"], [true, false])
    func clockSet(change: String, isSynchronised: Bool) throws {
        var (machine, use) = try using()
        machine.isSynchronised = isSynchronised
        machine.setClock(by: try span(change))
        machine.keepUsing([use], for: .minutes(8))
        machine.send(.useClosed(use))
        let total = machine.sessions.map(\.active.milliseconds).reduce(0, +)
        #expect(total == TimeSpan.minutes(20).milliseconds)
        for session in machine.sessions {
            let until = try #require(session.until)
            #expect(session.at <= until)
        }
        #expect(machine.folded == machine.engine.state)
    }

    @Test(arguments: ["Asia/Tokyo", "America/New_York", "Pacific/Kiritimati"])
    func travel(to zone: String) throws {
        var (machine, use) = try using()
        try machine.travel(to: zone)
        machine.keepUsing([use], for: .minutes(8))
        machine.send(.useClosed(use))
        #expect(machine.sessions.map(\.active) == [.minutes(20)])
    }

    /// The hour that is repeated counts as often as it is used.
    @Test(arguments: ["2026-10-25T01:50:00+02:00", "2026-03-29T01:50:00+01:00"])
    func clockChange(start: String) throws {
        var machine = try Machine(at: start, rules: gated())
        try machine.use(for: .hours(2))
        #expect(machine.sessions.map(\.active) == [.hours(2)])
    }
}
