import Engine
import RuleModel
import Testing

/// Nobody can talk use away: idle time is taken back once, and of its own time alone.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct TalkedAway {
    private func idle(
        _ isIdle: Bool, for length: TimeSpan = .zero, by reporter: Int = 1
    ) -> ReportAbsence {
        .idle(reporter: reporter, isIdle: isIdle, isLocked: false, for: length)
    }

    /// Two watchers with different thresholds: the second one's words reach back over the first
    /// one's absence, and before it the person was there.
    @Test func notTwice() throws {
        var machine = try Machine(at: "2026-11-18T09:50:00+01:00", rules: gated())
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(15))
        machine.send(idle(true, for: .minutes(5)))
        machine.keepUsing([use], for: .minutes(1))
        machine.send(idle(false))
        machine.keepUsing([use], for: .minutes(4))
        machine.send(idle(true, for: .minutes(10), by: 2))
        machine.send(idle(false, by: 2))
        machine.keepUsing([use], for: .minutes(5))
        machine.send(.useClosed(use))
        #expect(machine.stretches == ["shopping 09:50:00–10:15:00 900s"])
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == .minutes(15))
    }

    /// Idle since before the reset, told after it: the new day's budget owes nothing to the old.
    @Test func overTheReset() throws {
        var machine = try Machine(
            at: "2026-11-18T03:20:00+01:00", rules: gated(budgets: [budget()]))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(50))
        machine.send(idle(true, for: .minutes(50)))
        machine.send(.reporterGone(1))
        machine.keepUsing([use], for: .minutes(45) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.keepUsing([use], for: instantly)
        #expect(machine.isBlocked("shopping"))
    }

    /// The same over local midnight, by which `usage.today` counts.
    @Test func overMidnight() throws {
        var machine = try Machine(at: "2026-11-17T23:20:00+01:00", rules: gated())
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(50))
        machine.send(idle(true, for: .minutes(45)))
        machine.send(.reporterGone(1))
        machine.keepUsing([use], for: .minutes(8))
        machine.send(.useClosed(use))
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == .minutes(8))
        #expect(machine.sessions.map(\.active) == [.minutes(13)])
    }

    /// A budget that was reached stays reached, whatever is taken back afterwards.
    @Test func reachedStaysReached() throws {
        var machine = try Machine(
            at: "2026-11-18T10:00:00+01:00", rules: gated(budgets: [budget(.minutes(10))]))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(10))
        #expect(machine.isBlocked("shopping"))
        machine.send(idle(true, for: .minutes(9)))
        machine.advance(.minutes(20))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// Enormous spans and many reporters: nothing traps, nothing is below zero.
    @Test func enormous() throws {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: gated())
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(7))
        for reporter in 1...50 {
            machine.send(idle(true, for: .days(3_000_000), by: reporter))
            machine.send(idle(false, for: TimeSpan(milliseconds: -5000), by: reporter))
        }
        machine.send(.useClosed(use))
        #expect(machine.sessions.map(\.active) == [.zero])
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == .zero)
        #expect(machine.folded == machine.engine.state)
    }
}
