import Engine
import RuleModel
import Testing

/// A grant lasts 15 minutes of elapsed time, and where a restriction still holds the target is
/// blocked again at that instant.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct GrantLengths {
    /// A grant given at 23:00:10.123.
    private func granted(_ rules: RuleSet? = nil) throws -> Machine {
        var machine = try atNight(rules)
        machine.advance(TimeSpan(milliseconds: 123))
        let request = try machine.ask()
        machine.advance(.seconds(10))
        try machine.granted(request)
        return machine
    }

    @Test func toTheMillisecond() throws {
        var machine = try granted()
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.minutes(15) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
        machine.advance(.hours(9))
        #expect(
            try machine.decisions(since: 1) == [
                "2026-11-18T23:00:10.123+01:00 unblock shopping",
                "2026-11-18T23:15:10.123+01:00 block shopping until 2026-11-19T06:30:00+01:00",
                "2026-11-19T06:30:00+01:00 unblock shopping",
            ])
        #expect(
            machine.told.map(\.decision.cause) == [.schedule, .grant, .grant, .schedule])
        #expect(machine.grantEndings == [.time])
    }

    @Test func isAnsweredAndRecorded() throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), .impulse)
        machine.advance(.seconds(30))
        let answers = machine.send(.confirm(request: request.id))
        let grant = try #require(machine.engine.state.grants.first)
        let end = try at("2026-11-18T23:15:30+01:00")
        #expect(answers == [.granted(grant, until: end)])
        #expect(grant.request == request.id)
        #expect(grant.targets == ["shopping"])
        #expect(grant.purpose == .impulse)
        #expect(try grant.at == at("2026-11-18T23:00:30+01:00"))
        #expect(grant.time.length == .minutes(15))
        #expect(grant.id == machine.history.first { $0.fact.kind == .unblocked }?.sequence)
        #expect(machine.engine.grantEnd(of: "shopping") == end)
        let decision = try #require(machine.told.last?.decision)
        #expect(decision.restrictions.isEmpty)
        #expect(decision.grantedUntil == end)
        #expect(machine.outcome(of: request) == .unblocked)
        #expect(machine.engine.state.requests.isEmpty)
    }

    /// The end of a grant is the next moment at which something changes by itself.
    @Test func nextChange() throws {
        var machine = try granted()
        #expect(try machine.engine.nextChange == at("2026-11-18T23:15:10.123+01:00"))
        machine.advance(.minutes(15))
        #expect(try machine.engine.nextChange == at("2026-11-19T06:30:00+01:00"))
    }

    /// As long as the rules say.
    @Test func lengthOfTheRules() throws {
        var unblock = UnblockRules.tested
        unblock.grant = .minutes(3)
        var machine = try granted(
            rules([schedule("nights", ["daily 22:30-06:30"])], unblock: unblock))
        machine.advance(.minutes(3) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
    }

    /// As long as the person said, but no longer than the rules say.
    @Test(
        arguments: [(nil, 15), (1, 1), (2, 2), (15, 15), (16, 15), (1440, 15)] as [(Int?, Int64)])
    func theMinutesSaid(minutes: Int?, length: Int64) throws {
        var machine = try atNight()
        let request = try machine.ask(
            .target("shopping"), Intent(purpose: .planned, minutes: minutes))
        machine.advance(.seconds(10))
        let grant = try machine.granted(request)
        #expect(grant.time.length == .minutes(length))
        machine.advance(.minutes(length) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
    }

    /// The minutes that were said last count.
    @Test func minutesSaidDuringTheWait() throws {
        var machine = try atNight()
        try machine.ask(.target("shopping"), Intent(purpose: .planned, minutes: 9))
        machine.advance(.seconds(10))
        let request = try machine.ask(
            .target("shopping"), Intent(purpose: .planned, minutes: 3))
        #expect(try machine.granted(request).time.length == .minutes(3))
    }

    /// Where the restriction ends first, nothing happens at the end of the grant.
    @Test func nothingLeftToBlock() throws {
        var machine = try atNight()
        try machine.unblock(at: "2026-11-19T06:20:00+01:00")
        machine.advance(.hours(3))
        #expect(
            try machine.decisions(since: 1) == ["2026-11-19T06:20:00+01:00 unblock shopping"])
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.grantEndings == [.time])
        #expect(machine.engine.state.quietHours.isEmpty)
    }

    /// A clock set back does not lengthen it, set forward does not shorten it; believed or not.
    @Test(
        arguments: ["-1h", "-10m", "10m", "1h", "5h", "-10d", "10d"], [false, true])
    func clockChangesDoNotMatter(change: String, synchronised: Bool) throws {
        // The whole day, so that the target is restricted wherever the clock goes.
        var machine = try granted(rules([schedule("always", ["daily 00:00-24:00"])]))
        machine.advance(.minutes(7))
        machine.isSynchronised = synchronised
        machine.setClock(by: try span(change))
        machine.advance(.minutes(8) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.told.count { $0.decision.verdict == .unblock } == 1)
        #expect(machine.grantEndings == [.time])
    }

    /// Both changes of daylight-saving time within the grant.
    @Test(arguments: [
        ("2026-03-29T01:50:00+01:00", "2026-03-29T03:05:00+02:00"),
        ("2026-10-25T02:50:00+02:00", "2026-10-25T02:05:00+01:00"),
    ])
    func clockChangesOfTheYear(start: String, end: String) throws {
        let rules = try rules([schedule("always", ["daily 00:00-24:00"])])
        var machine = try Machine(at: start, rules: rules)
        machine.sleep(.zero)
        let request = try machine.ask()
        machine.advance(.seconds(10))
        try machine.granted(request)
        let told = machine.told.count
        machine.advance(.minutes(15))
        #expect(machine.told.count == told + 1)
        #expect(machine.told.last?.at == (try at(end)) + .seconds(10))
    }

    @Test func suspendCounts() throws {
        var machine = try granted()
        machine.sleep(.minutes(14))
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.minutes(1) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
    }

    @Test func suspendPastTheEnd() throws {
        var machine = try granted()
        machine.sleep(.hours(1))
        #expect(
            try machine.decisions(since: 2) == [
                "2026-11-19T00:00:10.123+01:00 block shopping until 2026-11-19T06:30:00+01:00"
            ])
    }

    @Test(arguments: ["0s", "1m", "14m"])
    func restart(away: String) throws {
        var machine = try granted()
        machine.restart(after: try span(away))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.told.count == 2)
        machine.advance(.minutes(15))
        #expect(
            try machine.decisions(since: 2) == [
                "2026-11-18T23:15:10.123+01:00 block shopping until 2026-11-19T06:30:00+01:00"
            ])
    }

    /// Over a reboot: the rest, less the wall time away, never longer than the rest.
    @Test(arguments: [
        // Away, clock set by, the seconds that are left of ten minutes.
        ("2m", "0s", 480), ("9m", "0s", 60), ("10m", "0s", 0), ("3h", "0s", 0),
        ("2m", "-5h", 600), ("2m", "5h", 0), ("2m", "1m", 420),
    ])
    func reboot(away: String, change: String, left: Int64) throws {
        var machine = try granted(rules([schedule("always", ["daily 00:00-24:00"])]))
        machine.advance(.minutes(5))
        machine.reboot(away: try span(away), clockSetBy: try span(change))
        if left > 0 {
            #expect(!machine.isBlocked("shopping"))
            machine.advance(.seconds(left) - instantly)
            #expect(!machine.isBlocked("shopping"))
            machine.advance(instantly)
        }
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.grants.isEmpty)
    }

    /// Another deadline a few milliseconds later does not hold the end of a grant back.
    @Test func endsAreNotGathered() throws {
        let schedules = try [schedule("nights", ["daily 22:30-06:30"], blocks: ["shopping"])]
        var machine = try atNight(rules(schedules, targets: ["games", "shopping"]))
        machine.hasTicks = false
        machine.send(.startProtection(target: "games", length: .minutes(20), name: "Focus"))
        machine.advance(.minutes(4))
        let request = try machine.ask()
        machine.advance(.minutes(1) - TimeSpan(milliseconds: 15))
        try machine.granted(request)
        machine.advance(.hours(1))
        let shopping = try machine.decisions(since: 1).filter { $0.contains(" shopping") }
        #expect(
            shopping.last
                == "2026-11-18T23:19:59.985+01:00 block shopping until 2026-11-19T06:30:00+01:00")
    }
}
