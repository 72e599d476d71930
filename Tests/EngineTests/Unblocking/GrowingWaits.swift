import Engine
import RuleModel
import Testing

/// Waits and grants of a target's own, and waits that grow with each request of a day.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct GrowingWaits {
    /// Always blocked: shopping and games. Waits of 10 s and 30 s, and 15 s for each further one.
    private func growing(
        by each: TimeSpan = .seconds(15), atMost longest: TimeSpan = .minutes(10),
        own: Target.Unblock = Target.Unblock()
    ) throws -> RuleSet {
        var unblock = UnblockRules.tested
        (unblock.eachFurther, unblock.longestWait) = (each, longest)
        var set = try rules(
            [schedule("always", ["daily 00:00-24:00"], blocks: ["games", "shopping"])],
            targets: ["games", "shopping"], unblock: unblock)
        set.targets[1].unblock = own
        return set
    }

    @Test func eachRequestOfTheDayWaitsLonger() throws {
        var machine = try atNight(growing())
        let waits = try (0..<4).map { _ in try machine.keptWait().seconds }
        #expect(waits == [10, 25, 40, 55])
        // The base is that of the purpose; another target has its own count.
        #expect(try machine.keptWait(.target("shopping"), .impulse) == .seconds(90))
        #expect(try machine.keptWait(.target("games")) == .seconds(10))
    }

    @Test func itIsCutButNeverBelowTheBase() throws {
        var machine = try atNight(growing(by: .minutes(5), atMost: .seconds(20)))
        #expect(try machine.keptWait().seconds == 10)
        #expect(try machine.keptWait().seconds == 20)
        #expect(try machine.keptWait(.target("shopping"), .impulse).seconds == 30)
    }

    /// The purpose may be said later, and changed: the request itself is no earlier one.
    @Test func theRequestItselfDoesNotCount() throws {
        var machine = try atNight(growing())
        #expect(try machine.keptWait().seconds == 10)
        try machine.ask(.target("shopping"), nil as Purpose?)
        #expect(try machine.ask().wait?.length == .seconds(25))
        #expect(try machine.ask(.target("shopping"), .impulse).wait?.length == .seconds(45))
    }

    /// Requests that expired count; a pause counts once it has opened the target.
    @Test func whatCountsAsARequest() throws {
        var machine = try atNight(growing())
        try machine.ask()
        machine.advance(.minutes(11))
        #expect(machine.engine.state.requests.isEmpty)
        #expect(try machine.keptWait().seconds == 25)
        let kept = try machine.ask(.target("shopping"), .planned, isPause: true)
        #expect(kept.wait?.length == .seconds(40))
        #expect(machine.send(.keep(request: kept.id)).count == 1)
        let opened = try machine.ask(.target("shopping"), .planned, isPause: true)
        #expect(opened.wait?.length == .seconds(40))
        machine.advance(.seconds(40))
        try machine.granted(opened)
        machine.advance(.minutes(16))
        #expect(try machine.keptWait().seconds == 55)
    }

    /// The day begins at 04:00 in the rules' zone.
    @Test func theCountBeginsAtFour() throws {
        var machine = try atNight(growing())
        try machine.advance(to: "2026-11-19T03:50:00+01:00")
        #expect(try machine.keptWait().seconds == 10)
        try machine.advance(to: "2026-11-19T03:59:59+01:00")
        #expect(try machine.keptWait().seconds == 25)
        try machine.advance(to: "2026-11-19T04:00:00+01:00")
        #expect(try machine.keptWait().seconds == 10)
        #expect(try machine.keptWait().seconds == 25)
    }

    @Test func theCountSurvivesARestart() throws {
        var machine = try atNight(growing())
        #expect(try machine.keptWait().seconds == 10)
        machine.restart(after: .seconds(5))
        #expect(try machine.keptWait().seconds == 25)
    }

    @Test func aTargetHasItsOwnWaitsAndGrant() throws {
        let own = Target.Unblock(impulseWait: .minutes(1), grant: .minutes(5))
        var machine = try atNight(growing(by: .zero, own: own))
        #expect(try machine.keptWait().seconds == 10)
        #expect(try machine.keptWait(.target("shopping"), .impulse).seconds == 60)
        #expect(try machine.keptWait(.target("games"), .impulse).seconds == 30)
        let request = try machine.ask()
        machine.advance(.seconds(10))
        #expect(try machine.granted(request).time.length == .minutes(5))
        let games = try machine.ask(.target("games"))
        machine.advance(.seconds(10))
        #expect(try machine.granted(games).time.length == .minutes(15))
    }

    /// Several targets: the longest wait, the shortest grant.
    @Test func severalTargetsWaitTogether() throws {
        let own = Target.Unblock(plannedWait: .minutes(2), grant: .minutes(20))
        var machine = try atNight(growing(by: .zero, own: own))
        let request = try machine.ask(.everything, .planned, isPause: true)
        #expect(request.targets == ["games", "shopping"])
        #expect(request.wait?.length == .minutes(2))
        machine.advance(.minutes(2))
        #expect(try machine.granted(request).time.length == .minutes(15))
    }

    /// While an edit waits, each set has its own wait, and the longest counts.
    @Test func anEarlierSetKeepsItsWaitAndItsGrant() throws {
        var old = try growing(
            by: .zero, own: Target.Unblock(plannedWait: .minutes(3), grant: .minutes(5)))
        old.weakeningWaits = .hours(24)
        var new = try growing(by: .seconds(15))
        new.weakeningWaits = .hours(24)
        new.sources = [RuleText(path: "/rules/test.yaml", layer: 2, text: "new")]
        var machine = try atNight(old)
        machine.edit(new)
        let request = try machine.ask()
        #expect(request.wait?.length == .minutes(3))
        machine.advance(.minutes(3))
        #expect(try machine.granted(request).time.length == .minutes(5))
    }
}

extension Machine {
    /// The wait of a request that is then kept.
    fileprivate mutating func keptWait(
        _ place: Place = .target("shopping"), _ purpose: Purpose = .planned
    ) throws -> TimeSpan {
        let request = try ask(place, purpose)
        send(.keep(request: request.id))
        return try #require(request.wait?.length)
    }
}
