import Engine
import RuleModel
import Testing

/// Whether and for how long a target was really used after an unblock.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WhatCameOfIt {
    /// Shopping was opened at 23:00:30 for ten minutes that were intended.
    private func unblocked(_ place: Place = .target("shopping"), _ rules: RuleSet? = nil) throws
        -> (Machine, UnblockRequest)
    {
        var machine = try atNight(rules)
        let request = try machine.ask(
            place, Intent(purpose: .impulse, mood: "stressed", minutes: 10))
        machine.advance(.seconds(30))
        try machine.granted(request)
        return (machine, request)
    }

    private func metrics(_ machine: Machine) throws -> Metrics {
        let day = LocalTime(try at("2026-11-18T12:00:00Z"), offset: 0).date.daysSince1970
        return machine.engine.state.tally.metrics(days: day..<day + 1)
    }

    @Test func notUsed() throws {
        var (machine, request) = try unblocked()
        machine.advance(.hours(2))
        let aftermath = try #require(machine.aftermath(of: request.id))
        #expect(aftermath.used == .zero && aftermath.outcome == nil)
        #expect(aftermath.targets == ["shopping"] && aftermath.intent.minutes == 10)
        #expect(text(aftermath.at, in: machine.zone) == "2026-11-18T23:00:30+01:00")
        #expect(machine.prompts(.logOutcome).isEmpty)
        // Without a reporter, nothing is known of the use.
        #expect(try metrics(machine).useShare == nil)
    }

    @Test func minutesAgainstIntended() throws {
        var (machine, request) = try unblocked()
        machine.advance(.minutes(1))
        try machine.use(for: .minutes(8))
        #expect(machine.aftermath(of: request.id)?.used == .minutes(8))
        #expect(machine.sessions.map(\.requests) == [[request.id]])
        let metrics = try metrics(machine)
        #expect(metrics.useShare == Share(1, of: 1))
        #expect(metrics.meanUse == Mean(480_000, of: 1))
        #expect(metrics.meanIntended == Mean(10, of: 1))
        #expect(metrics.meanUseOfIntended == Mean(480_000, of: 1))
    }

    /// Twice under one permission: together.
    @Test func twoSessions() throws {
        var (machine, request) = try unblocked()
        try machine.use(for: .minutes(2))
        machine.advance(.minutes(3))
        try machine.use(for: .minutes(4))
        #expect(machine.aftermath(of: request.id)?.used == .minutes(6))
        #expect(try metrics(machine).useShare == Share(1, of: 1))
    }

    /// Two targets that were opened together and are used at the same time count once.
    @Test func twoTargetsOfOneGrant() throws {
        let night = ["daily 22:30-06:30"]
        var (machine, request) = try unblocked(
            .site("mall.example"), sharedSite(games: night, shopping: night))
        #expect(machine.aftermath(of: request.id)?.targets.sorted() == ["games", "shopping"])
        let mall = try machine.open(.site("mall.example"))
        let games = try machine.open(.app("org.example.games"))
        machine.keepUsing([mall, games], for: .minutes(5))
        machine.send(.useClosed(mall))
        machine.send(.useClosed(games))
        #expect(machine.aftermath(of: request.id)?.used == .minutes(5))
        let usage = try metrics(machine).usage
        #expect(usage.map(\.time) == [.minutes(5), .minutes(5)])
        #expect(machine.prompts(.logOutcome).count == 1)
    }

    /// Use that continues after the grant is over does not count as use under the grant.
    @Test(arguments: [true, false])
    func beyondTheEnd(hasTicks: Bool) throws {
        var (machine, request) = try unblocked()
        machine.hasTicks = hasTicks
        machine.advance(.minutes(5))
        try machine.use(for: .minutes(10))
        #expect(machine.aftermath(of: request.id)?.used == .minutes(5))
        #expect(
            machine.sessions.map(\.active.milliseconds).reduce(0, +)
                == TimeSpan.minutes(10).milliseconds)
    }

    /// Used before the permission already, as what a reporter sees of a frozen window may be.
    @Test func beforeTheBeginning() throws {
        var machine = try atNight()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(3))
        let request = try machine.ask(.target("shopping"), .planned)
        machine.keepUsing([use], for: .seconds(10))
        try machine.granted(request)
        machine.keepUsing([use], for: .minutes(4))
        machine.send(.useClosed(use))
        #expect(machine.aftermath(of: request.id)?.used == .minutes(4))
    }

    @Test func idleIsNoUse() throws {
        var (machine, request) = try unblocked()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(5))
        machine.send(.idle(reporter: 1, isIdle: true, isLocked: false, for: .minutes(5)))
        machine.keepUsing([use], for: .minutes(1))
        machine.send(.useClosed(use))
        #expect(machine.aftermath(of: request.id)?.used == .zero)
        #expect(try metrics(machine).useShare == Share(0, of: 1))
    }

    /// Noted, taken back, used again: one unblock after which the target was used.
    @Test func idleAfterANote() throws {
        var (machine, request) = try unblocked()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(5))
        machine.send(.idle(reporter: 1, isIdle: true, isLocked: false, for: .minutes(5)))
        machine.keepUsing([use], for: .minutes(2))
        machine.send(.reporterGone(1))
        machine.keepUsing([use], for: .minutes(2))
        machine.send(.useClosed(use))
        #expect(machine.aftermath(of: request.id)?.used == .minutes(2))
        #expect(try metrics(machine).useShare == Share(1, of: 1))
    }

    /// The store takes its time: what was opened late came of the same request.
    @Test func lateCommit() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.advance(.seconds(10))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        let use = try machine.open(.app("org.example.shopping"))
        machine.keepUsing([use], for: .minutes(6))
        _ = machine.commitWaiting()
        machine.store = .keeps
        #expect(machine.folded == machine.engine.state)
        machine.keepUsing([use], for: .minutes(3))
        machine.send(.useClosed(use))
        #expect(machine.aftermath(of: request.id)?.used == .minutes(3))
        #expect(machine.folded == machine.engine.state)
    }
}
