import Engine
import RuleModel
import Testing

/// A pause is the same conversation, opened without having met a block; it ends in a protection
/// moment, in a manual protection, or in an unblock.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Pauses {
    private func afternoon() throws -> Machine {
        try Machine(
            at: "2026-11-18T15:00:00+01:00", rules: rules([], targets: ["games", "shopping"]))
    }

    @Test func endsInAProtectionMoment() throws {
        var machine = try afternoon()
        let pause = try machine.ask(.everything, .impulse, isPause: true)
        #expect(pause.isPause)
        #expect(pause.targets == ["games", "shopping"])
        #expect(pause.circumstances.requestsToday == 1)
        #expect(machine.send(.keep(request: pause.id)) == [.kept])
        #expect(machine.engine.figures.keptToday == 1)
        #expect(machine.told.isEmpty)
    }

    @Test func endsInAProtection() throws {
        var machine = try afternoon()
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        machine.advance(.minutes(2))
        let answers = machine.send(.protectInstead(request: pause.id, length: .hours(1)))
        let protection = try #require(machine.engine.state.protections.first)
        let end = try at("2026-11-18T16:02:00+01:00")
        #expect(answers == [.protecting(protection, until: end)])
        #expect(protection.kind == .manualProtection)
        #expect(protection.targets == ["games", "shopping"])
        #expect(!protection.isStrict)
        #expect(machine.outcome(of: pause) == .protected)
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
        #expect(machine.engine.figures.keptToday == 0)
        let again = ProtectInstead.protectInstead(request: pause.id, length: .hours(1))
        #expect(machine.refusal(again) == .requestOver(pause.id, .protected))
        machine.advance(.hours(1))
        #expect(!machine.isBlocked("games") && !machine.isBlocked("shopping"))
    }

    /// A length that is none leaves the pause open.
    @Test(arguments: ["0s", "59s", "-1h", "8d"])
    func lengthMustBeSensible(length: String) throws {
        var machine = try afternoon()
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        let protect = ProtectInstead.protectInstead(request: pause.id, length: try span(length))
        #expect(machine.refusal(protect) == .invalidLength)
        #expect(machine.isOpen(pause))
        #expect(machine.engine.state.protections.isEmpty)
    }

    @Test func endsInAnUnblock() throws {
        var machine = try atNight()
        let pause = try machine.ask(.target("shopping"), .impulse, isPause: true)
        #expect(machine.refusal(confirming: pause) == .waitNotOver(.seconds(30)))
        machine.advance(.seconds(30))
        try machine.granted(pause)
        #expect(!machine.isBlocked("shopping"))
    }

    /// Opened for everything while one target is blocked: that one is opened.
    @Test func unblocksWhatIsBlocked() throws {
        var machine = try atNight(sharedSite(games: ["daily 22:30-06:30"]))
        let pause = try machine.ask(.everything, .planned, isPause: true)
        machine.advance(.seconds(10))
        let grant = try machine.granted(pause)
        #expect(grant.targets == ["games"])
        #expect(!machine.isBlocked("games"))
    }

    @Test func nothingToUnblock() throws {
        var machine = try afternoon()
        let pause = try machine.ask(.everything, .planned, isPause: true)
        machine.advance(.seconds(10))
        #expect(machine.refusal(confirming: pause) == .notBlocked(["games", "shopping"]))
        #expect(machine.isOpen(pause))
        #expect(machine.send(.keep(request: pause.id)) == [.kept])
    }

    /// A strict restriction refuses a pause with an intent before any wait; a silent pause can
    /// still be kept.
    @Test func strictRefusesTheWordBeforeTheWait() throws {
        var machine = try Machine(
            at: "2026-11-18T23:00:00+01:00", rules: everyNight(isStrict: true))
        let until = try at("2026-11-19T06:30:00+01:00")
        let wish = Intent(purpose: .impulse)
        #expect(
            machine.refusal(.request(.everything, intent: wish, isPause: true))
                == .strict(until: until, target: "shopping"))
        #expect(machine.engine.state.requests.isEmpty)
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        #expect(
            machine.refusal(.request(.everything, intent: wish, isPause: true))
                == .strict(until: until, target: "shopping"))
        #expect(machine.send(.keep(request: pause.id)) == [.kept])
    }

    /// A pause stays open while restrictions come and go; strict ones refuse its unblock.
    @Test func restrictionsComeAndGo() throws {
        var machine = try Machine(
            at: "2026-11-18T22:25:00+01:00", rules: everyNight(isStrict: true))
        let pause = try machine.ask(.everything, .planned, isPause: true)
        machine.advance(.minutes(6))
        let until = try at("2026-11-19T06:30:00+01:00")
        #expect(machine.refusal(confirming: pause) == .strict(until: until, target: "shopping"))
        #expect(machine.isOpen(pause))
        machine.edit(try rules([]))
        #expect(machine.isOpen(pause))
        // Its wait began again at 22:30, when something was blocked, and was over at 22:30:10.
        try machine.advance(to: "2026-11-18T22:40:09.999+01:00")
        #expect(machine.isOpen(pause))
        machine.advance(instantly)
        #expect(machine.outcome(of: pause) == .expired)
        #expect(machine.engine.figures.keptToday == 0)
    }

    /// A protection that is chosen instead is of what the rules still have.
    @Test func targetRemovedMeanwhile() throws {
        var machine = try afternoon()
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        machine.edit(try rules([]))
        #expect(machine.isOpen(pause))
        machine.send(.protectInstead(request: pause.id, length: .hours(1)))
        #expect(machine.engine.state.protections.map(\.targets) == [["shopping"]])
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
    }

    @Test func allTargetsRemovedMeanwhile() throws {
        var machine = try afternoon()
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        machine.edit(try rules([], targets: ["news"]))
        #expect(machine.outcome(of: pause) == .lapsed)
        let protect = ProtectInstead.protectInstead(request: pause.id, length: .hours(1))
        #expect(machine.refusal(protect) == .requestOver(pause.id, .lapsed))
    }

    @Test func targetThatIsNone() throws {
        var machine = try afternoon()
        #expect(
            machine.refusal(.request(.target("x"), intent: nil, isPause: true))
                == .noSuchTarget("x"))
        machine.send(.switch(.target("games"), isOn: false))
        #expect(
            machine.refusal(.request(.target("games"), intent: nil, isPause: true))
                == .notMonitored("games"))
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        #expect(pause.targets == ["shopping"])
    }
}

/// Ending a manual protection early goes through the same conversation as an unblock.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct EarlyEnds {
    /// A protection of two hours at 15:00, and its number.
    private func protected(
        _ rules: RuleSet? = nil, isStrict: Bool = false
    ) throws -> (Machine, Int64) {
        var machine = try Machine(
            at: "2026-11-18T15:00:00+01:00", rules: try rules ?? EngineTests.rules([]))
        machine.send(
            .startProtection(
                target: "shopping", length: .hours(2), name: "Focus", isStrict: isStrict))
        return (machine, try #require(machine.engine.state.protections.first?.id))
    }

    @Test func afterTheWait() throws {
        var (machine, id) = try protected()
        let request = try machine.ask(.protection(id), .impulse)
        #expect(request.targets == ["shopping"])
        #expect(machine.refusal(confirming: request) == .waitNotOver(.seconds(30)))
        machine.advance(.seconds(30))
        #expect(machine.send(.confirm(request: request.id)) == [.released(blocked: [])])
        #expect(
            try machine.decisions(since: 1) == ["2026-11-18T15:00:30+01:00 unblock shopping"])
        #expect(machine.engine.state.protections.isEmpty)
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.outcome(of: request) == .unblocked)
        // It counts as an unblock, and the risk is assessed at once.
        #expect(machine.engine.figures.unblocksToday == 1)
        #expect(machine.engine.figures.impulseRatio == 1)
        #expect(try machine.assessments.last?.at == at("2026-11-18T15:00:30+01:00"))
        machine.advance(.hours(3))
        #expect(machine.told.count == 2)
    }

    @Test func keptInstead() throws {
        var (machine, id) = try protected()
        let request = try machine.ask(.protection(id), .impulse)
        machine.send(.keep(request: request.id))
        #expect(machine.engine.figures.keptToday == 1)
        machine.advance(.hours(2) - instantly)
        #expect(machine.isBlocked("shopping"))
    }

    @Test func strictIsRefused() throws {
        var (machine, id) = try protected(isStrict: true)
        let until = try at("2026-11-18T17:00:00+01:00")
        for place in [Place.protection(id), .target("shopping")] {
            #expect(
                machine.refusal(.request(place, intent: nil, isPause: false))
                    == .strict(until: until, target: "shopping"))
        }
        #expect(machine.isBlocked("shopping"))
    }

    /// Other restrictions of the target continue.
    @Test func otherRestrictionsStay() throws {
        let set = try rules([schedule("afternoon", ["daily 14:00-18:00"])])
        var (machine, id) = try protected(set)
        let request = try machine.ask(.protection(id), .planned)
        machine.advance(.seconds(10))
        #expect(
            machine.send(.confirm(request: request.id)) == [.released(blocked: ["shopping"])])
        #expect(machine.isBlocked("shopping"))
        #expect(machine.end() == "2026-11-18T18:00:00+01:00")
        #expect(
            machine.told.last?.decision.restrictions.map(\.kind) == [.quietHours])
        // Ending a protection is not a grant: unblocking the remaining block needs another request.
        try machine.unblock()
    }

    /// Under a strict restriction the answer is the same before the wait as after it.
    @Test func besideAStrictOne() throws {
        let set = try rules([schedule("afternoon", ["daily 14:00-18:00"], isStrict: true)])
        var (machine, id) = try protected(set)
        let answers = machine.send(
            .request(.protection(id), intent: Intent(purpose: .planned), isPause: false))
        machine.advance(.seconds(10))
        if case .replied(let request) = answers.first {
            #expect(
                machine.send(.confirm(request: request.id)) == [.released(blocked: ["shopping"])])
        } else {
            let until = try at("2026-11-18T18:00:00+01:00")
            #expect(answers == [.refused(.strict(until: until, target: "shopping"))])
        }
        #expect(machine.isBlocked("shopping"))
    }

    /// A pause about a strict protection is no way around it either.
    @Test func strictIsRefusedToAPause() throws {
        var (machine, id) = try protected(isStrict: true)
        let until = try at("2026-11-18T17:00:00+01:00")
        let input = AskToUnblock.request(
            .protection(id), intent: Intent(purpose: .planned), isPause: true)
        #expect(machine.refusal(input) == .strict(until: until, target: "shopping"))
        #expect(machine.engine.state.requests.isEmpty)
    }

    /// Its end and an unblock of its target are two things: one is asked for at a time.
    @Test func oneOfTheTwoAtATime() throws {
        var (machine, id) = try protected()
        let end = try machine.ask(.protection(id), .planned)
        let unblock = AskToUnblock.request(
            .target("shopping"), intent: Intent(purpose: .planned), isPause: false)
        #expect(machine.refusal(unblock) == .alreadyOpen(end.id))
        machine.send(.keep(request: end.id))
        let open = try machine.ask()
        let other = AskToUnblock.request(
            .protection(id), intent: Intent(purpose: .planned), isPause: false)
        #expect(machine.refusal(other) == .alreadyOpen(open.id))
        machine.advance(.seconds(10))
        try machine.granted(open)
        #expect(machine.engine.state.protections.map(\.id) == [id])
    }

    @Test func onlyManualOnes() throws {
        let set = try rules(
            [], auto: [auto(when: "local.hour == 15 && local.minute == 5", for: .hours(2))])
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: set)
        machine.advance(.minutes(6))
        let id = try #require(machine.engine.state.protections.first?.id)
        let input = AskToUnblock.request(.protection(id), intent: nil, isPause: false)
        #expect(machine.refusal(input) == .noSuchProtection(id))
        #expect(
            machine.refusal(.request(.protection(999), intent: nil, isPause: false))
                == .noSuchProtection(999))
    }

    /// It ends by itself in the middle of the conversation.
    @Test func endsByItself() throws {
        var (machine, id) = try protected()
        machine.advance(.hours(2) - .seconds(5))
        let request = try machine.ask(.protection(id), .planned)
        machine.advance(.seconds(5))
        #expect(machine.outcome(of: request) == .lapsed)
        #expect(machine.refusal(confirming: request) == .requestOver(request.id, .lapsed))
        #expect(machine.engine.figures.unblocksToday == 0)
    }

    /// It ends by itself while its early end is on the way to the disk.
    @Test func endsWhileBeingWritten() throws {
        var (machine, id) = try protected()
        machine.advance(.hours(2) - .seconds(11))
        let request = try machine.ask(.protection(id), .planned)
        machine.advance(.seconds(10))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        machine.advance(.seconds(2))
        #expect(!machine.isBlocked("shopping"))
        _ = machine.commitWaiting()
        #expect(machine.engine.state.protections.isEmpty)
        #expect(machine.engine.state.requests.isEmpty)
        #expect(machine.folded == machine.engine.state)
        #expect(machine.told.count == 2)
    }
}
