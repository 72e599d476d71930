import Engine
import RuleModel
import Testing

/// During auto-protection both intents wait at least the impulse wait.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WaitsUnderAutoProtection {
    /// Quiet hours all day; an auto-protection of ten minutes at 23:05 for those targets.
    private func rules(_ targets: [String]? = nil) throws -> RuleSet {
        try EngineTests.rules(
            [schedule("always", ["daily 00:00-24:00"], blocks: ["games", "shopping"])],
            targets: ["games", "shopping"], sharing: "mall.example",
            auto: [
                auto(
                    when: "local.hour == 23 && local.minute == 5", blocks: targets,
                    for: .minutes(10))
            ])
    }

    @Test(arguments: Purpose.allCases)
    func bothWaitThirtySeconds(purpose: Purpose) throws {
        var machine = try atNight(rules())
        try machine.advance(to: "2026-11-18T23:06:00+01:00")
        #expect(machine.autoProtections.count == 1)
        let request = try machine.ask(.target("shopping"), purpose)
        #expect(machine.engine.waitLeft(of: request) == .seconds(30))
        machine.advance(.seconds(30) - instantly)
        #expect(machine.refusal(confirming: request) == .waitNotOver(instantly))
        machine.advance(instantly)
        try machine.granted(request)
        // It is not strict: the grant runs, and the protection with it.
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.isAutoProtected(["shopping"]))
    }

    /// It begins in the middle of a wait that would have been over at 23:05:05.
    @Test func beginsInTheMiddle() throws {
        var machine = try atNight(rules())
        try machine.advance(to: "2026-11-18T23:04:55+01:00")
        let request = try machine.ask()
        machine.advance(.seconds(10))
        #expect(machine.autoProtections.count == 1)
        #expect(machine.refusal(confirming: request) == .waitNotOver(.seconds(20)))
        machine.advance(.seconds(20) - instantly)
        #expect(machine.refusal(confirming: request) == .waitNotOver(instantly))
        machine.advance(instantly)
        try machine.granted(request)
    }

    /// It begins when the wait is over and nobody has confirmed yet.
    @Test func beginsAfterTheWait() throws {
        var machine = try atNight(rules())
        try machine.advance(to: "2026-11-18T23:04:45+01:00")
        let request = try machine.ask()
        machine.advance(.seconds(15))
        #expect(machine.refusal(confirming: request) == .waitNotOver(.seconds(15)))
        machine.advance(.seconds(15))
        try machine.granted(request)
    }

    /// The ten minutes within which a request can be ended begin when its wait is over.
    @Test func patienceBeginsAfterTheLongerWait() throws {
        var machine = try atNight(rules())
        try machine.advance(to: "2026-11-18T23:04:55+01:00")
        let request = try machine.ask()
        // The wait is over at 23:05:25.
        try machine.advance(to: "2026-11-18T23:15:24.999+01:00")
        #expect(machine.isOpen(request))
        machine.advance(instantly)
        #expect(machine.outcome(of: request) == .expired)
    }

    /// Another target's auto-protection is none of this request's business.
    @Test func anotherTarget() throws {
        var machine = try atNight(rules(["games"]))
        try machine.advance(to: "2026-11-18T23:06:00+01:00")
        let shopping = try machine.ask(.target("shopping"), .planned)
        #expect(machine.engine.waitLeft(of: shopping) == .seconds(10))
        machine.send(.keep(request: shopping.id))
        // A site of both waits as the stricter one.
        let mall = try machine.ask(.site("mall.example"), .planned)
        #expect(mall.targets == ["games", "shopping"])
        #expect(machine.engine.waitLeft(of: mall) == .seconds(30))
    }

    /// A planned wait that the rules make longer than the impulse wait stays as long.
    @Test func atLeast() throws {
        var set = try rules()
        set.unblock.plannedWait = .minutes(2)
        var machine = try atNight(set)
        try machine.advance(to: "2026-11-18T23:06:00+01:00")
        let planned = try machine.ask()
        #expect(machine.engine.waitLeft(of: planned) == .minutes(2))
    }
}
