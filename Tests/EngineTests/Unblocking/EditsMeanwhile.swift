import Engine
import RuleModel
import Testing

/// Rules are edited, or restrictions end, in the middle of a request, a grant or a protection.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct EditsMeanwhile {
    private let gone = "games"

    /// Two targets in quiet hours, then only shopping is left in the rules.
    private func both(auto: [AutoProtection] = []) throws -> RuleSet {
        try rules(
            [schedule("nights", ["daily 22:30-06:30"], blocks: ["games", "shopping"])],
            targets: ["games", "shopping"], sharing: "mall.example", auto: auto)
    }

    private func shoppingAlone(auto: [AutoProtection] = []) throws -> RuleSet {
        try rules(
            [schedule("nights", ["daily 22:30-06:30"])], sharing: "mall.example", auto: auto)
    }

    // MARK: A target is removed

    @Test func requestOfARemovedTarget() throws {
        var machine = try atNight(both())
        let request = try machine.ask(.target(gone), .planned)
        machine.edit(try shoppingAlone())
        #expect(machine.outcome(of: request) == .lapsed)
        machine.advance(.seconds(10))
        #expect(machine.refusal(confirming: request) == .requestOver(request.id, .lapsed))
        let again = AskToUnblock.request(.target(gone), intent: nil, isPause: false)
        #expect(machine.refusal(again) == .noSuchTarget(gone))
        #expect(!machine.isBlocked(gone))
        #expect(machine.isBlocked("shopping"))
    }

    /// The same where a protection of the target runs on.
    @Test func requestUnderAProtection() throws {
        let set = try rules([], targets: ["games", "shopping"])
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        machine.send(.startProtection(target: gone, length: .hours(2), name: ""))
        let request = try machine.ask(.target(gone), .planned)
        machine.edit(try rules([]))
        #expect(!machine.isBlocked(gone))
        #expect(machine.outcome(of: request) == .lapsed)
        machine.advance(.seconds(10))
        #expect(machine.refusal(confirming: request) != nil)
        #expect(machine.engine.state.grants.isEmpty)
    }

    /// A shared site loses one of its targets: the other is opened.
    @Test func siteLosesATarget() throws {
        var machine = try atNight(both())
        let request = try machine.ask(.site("mall.example"), .planned)
        machine.edit(try shoppingAlone())
        #expect(machine.isOpen(request))
        machine.advance(.seconds(10))
        let grant = try machine.granted(request)
        #expect(grant.targets == ["shopping"])
        #expect(!machine.isBlocked("shopping"))
    }

    /// A site that no target has any more is not blocked: there is nothing left to ask for.
    @Test func siteLeavesTheRules() throws {
        var machine = try atNight(both())
        let request = try machine.ask(.site("mall.example"), .planned)
        machine.edit(
            try rules(
                [schedule("nights", ["daily 22:30-06:30"], blocks: ["games", "shopping"])],
                targets: ["games", "shopping"]))
        #expect(machine.send(.attempt(.site("mall.example"))) == [.attempted([])])
        #expect(machine.outcome(of: request) == .lapsed)
        machine.advance(.seconds(10))
        #expect(machine.refusal(confirming: request) != nil)
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
    }

    /// A site that has come to another target in the meantime opens that one too.
    @Test func siteComesToAnotherTarget() throws {
        var set = try both()
        set.targets[1].sites = ["shopping.example"]
        var machine = try atNight(set)
        let request = try machine.ask(.site("mall.example"), .planned)
        #expect(request.targets == ["games"])
        machine.edit(try both())
        machine.advance(.seconds(10))
        let grant = try machine.granted(request)
        #expect(grant.targets == ["games", "shopping"])
        #expect(machine.send(.attempt(.site("mall.example"))) == [.attempted([])])
    }

    /// A site that stands in a free target by now is not refused in the name of the blocked one
    /// that it stood in (quiet seed 8164 of the simulated years).
    @Test func siteGoesOverToAFreeTarget() throws {
        func set(_ holder: Int) throws -> RuleSet {
            var set = try rules(
                [schedule("nights", ["daily 22:30-06:30"], blocks: ["games"])],
                targets: ["games", "shopping"])
            set.targets[holder].sites.append("mall.example")
            return set
        }
        var machine = try atNight(set(0))
        let pause = try machine.ask(.site("mall.example"), .planned, isPause: true)
        #expect(pause.targets == ["games"])
        machine.edit(try set(1))
        machine.advance(.seconds(10))
        #expect(machine.isBlocked("games"))
        #expect(machine.refusal(confirming: pause) == .notBlocked(["shopping"]))
    }

    @Test func grantOfARemovedTarget() throws {
        var machine = try atNight(both())
        try machine.unblock(.target(gone))
        let told = machine.told.count
        machine.edit(try shoppingAlone())
        machine.advance(.minutes(20))
        #expect(machine.told.count == told)
        #expect(machine.engine.state.grants.isEmpty)
        #expect(!machine.isBlocked(gone))
        // Back in the rules it is blocked again: the grant is over.
        machine.edit(try both())
        #expect(machine.isBlocked(gone))
    }

    @Test func removedWhileBeingConfirmed() throws {
        var machine = try atNight(both())
        let request = try machine.ask(.target(gone), .planned)
        machine.advance(.seconds(10))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        machine.edit(try shoppingAlone())
        _ = machine.commitWaiting()
        #expect(!machine.isBlocked(gone))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.outcome(of: request) == .unblocked)
        #expect(machine.folded == machine.engine.state)
        machine.advance(.minutes(20))
        #expect(machine.engine.state.grants.isEmpty)
    }

    @Test func windowOfARemovedTarget() throws {
        let rule = try auto(when: "local.hour == 23 && local.minute == 5")
        var machine = try atNight(both(auto: [rule]))
        machine.advance(.minutes(6))
        #expect(machine.autoProtections.map(\.protection.targets) == [["games", "shopping"]])
        machine.edit(try shoppingAlone(auto: [rule]))
        #expect(!machine.isBlocked(gone))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.protections.count == 1)
        // Back within the window, the window holds it again, to its own end.
        machine.edit(try rules([], targets: ["games", "shopping"], auto: [rule]))
        #expect(machine.end(gone) == "2026-11-19T01:05:00+01:00")
        machine.advance(.hours(2))
        #expect(!machine.isBlocked(gone) && !machine.isBlocked("shopping"))
    }

    /// The rule that began a window is removed: what began goes on.
    @Test func ruleOfAWindowRemoved() throws {
        let rule = try auto(when: "local.hour == 23 && local.minute == 5")
        var machine = try atNight(rules([], auto: [rule]))
        machine.advance(.minutes(6))
        machine.edit(try rules([]))
        #expect(machine.end() == "2026-11-19T01:05:00+01:00")
        machine.advance(.hours(2))
        #expect(!machine.isBlocked("shopping"))
    }

    // MARK: A restriction ends

    @Test func restrictionEnds() throws {
        var machine = try atNight()
        try machine.advance(to: "2026-11-19T06:29:55+01:00")
        let request = try machine.ask()
        machine.advance(.seconds(5) - instantly)
        #expect(machine.isOpen(request))
        machine.advance(instantly)
        #expect(machine.outcome(of: request) == .lapsed)
        machine.advance(.seconds(10))
        #expect(machine.refusal(confirming: request) == .requestOver(request.id, .lapsed))
        #expect(machine.engine.figures.keptToday == 0)
        #expect(machine.engine.figures.unblocksToday == 0)
        #expect(machine.engine.requestsToday == 1)
    }

    /// Asked for at the very instant of the end: nothing is blocked.
    @Test func askedAtTheEnd() throws {
        var machine = try atNight()
        machine.hasTicks = false
        try machine.advance(to: "2026-11-19T06:30:00+01:00")
        let input = AskToUnblock.request(.target("shopping"), intent: nil, isPause: false)
        #expect(machine.refusal(input) == .notBlocked(["shopping"]))
    }

    /// Of two restrictions one ends: the request is about what is left.
    @Test func oneOfTwoEnds() throws {
        var machine = try atNight()
        machine.send(.startProtection(target: "shopping", length: .minutes(1), name: ""))
        machine.advance(.seconds(55))
        let request = try machine.ask()
        machine.advance(.seconds(10))
        #expect(machine.engine.state.protections.isEmpty)
        try machine.granted(request)
    }

    @Test func switchedOffMeanwhile() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.send(.switch(.target("shopping"), isOn: false))
        #expect(machine.outcome(of: request) == .lapsed)
        machine.send(.switch(.target("shopping"), isOn: true))
        let next = try machine.ask()
        machine.send(.switch(.schedule("nights"), isOn: false))
        #expect(machine.outcome(of: next) == .lapsed)
    }

    // MARK: The rules of the conversation change

    /// A grant keeps the length that it was given; a new one has the new length.
    @Test func grantLengthEdited() throws {
        var machine = try atNight()
        try machine.unblock()
        var set = try everyNight()
        set.unblock.grant = .minutes(1)
        set.sources = [RuleText(path: "/rules/test.yaml", layer: 2, text: "shorter")]
        machine.edit(set)
        machine.advance(.minutes(15) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
        let grant = try machine.unblock()
        #expect(grant.time.length == .minutes(1))
    }

    /// A running wait keeps its length too.
    @Test func waitEdited() throws {
        var machine = try atNight()
        let request = try machine.ask()
        var set = try everyNight()
        set.unblock.plannedWait = .zero
        set.sources = [RuleText(path: "/rules/test.yaml", layer: 2, text: "shorter")]
        machine.edit(set)
        #expect(machine.refusal(confirming: request) == .waitNotOver(.seconds(10)))
        machine.advance(.seconds(10))
        try machine.granted(request)
    }
}
