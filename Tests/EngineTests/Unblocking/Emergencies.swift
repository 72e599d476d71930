import Engine
import RuleModel
import Testing

extension UnblockRules {
    /// The waits of tests, with an emergency way out.
    static func emergency(
        _ count: Int = 1, per: EmergencyRules.Period = .month, wait: TimeSpan = .minutes(15)
    ) -> UnblockRules {
        var rules = tested
        rules.emergency = EmergencyRules(count: count, per: per, wait: wait)
        return rules
    }
}

extension Machine {
    /// Asks for an emergency.
    mutating func askEmergency(
        _ place: Place = .target("shopping"), _ purpose: Purpose? = .planned
    ) -> Answer<AskToUnblock>? {
        let intent = purpose.map { Intent(purpose: $0) }
        return send(.request(place, intent: intent, isPause: false, isEmergency: true)).first
    }

    /// A request of an emergency that must be taken.
    mutating func emergency(
        _ place: Place = .target("shopping"), _ purpose: Purpose? = .planned,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> UnblockRequest {
        let answer = askEmergency(place, purpose)
        guard case .replied(let request) = answer else {
            Issue.record("not requested: \(String(describing: answer))", sourceLocation: location)
            throw NotAnswered()
        }
        return request
    }

    /// An emergency from the request to the grant.
    @discardableResult
    mutating func openInEmergency(
        _ place: Place = .target("shopping"), _ location: SourceLocation = #_sourceLocation
    ) throws -> Grant {
        let request = try emergency(place, .planned, location)
        advance(request.wait?.length ?? .zero)
        return try granted(request, location)
    }

    /// The instant from which the next emergency is possible, in UTC, by a refusal; nil if the
    /// request was not refused for that.
    mutating func refusedUntil(_ place: Place = .target("shopping")) -> String? {
        guard case .refused(.emergencyUsed(let standing, _)) = askEmergency(place) else {
            return nil
        }
        return text(standing.next, in: .utc)
    }
}

/// A schedule, budget or protection that is strict is opened by an emergency, for one grant.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Emergencies {
    private func strictNights(_ unblock: UnblockRules = .emergency()) throws -> RuleSet {
        try waiting(
            [schedule("nights", ["daily 22:30-06:30"], isStrict: true)], .zero, unblock: unblock)
    }

    @Test func withoutTheRuleNothingOpens() throws {
        var machine = try atNight(strictNights(.tested))
        guard case .refused(.strict(_, "shopping")) = machine.askEmergency() else {
            Issue.record("not refused")
            return
        }
    }

    /// It needs the intent, then the emergency wait, and lasts a grant.
    @Test func opensQuietHoursForAGrant() throws {
        var machine = try atNight(strictNights())
        #expect(machine.refusal(.request(.target("shopping"), intent: nil, isPause: false)) != nil)
        var request = try machine.emergency(.target("shopping"), nil)
        #expect(request.isEmergency && request.wait == nil)
        #expect(machine.refusal(confirming: request) == .intentNeeded(request.id))
        request = try machine.ask()
        #expect(request.isEmergency && request.wait?.length == .minutes(15))
        machine.advance(.minutes(15) - instantly)
        #expect(machine.refusal(confirming: request) == .waitNotOver(instantly))
        machine.advance(instantly)
        let grant = try machine.granted(request)
        #expect(grant.time.length == .minutes(15) && grant.emergency != nil)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.minutes(15) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping") && machine.grantEndings == [.time])
        #expect(machine.folded == machine.engine.state)
    }

    @Test func opensABudget() throws {
        var machine = try Machine(
            at: "2026-11-18T12:00:00+01:00",
            rules: waiting(
                [], .zero, budgets: [budget(.minutes(5), isStrict: true)], unblock: .emergency()))
        try machine.use(for: .minutes(6))
        #expect(machine.isBlocked("shopping"))
        try machine.openInEmergency()
        #expect(!machine.isBlocked("shopping"))
        try machine.use(for: .minutes(14))
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.minutes(2))
        #expect(machine.isBlocked("shopping"))
    }

    /// A protection is opened, not ended.
    @Test func opensAProtection() throws {
        var machine = try Machine(
            at: "2026-11-18T12:00:00+01:00", rules: waiting([], .zero, unblock: .emergency()))
        machine.send(
            .startProtection(
                target: "shopping", length: .hours(2), name: "Focus", isStrict: true))
        machine.advance(.minutes(5))
        let grant = try machine.openInEmergency(.site("shopping.example"))
        #expect(!machine.isBlocked("shopping") && grant.targets == ["shopping"])
        machine.advance(.minutes(15))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.restrictions(.manualProtection).count == 1)
    }

    @Test func opensAStrictAutoProtection() throws {
        var machine = try Machine(
            at: "2026-11-18T12:01:00+01:00",
            rules: waiting(
                [], .zero, auto: [auto(when: "true", isStrict: true)], unblock: .emergency()))
        machine.advance(.minutes(5))
        #expect(machine.restrictions(.autoProtection).map(\.isStrict) == [true])
        try machine.openInEmergency()
        machine.advance(.minutes(10))
        #expect(!machine.isBlocked("shopping"))
    }

    /// A schedule that the files no longer have, but that is held to the end of its run.
    @Test func opensWhatAStrictHoldKeeps() throws {
        var machine = try atNight(strictNights())
        machine.edit(try waiting([], .zero, unblock: .emergency()))
        #expect(machine.isBlocked("shopping") && machine.pending.count == 1)
        try machine.openInEmergency()
        machine.advance(.minutes(14))
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.minutes(1))
        #expect(machine.isBlocked("shopping"))
    }

    /// Neither asked nor answered, nor together with something else.
    @Test(arguments: [nil, false])
    func opensNoStrictCheckIn(answer: Bool?) throws {
        let rules = try waiting(
            [schedule("nights", ["daily 22:30-06:30"], isStrict: true)], .zero,
            checkIns: [checkIn(onNo: ["shopping"])], unblock: .emergency())
        var machine = try atNight(rules)
        if let answer { machine.send(.answerCheckIn("morning", isYes: answer)) }
        #expect(machine.engine.emergencyLeft(for: "shopping") == nil)
        guard case .refused(.strict(_, "shopping")) = machine.askEmergency() else {
            Issue.record("not refused")
            return
        }
        guard answer == nil else { return }
        machine.send(.answerCheckIn("morning", isYes: true))
        #expect(machine.engine.emergencyLeft(for: "shopping")?.used == 0)
        try machine.openInEmergency()
        #expect(!machine.isBlocked("shopping"))
    }

    /// A check-in that begins to be asked during the wait.
    @Test func aCheckInDuringTheWaitRefusesIt() throws {
        let rules = try waiting(
            [schedule("always", ["daily 00:00-24:00"], isStrict: true)], .zero,
            checkIns: [checkIn()], unblock: .emergency())
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: rules)
        machine.send(.answerCheckIn("morning", isYes: true))
        try machine.advance(to: "2026-11-19T03:50:00+01:00")
        let request = try machine.emergency()
        machine.advance(.minutes(15))
        guard case .strict(_, "shopping") = machine.refusal(confirming: request) else {
            Issue.record("not refused")
            return
        }
        #expect(machine.engine.emergencyStanding?.used == 0)
    }

    /// Never shorter than the usual wait, which an auto-protection can lengthen.
    @Test(arguments: [(1, 10), (20, 20), (900, 900)])
    func theWaitIsTheLonger(seconds: Int64, expected: Int64) throws {
        var machine = try atNight(strictNights(.emergency(wait: .seconds(seconds))))
        #expect(try machine.emergency().wait?.length == .seconds(expected))
    }

    /// Where nothing strict holds, it is a request like any other, and counts as none.
    @Test func whereNothingIsStrictItIsAUsualRequest() throws {
        var machine = try atNight(
            waiting([schedule("nights", ["daily 22:30-06:30"])], .zero, unblock: .emergency()))
        let request = try machine.emergency()
        #expect(!request.isEmergency && request.wait?.length == .seconds(10))
        machine.advance(.seconds(10))
        #expect(try machine.granted(request).emergency == nil)
        #expect(machine.engine.emergencyStanding?.used == 0)
    }

    /// The strict schedule ends during the wait: nothing is used up.
    @Test func whatEndsDuringTheWaitCountsAsNone() throws {
        let rules = try waiting(
            [
                schedule("nights", ["daily 22:30-06:30"]),
                schedule("strict", ["daily 22:30-23:05"], isStrict: true),
            ], .zero, unblock: .emergency())
        var machine = try atNight(rules)
        let request = try machine.emergency()
        machine.advance(.minutes(15))
        #expect(try machine.granted(request).emergency == nil)
        #expect(machine.engine.emergencyStanding?.used == 0)
    }

    /// An open request becomes an emergency, and waits again; a kept one counts as none.
    @Test func anOpenRequestBecomesOne() throws {
        var machine = try Machine(at: "2026-11-18T22:25:00+01:00", rules: strictNights())
        machine.send(.startProtection(target: "shopping", length: .hours(8), name: "Focus"))
        let usual = try machine.ask()
        machine.advance(.minutes(6))
        #expect(machine.refusal(confirming: usual) != nil)
        let request = try machine.emergency()
        #expect(request.id == usual.id && request.isEmergency)
        #expect(machine.engine.waitLeft(of: request) == .minutes(15))
        #expect(try machine.emergency() == request)
        machine.send(.keep(request: request.id))
        #expect(machine.engine.emergencyStanding?.used == 0)
        try machine.openInEmergency()
    }

    /// A person's pause can become one too; a silent pause stays what it is.
    @Test func aPauseBecomesOne() throws {
        var machine = try atNight(strictNights())
        let pause = try machine.ask(.target("shopping"), nil as Purpose?, isPause: true)
        #expect(!pause.isEmergency)
        let answers = machine.send(
            .request(
                .target("shopping"), intent: Intent(purpose: .impulse), isPause: true,
                isEmergency: true))
        guard case .replied(let request) = answers.first else {
            Issue.record("not requested: \(answers)")
            return
        }
        #expect(request.id == pause.id && request.isEmergency)
        machine.advance(.minutes(15))
        #expect(try machine.granted(request).emergency != nil)
    }

    /// The grant of an emergency meets what begins later as every grant does.
    @Test func whatBeginsLaterEndsIt() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        let later = try schedule("later", ["daily 23:20-06:30"], isStrict: true)
        var machine = try atNight(waiting([nights, later], .zero, unblock: .emergency()))
        try machine.openInEmergency()
        try machine.advance(to: "2026-11-18T23:19:59+01:00")
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.seconds(1))
        #expect(machine.isBlocked("shopping") && machine.grantEndings == [.strict])

        machine = try atNight(
            waiting(
                [nights, schedule("soft", ["daily 23:20-06:30"])], .zero, unblock: .emergency()))
        try machine.openInEmergency()
        machine.advance(.minutes(14))
        #expect(!machine.isBlocked("shopping"))
    }

    @Test(arguments: [(true, Grant.Ending.strict), (false, .manualProtection)])
    func aLaterProtectionEndsIt(isStrict: Bool, ending: Grant.Ending) throws {
        var machine = try atNight(strictNights())
        try machine.openInEmergency()
        machine.send(
            .startProtection(
                target: "shopping", length: .hours(1), name: "Focus", isStrict: isStrict))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [ending])
    }

    @Test func aLaterAutoProtectionEndsIt() throws {
        let rules = try waiting(
            [schedule("nights", ["daily 22:30-06:30"], isStrict: true)], .zero,
            auto: [auto(when: "unblocks.today >= 1")], unblock: .emergency())
        var machine = try atNight(rules)
        try machine.openInEmergency()
        machine.advance(.minutes(6))
        #expect(machine.isBlocked("shopping") && machine.grantEndings == [.autoProtection])
    }

    /// The next run of the schedule that was opened is another restriction.
    @Test func theNextRunEndsIt() throws {
        let rules = try waiting(
            [schedule("nights", ["daily 22:30-23:20", "daily 23:25-06:30"], isStrict: true)],
            .zero, unblock: .emergency())
        var machine = try atNight(rules)
        try machine.openInEmergency()
        try machine.advance(to: "2026-11-18T23:24:59+01:00")
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.seconds(1))
        #expect(machine.isBlocked("shopping"))
    }

    /// An edit does not make it another restriction, but a rule that becomes strict does.
    @Test func editsDuringIt() throws {
        let unblock = UnblockRules.emergency()
        var machine = try atNight(strictNights())
        try machine.openInEmergency()
        machine.edit(
            try waiting(
                [schedule("nights", ["daily 22:00-07:30"], isStrict: true)], .zero,
                unblock: unblock))
        machine.edit(try waiting([], .zero, unblock: unblock))
        machine.advance(.minutes(5))
        #expect(!machine.isBlocked("shopping"))
        machine.edit(
            try waiting(
                [schedule("other", ["daily 22:00-07:30"], isStrict: true)], .zero,
                unblock: unblock))
        #expect(machine.isBlocked("shopping") && machine.grantEndings == [.strict])
    }

    /// The rules lose the way out while something is open by it: the grant runs on.
    @Test func removingTheWayEndsNoGrant() throws {
        var machine = try atNight(strictNights())
        try machine.openInEmergency()
        machine.edit(try strictNights(.tested))
        machine.advance(.minutes(14))
        #expect(!machine.isBlocked("shopping") && machine.engine.emergencyStanding == nil)
        #expect(machine.engine.state.emergencies.map(\.targets) == [["shopping"]])
    }

    @Test(arguments: ["stop", "kill", "reboot"])
    func survivesARestart(how: String) throws {
        var machine = try atNight(strictNights())
        machine.isSynchronised = true
        try machine.openInEmergency()
        switch how {
        case "stop": machine.restart(after: .minutes(1))
        case "kill": machine.crash(away: .minutes(1))
        default: machine.reboot(away: .minutes(1))
        }
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.refusedUntil() == nil)
        machine.advance(.minutes(15))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.refusedUntil() == "2026-11-30T23:00:00Z")
    }
}
