import Engine
import RuleModel
import Testing

/// Time in which the person is away is taken out of use, not out of the session.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct IdleTime {
    /// Shopping is used since 10:00.
    private func using() throws -> (Machine, Int64) {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: gated())
        let use = try machine.open()
        return (machine, use)
    }

    private func idle(
        _ isIdle: Bool, for length: TimeSpan = .zero, by reporter: Int = 1
    ) -> ReportAbsence {
        .idle(reporter: reporter, isIdle: isIdle, isLocked: false, for: length)
    }

    @Test func isTakenOut() throws {
        var (machine, use) = try using()
        machine.keepUsing([use], for: .minutes(5))
        machine.send(idle(true))
        machine.keepUsing([use], for: .minutes(5))
        machine.send(idle(false))
        machine.keepUsing([use], for: .minutes(5))
        machine.send(.useClosed(use))
        #expect(machine.stretches == ["shopping 10:00:00–10:15:00 600s"])
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == .minutes(10))
        #expect(machine.folded == machine.engine.state)
    }

    /// The reporter says so three minutes late: they are taken back, over a note as well.
    @Test(arguments: ["3m", "4m"])
    func since(length: String) throws {
        var (machine, use) = try using()
        machine.keepUsing([use], for: .minutes(6))
        machine.send(idle(true, for: try span(length)))
        machine.keepUsing([use], for: .minutes(5))
        machine.send(idle(false))
        machine.keepUsing([use], for: .minutes(1))
        machine.send(.useClosed(use))
        let active = try TimeSpan.minutes(7) - span(length)
        #expect(machine.sessions.map(\.active) == [active])
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == active)
    }

    /// Idle for longer than anything was used: nothing was, and never less than nothing.
    @Test func sinceBeforeTheSession() throws {
        var (machine, use) = try using()
        machine.keepUsing([use], for: .minutes(2))
        machine.send(idle(true, for: .hours(5)))
        machine.keepUsing([use], for: .minutes(2))
        machine.send(.useClosed(use))
        #expect(machine.stretches == ["shopping 10:00:00–10:04:00 0s"])
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == .zero)
    }

    /// Time under two grants at once that turns out to be idle counts under neither, and what is
    /// used later counts once more under the grant that is left.
    @Test func underTwoGrants() throws {
        var machine = try atNight(
            sharedSite(games: ["daily 20:00-04:00"], shopping: ["daily 19:00-07:00"]))
        for (place, minutes) in [(Place.target("shopping"), 6), (.site("mall.example"), 30)] {
            let request = try machine.ask(place, Intent(purpose: .impulse, minutes: minutes))
            machine.advance(.seconds(30))
            try machine.granted(request)
        }
        let use = try machine.open(.site("mall.example"))
        machine.keepUsing([use], for: .minutes(3))
        machine.send(idle(true, for: .minutes(2)))
        machine.send(idle(false))
        machine.keepUsing([use], for: .minutes(10))
        machine.send(.useClosed(use))
        let used = machine.engine.state.aftermaths.map(\.used)
        #expect(used == [.seconds(210), .minutes(11)])
        // Of the first three minutes one was used, and then ten; in the episodes of both.
        #expect(machine.episodes.meanUseOfIntended == Mean(2 * 660_000, of: 2))
        #expect(machine.folded == machine.engine.state)
    }

    /// Idle time from after the end of the other grant is none that both had.
    @Test func afterTheOtherGrant() throws {
        var machine = try atNight(
            sharedSite(games: ["daily 20:00-04:00"], shopping: ["daily 19:00-07:00"]))
        for (place, minutes) in [(Place.target("shopping"), 2), (.site("mall.example"), 30)] {
            let request = try machine.ask(place, Intent(purpose: .impulse, minutes: minutes))
            machine.advance(.seconds(30))
            try machine.granted(request)
        }
        let use = try machine.open(.site("mall.example"))
        machine.keepUsing([use], for: .minutes(7))
        machine.send(idle(true, for: .minutes(4)))
        machine.send(idle(false))
        machine.send(.useClosed(use))
        #expect(machine.engine.state.aftermaths.map(\.used) == [.seconds(90), .minutes(3)])
        #expect(machine.episodes.meanUseOfIntended == Mean(2 * 180_000, of: 2))
    }

    /// Said again and again, as reporters do: what is idle already is not taken out twice.
    @Test func saidAgain() throws {
        var (machine, use) = try using()
        machine.keepUsing([use], for: .minutes(5))
        machine.send(idle(true, for: .minutes(1)))
        machine.keepUsing([use], for: .minutes(2))
        machine.send(idle(true, for: .minutes(3)))
        machine.send(idle(true, for: .minutes(3), by: 2))
        machine.keepUsing([use], for: .minutes(2))
        machine.send(.useClosed(use))
        #expect(machine.sessions.map(\.active) == [.minutes(4)])
    }

    /// Two reporters say so, and are gone one after the other.
    @Test func twoReporters() throws {
        var (machine, use) = try using()
        machine.keepUsing([use], for: .minutes(5))
        machine.send(idle(true))
        machine.keepUsing([use], for: .minutes(1))
        machine.send(idle(true, by: 2))
        machine.keepUsing([use], for: .minutes(2))
        machine.send(.reporterGone(1))
        machine.keepUsing([use], for: .minutes(2))
        machine.send(.reporterGone(2))
        machine.keepUsing([use], for: .minutes(5))
        machine.send(.useClosed(use))
        #expect(machine.stretches == ["shopping 10:00:00–10:15:00 600s"])
    }

    /// An unknown reporter is gone: nothing.
    @Test func goneWithoutAWord() throws {
        var (machine, _) = try using()
        let before = machine.engine.state
        machine.send(.reporterGone(9))
        #expect(machine.engine.state == before)
    }

    /// Opened while the person is away: counted once they are back.
    @Test func openedWhileAway() throws {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: gated())
        machine.send(idle(true))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(5))
        machine.send(idle(false))
        machine.keepUsing([use], for: .minutes(5))
        machine.send(.useClosed(use))
        #expect(machine.sessions.map(\.active) == [.minutes(5)])
    }

    /// Who is away is not known after a restart until a reporter says so again.
    @Test func restart() throws {
        var (machine, _) = try using()
        machine.send(idle(true))
        machine.restart(after: .seconds(1))
        try machine.use(for: .minutes(2))
        #expect(machine.sessions.last?.active == .minutes(2))
    }
}
