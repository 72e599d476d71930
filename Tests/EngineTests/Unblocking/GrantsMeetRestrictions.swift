import Engine
import RuleModel
import Testing

/// Grants that overlap the beginning of every kind of restriction: strict ones and
/// auto-protections end them at the instant, the others let them run to their end.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct GrantsMeetRestrictions {
    /// Manual protection from 22:45 on, quiet hours from 23:00, a grant until 23:13.
    private func grantedUntil2313(
        isStrict: Bool = false, auto: [AutoProtection] = []
    ) throws -> Machine {
        let set = try rules(
            [schedule("nights", ["daily 23:00-06:30"], isStrict: isStrict)], auto: auto)
        var machine = try Machine(at: "2026-11-18T22:40:00+01:00", rules: set)
        machine.send(.startProtection(target: "shopping", length: .hours(1), name: "Focus"))
        try machine.unblock(at: "2026-11-18T22:58:00+01:00")
        #expect(!machine.isBlocked("shopping"))
        return machine
    }

    /// The decisions after the grant began.
    private func after(_ machine: Machine) throws -> [String] {
        try machine.decisions(since: 2).map { String($0.dropFirst(11)) }
    }

    // MARK: Quiet hours

    @Test func outlivesQuietHours() throws {
        var machine = try grantedUntil2313()
        let told = machine.told.count
        try machine.advance(to: "2026-11-18T23:12:59.999+01:00")
        #expect(machine.engine.state.quietHours.keys.contains("nights"))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.told.count == told)
        machine.advance(instantly)
        #expect(
            try after(machine) == [
                "23:13:00+01:00 block shopping until 2026-11-19T06:30:00+01:00"
            ])
        #expect(
            machine.told.last?.decision.restrictions.map(\.kind) == [
                .manualProtection, .quietHours,
            ])
        #expect(machine.grantEndings == [.time])
    }

    @Test func strictQuietHoursEndIt() throws {
        var machine = try grantedUntil2313(isStrict: true)
        try machine.advance(to: "2026-11-18T22:59:59.999+01:00")
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(
            try after(machine) == [
                "23:00:00+01:00 block shopping until 2026-11-19T06:30:00+01:00"
            ])
        #expect(machine.grantEndings == [.strict])
        #expect(machine.engine.state.grants.isEmpty)
        machine.advance(.minutes(13))
        #expect(machine.told.count == 3)
    }

    /// To the instant, also without the ticks of the timers.
    @Test func strictWithoutTicks() throws {
        var machine = try grantedUntil2313(isStrict: true)
        machine.hasTicks = false
        try machine.advance(to: "2026-11-18T23:05:00+01:00")
        #expect(
            try after(machine) == [
                "23:00:00+01:00 block shopping until 2026-11-19T06:30:00+01:00"
            ])
    }

    /// A grant of a site is of all its targets: quiet hours of the second begin within it.
    @Test func outlivesTheOtherTargetsQuietHours() throws {
        var machine = try Machine(
            at: "2026-11-18T22:40:00+01:00",
            rules: sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 23:00-06:30"]))
        let grant = try machine.unblock(
            at: "2026-11-18T22:58:00+01:00", .planned, .site("mall.example"))
        #expect(grant.targets == ["games", "shopping"])
        try machine.advance(to: "2026-11-18T23:12:59.999+01:00")
        #expect(machine.send(.attempt(.site("mall.example"))) == [.attempted([])])
        machine.advance(instantly)
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
        #expect(machine.told.last?.at == machine.watch)
    }

    /// Asked for by its own name, a target's grant is of that target alone.
    @Test func aTargetsGrantIsItsOwn() throws {
        var machine = try Machine(
            at: "2026-11-18T22:40:00+01:00",
            rules: sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 23:00-06:30"]))
        let grant = try machine.unblock(
            at: "2026-11-18T22:58:00+01:00", .planned, .target("games"))
        #expect(grant.targets == ["games"])
        try machine.advance(to: "2026-11-18T23:00:00+01:00")
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.send(.attempt(.site("mall.example"))) == [.attempted(["shopping"])])
    }

    /// Of a grant's two targets one becomes strict: what that target holds is blocked.
    @Test func strictOnOneOfTwo() throws {
        var machine = try Machine(
            at: "2026-11-18T22:40:00+01:00",
            rules: sharedSite(
                games: ["daily 23:00-05:00"], shopping: ["daily 22:00-06:30"], strict: "games"))
        machine.send(.startProtection(target: nil, length: .hours(1), name: ""))
        try machine.unblock(at: "2026-11-18T22:58:00+01:00", .planned, .site("mall.example"))
        #expect(!machine.isBlocked("games") && !machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-18T23:00:00+01:00")
        #expect(machine.isBlocked("games"))
        #expect(machine.send(.attempt(.site("mall.example"))) != [.attempted([])])
    }

    // MARK: Manual protection

    @Test func aManualProtectionEndsIt() throws {
        var machine = try grantedUntil2313()
        machine.advance(.seconds(30))
        machine.send(.startProtection(target: nil, length: .hours(2), name: "More"))
        #expect(
            try after(machine) == [
                "22:58:30+01:00 block shopping until 2026-11-19T06:30:00+01:00"
            ])
        #expect(machine.told.last?.decision.cause == .protection)
        #expect(machine.grantEndings == [.manualProtection])
        // A later one runs under it.
        try machine.unblock()
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.minutes(15))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.manualProtection, .time])
    }

    /// A protection within the one from 22:45 is none of its own.
    @Test func aProtectionWithinAnotherEndsIt() throws {
        var machine = try grantedUntil2313()
        machine.send(.startProtection(target: "shopping", length: .minutes(10), name: "Again"))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.protections.map(\.name) == ["Focus"])
        #expect(machine.grantEndings == [.manualProtection])
    }

    @Test func aPausesProtectionEndsIt() throws {
        var machine = try grantedUntil2313()
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        machine.send(.protectInstead(request: pause.id, length: .hours(2)))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.manualProtection])
    }

    @Test func anotherTargetsProtectionDoesNot() throws {
        var machine = try Machine(
            at: "2026-11-18T22:40:00+01:00",
            rules: sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:00-06:30"]))
        try machine.unblock(at: "2026-11-18T22:58:00+01:00", .planned, .target("games"))
        machine.send(.startProtection(target: "shopping", length: .hours(2), name: ""))
        #expect(!machine.isBlocked("games") && machine.grantEndings.isEmpty)
    }

    @Test func strictManualProtectionEndsIt() throws {
        var machine = try grantedUntil2313()
        machine.advance(.seconds(30))
        machine.send(
            .startProtection(target: nil, length: .hours(2), name: "Hard", isStrict: true))
        #expect(
            try after(machine) == [
                "22:58:30+01:00 block shopping until 2026-11-19T06:30:00+01:00"
            ])
        #expect(machine.grantEndings == [.strict])
    }

    // MARK: Auto-protection

    @Test(arguments: [false, true])
    func autoProtectionEndsIt(isStrict: Bool) throws {
        let rule = try auto(when: "local.hour == 23 && local.minute == 0", isStrict: isStrict)
        var machine = try grantedUntil2313(auto: [rule])
        try machine.advance(to: "2026-11-18T23:00:00+01:00")
        #expect(machine.isBlocked("shopping"))
        #expect(machine.told.last?.at == machine.watch)
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.grantEndings.count == 1)
        #expect(machine.engine.state.protections.contains { $0.kind == .autoProtection })
    }

    /// Not strict: a new grant can be asked for, waits thirty seconds, and runs.
    @Test func unblockedAgain() throws {
        let rule = try auto(when: "local.hour == 23 && local.minute == 0")
        var machine = try grantedUntil2313(auto: [rule])
        try machine.advance(to: "2026-11-18T23:01:00+01:00")
        let request = try machine.ask()
        machine.advance(.seconds(30))
        try machine.granted(request)
        machine.advance(.minutes(15) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.autoProtection, .time])
    }

    /// An auto-protection of another target lets it run.
    @Test func anotherTargetsAutoProtection() throws {
        let rule = try auto(
            when: "local.hour == 23 && local.minute == 0", blocks: ["shopping"])
        let set = try rules(
            [schedule("nights", ["daily 22:00-06:30"], blocks: ["games"])],
            targets: ["games", "shopping"], auto: [rule])
        var machine = try Machine(at: "2026-11-18T22:40:00+01:00", rules: set)
        try machine.unblock(at: "2026-11-18T22:58:00+01:00", .planned, .target("games"))
        try machine.advance(to: "2026-11-18T23:12:59.999+01:00")
        #expect(machine.isBlocked("shopping"))
        #expect(!machine.isBlocked("games"))
    }

    // MARK: Rule edits

    @Test func runningScheduleBecomesStrict() throws {
        var machine = try atNight()
        try machine.unblock()
        machine.advance(.minutes(5))
        machine.edit(try everyNight(isStrict: true))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.strict])
        #expect(
            try machine.decisions().last
                == "2026-11-18T23:05:30+01:00 block shopping until 2026-11-19T06:30:00+01:00")
    }

    @Test func scheduleAddedOverIt() throws {
        var machine = try atNight()
        try machine.unblock()
        let told = machine.told.count
        let nights = try schedule("nights", ["daily 22:30-06:30"])
        machine.edit(try rules([nights, schedule("more", ["daily 22:45-05:00"])]))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.told.count == told)
        machine.edit(
            try rules([nights, schedule("more", ["daily 22:45-05:00"], isStrict: true)]))
        #expect(machine.isBlocked("shopping"))
    }

    /// A strict schedule that is switched on while a grant runs.
    @Test func strictSwitchedOn() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"])
        let hard = try schedule("hard", ["daily 22:30-05:00"], isEnabled: false, isStrict: true)
        var machine = try atNight(rules([nights, hard]))
        try machine.unblock()
        #expect(machine.send(.switch(.schedule("hard"), isOn: true)) == [.changed])
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.strict])
    }

    /// A strict range that begins by the clock's being set and believed, in the grant.
    @Test func strictAfterAClockChange() throws {
        let set = try rules([
            schedule("nights", ["daily 22:30-06:30"]),
            schedule("early", ["daily 04:00-06:00"], isStrict: true),
        ])
        var machine = try atNight(set)
        try machine.unblock()
        machine.isSynchronised = true
        machine.setClock(by: .hours(5) + .minutes(30))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.strict])
        #expect(machine.told.last?.decision.cause == .clock)
    }

    /// A strict night that began while the daemon was away is found at its start.
    @Test func strictFoundAtTheStart() throws {
        var machine = try grantedUntil2313(isStrict: true)
        machine.restart(after: .minutes(5))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.strict])
        #expect(machine.told.last?.decision.verdict == .block)
    }
}
