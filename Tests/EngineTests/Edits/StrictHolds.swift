import Engine
import RuleModel
import Testing

/// The files cannot end a strict block that holds, although no edit has to wait.
@Suite("What is strict and holds runs to the end of its run")
struct StrictHolds {
    private static let night = "2026-11-18T23:00:00Z"

    private func strictNights(_ ranges: [String] = ["daily 22:30-06:30"]) throws -> RuleSet {
        try rules([schedule("nights", ranges, isStrict: true)])
    }

    @Test("An edit that removes it, switches it off, shortens it or loosens it waits for its end")
    func waits() throws {
        let nights = "daily 22:30-06:30"
        for after in [
            try rules([]), try rules([], targets: []), try strictNights(["daily 22:30-01:00"]),
            try rules([schedule("nights", [nights], isEnabled: false, isStrict: true)]),
            try rules([schedule("nights", [nights])]),
        ] {
            var machine = try Machine(at: Self.night, zone: "UTC", rules: strictNights())
            machine.edit(after)
            #expect(machine.isBlocked("shopping") && machine.pending.count == 1)
            let end = machine.engine.state.decisions["shopping"]?.decision.until
            #expect(try end == at("2026-11-19T06:30:00Z"))
            let request = machine.refusal(
                .request(.target("shopping"), intent: nil, isPause: false))
            #expect(request != nil)
            try machine.advance(to: "2026-11-19T06:29:00Z")
            #expect(machine.isBlocked("shopping"))
            try machine.advance(to: "2026-11-19T06:31:00Z")
            #expect(!machine.isBlocked("shopping") && machine.pending.isEmpty)
            #expect(machine.folded == machine.engine.state)
        }
    }

    @Test("The texts before an edit are recorded once for all that it would end")
    func textsOnce() throws {
        var set = try rules(
            [
                schedule("nights", ["daily 22:30-06:30"], isStrict: true),
                schedule("days", ["daily 20:00-23:30"], blocks: ["games"], isStrict: true),
            ], targets: ["games", "shopping"])
        set.sources = [RuleText(path: "/rules/strict.yaml", layer: 2, text: "strict")]
        var machine = try Machine(at: Self.night, zone: "UTC", rules: set, isSynchronised: true)
        machine.edit(try rules([], targets: ["games", "shopping"]))
        let held = machine.history.compactMap { event -> RuleEdit? in
            guard case .editBegan(let edit) = event.fact else { return nil }
            return edit.held == nil ? nil : edit
        }
        #expect(held.count == 2 && held.map(\.sources) == [set.sources, []])
        #expect(held[0].fingerprint == held[1].fingerprint)
        #expect(machine.engine.state.pendingEdits.map(\.sources) == [set.sources, set.sources])
        #expect(machine.folded == machine.engine.state)
        // What still holds goes on from the texts, though the event that has them is of the other.
        machine.restart(after: .hours(1))
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        try machine.advance(to: "2026-11-19T06:31:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("Each held entry may have its own texts, as it was recorded before")
    func textsOfEach() throws {
        var machine = try Machine(at: Self.night, zone: "UTC", rules: strictNights())
        machine.edit(try rules([]))
        let edit = try #require(machine.engine.state.pendingEdits.first)
        var second = edit
        second.id += 1
        var state = machine.engine.state
        state.evolve(try #require(machine.history.last).replacing(fact: .editBegan(second)))
        #expect(state.edits.map(\.sources) == [edit.sources, edit.sources])
    }

    @Test("A strict protection that began on a target of it holds on after its run")
    func protectedMeanwhile() throws {
        var machine = try Machine(at: Self.night, zone: "UTC", rules: strictNights())
        machine.edit(try rules([], targets: []))
        try machine.advance(to: "2026-11-19T06:00:00Z")
        machine.send(
            .startProtection(target: "shopping", length: .hours(2), name: "", isStrict: true))
        for (time, isBlocked) in [("06:31", true), ("07:59", true), ("08:01", false)] {
            try machine.advance(to: "2026-11-19T\(time):00Z")
            #expect(machine.isBlocked("shopping") == isBlocked, "\(time)")
        }
        #expect(machine.pending.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    @Test("A strict protection needs no hold for another zone alone")
    func protectedInAnotherZone() throws {
        var machine = try Machine(at: Self.night, zone: "UTC", rules: strictNights())
        var edited = try rules([])
        edited.timeZone = try zone("Asia/Tokyo")
        machine.edit(edited)
        try machine.advance(to: "2026-11-19T06:00:00Z")
        machine.send(
            .startProtection(target: "shopping", length: .hours(2), name: "", isStrict: true))
        try machine.advance(to: "2026-11-19T06:31:00Z")
        #expect(machine.isBlocked("shopping") && machine.pending.isEmpty)
    }

    @Test("What is told of a later time has what will be held then", arguments: [false, true])
    func foretold(isSwitch: Bool) throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        var machine = try Machine(
            at: "2026-11-18T21:00:00Z", zone: "UTC", rules: waiting([nights], .hours(26)))
        if isSwitch {
            machine.send(.switch(.schedule("nights"), isOn: false))
        } else {
            machine.edit(try waitingNothing(.hours(26)))
        }
        // The delay is over at 23:00, half an hour after the night began.
        for (time, isInForce) in [("19T22:00", false), ("20T01:00", true), ("20T07:00", false)] {
            let instant = try at("2026-11-\(time):00Z")
            let told = machine.engine.projected(to: instant).explain("shopping", at: instant)
                .filter(\.isInForce)
            #expect(told.isEmpty == !isInForce, "\(time)")
            #expect(try !isInForce || told[0].restriction.until == at("2026-11-20T06:30:00Z"))
        }
        try machine.advance(to: "2026-11-20T01:00:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T07:00:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("The next run is that of the new rules")
    func once() throws {
        var machine = try Machine(at: Self.night, zone: "UTC", rules: strictNights())
        machine.edit(try rules([]))
        try machine.advance(to: "2026-11-19T23:30:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("It goes on over a restart, a crash and a reboot", arguments: ["stop", "kill", "reboot"])
    func restarts(how: String) throws {
        var machine = try Machine(
            at: Self.night, zone: "UTC", rules: strictNights(), isSynchronised: true)
        machine.edit(try rules([]))
        switch how {
        case "stop": machine.restart(after: .hours(2))
        case "kill": machine.crash(away: .hours(2))
        default: machine.reboot(away: .hours(2))
        }
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T06:31:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("Files that were edited while no daemon ran end no run", arguments: [21, 23])
    func editedWhileAway(hour: Int) throws {
        var machine = try Machine(
            at: "2026-11-18T\(hour):00:00Z", zone: "UTC", rules: strictNights())
        machine.rules = try rules([])
        machine.restart(after: .hours(3))
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T06:31:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("What is not strict, or does not hold, ends at once")
    func onlyWhatHolds() throws {
        var machine = try Machine(
            at: Self.night, zone: "UTC",
            rules: rules(
                [
                    schedule("nights", ["daily 22:30-06:30"], blocks: ["games"]),
                    schedule("days", ["daily 08:00-20:00"], isStrict: true),
                ], targets: ["games", "shopping"]))
        #expect(machine.isBlocked("games"))
        machine.edit(try rules([], targets: ["games", "shopping"]))
        #expect(!machine.isBlocked("games") && machine.pending.isEmpty)
    }

    @Test("Nothing else of the rules before the edit stays")
    func nothingElse() throws {
        var unblock = UnblockRules.tested
        unblock.impulseWait = .minutes(5)
        var machine = try Machine(
            at: Self.night, zone: "UTC",
            rules: rules(
                [schedule("nights", ["daily 22:30-06:30"], isStrict: true)],
                targets: ["games", "shopping"], unblock: unblock))
        machine.edit(try rules([], targets: ["games"]))
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.engine.rules.unblock == .tested)
        #expect(machine.engine.rules.risk.levels == .standard)
        #expect(machine.engine.rules.plan == .premium)
        #expect(machine.engine.rules.retention == nil && !machine.engine.rules.isDebug)
    }

    @Test("The waits and grants of its targets' own do not stay, and alone hold nothing")
    func ownTerms() throws {
        let morning = CheckIn(
            key: "morning", question: "Well?", blocks: ["shopping"],
            onNo: CheckIn.OnNo(block: ["games"]), fingerprint: "morning")
        let always = try schedule("always", ["daily 00:00-24:00"], blocks: ["games"])
        func edited(_ own: Target.Unblock, _ checkIns: [CheckIn]) throws -> RuleSet {
            var set = try rules(
                [always], targets: ["games", "shopping"], text: "\(own) \(checkIns.count)")
            set.checkIns = checkIns
            set.targets[0].unblock = own
            return set
        }
        let own = Target.Unblock(plannedWait: .minutes(2), grant: .minutes(5))
        let before = try edited(own, [morning])
        var machine = try Machine(at: "2026-11-18T08:00:00Z", zone: "UTC", rules: before)
        machine.edit(try edited(Target.Unblock(), [morning]))
        #expect(machine.pending.isEmpty)
        machine.edit(before)
        machine.edit(try edited(Target.Unblock(), []))
        #expect(machine.pending.count == 1 && machine.isBlocked("shopping"))
        let request = try machine.ask(.target("games"))
        #expect(request.wait?.length == UnblockRules.tested.plannedWait)
        machine.advance(UnblockRules.tested.plannedWait)
        #expect(try machine.granted(request).time.length == UnblockRules.tested.grant)
    }

    @Test("Restoring the entry ends the waiting, and nothing is lost")
    func restored() throws {
        var machine = try Machine(at: Self.night, zone: "UTC", rules: strictNights())
        machine.edit(try rules([]))
        machine.edit(try strictNights())
        #expect(machine.pending.isEmpty && machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T23:00:00Z")
        #expect(machine.isBlocked("shopping"))
    }

    @Test("A delay that is over in the middle of a run does not end it")
    func afterADelay() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        var machine = try Machine(
            at: Self.night, zone: "UTC", rules: waiting([nights], .hours(1)))
        machine.edit(try waiting([], .hours(1)))
        try machine.advance(to: "2026-11-19T06:29:00Z")
        #expect(machine.isBlocked("shopping"))
        #expect(machine.editFacts() == ["waits", "waits", "over", "weakened"])
        try machine.advance(to: "2026-11-19T06:31:00Z")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("A strict protection keeps the sites and apps that its target had")
    func protection() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00Z", zone: "UTC", rules: rules([]))
        machine.send(
            .startProtection(
                target: "shopping", length: .hours(2), name: "Focus", isStrict: true))
        machine.edit(try rules([], targets: ["games"]))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.rules.index.targets(site: "shopping.example") == ["shopping"])
        machine.advance(.hours(2))
        #expect(!machine.isBlocked("shopping") && machine.pending.isEmpty)
    }

    @Test("A strict check-in is asked until it is answered, and not the next day")
    func checkIn() throws {
        let morning = CheckIn(
            key: "morning", question: "Well?", blocks: ["shopping"], fingerprint: "morning")
        var machine = try Machine(
            at: "2026-11-18T08:00:00Z", zone: "UTC",
            rules: waiting([], .zero, checkIns: [morning]))
        machine.edit(try waiting([], .zero))
        #expect(machine.isBlocked("shopping"))
        machine.send(.answerCheckIn("morning", isYes: true))
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T08:00:00Z")
        #expect(!machine.isBlocked("shopping") && machine.engine.rules.checkIns.isEmpty)
    }

    @Test("Debug actions that come with an edit do not end a check-in that holds")
    func debugActions() throws {
        let morning = CheckIn(
            key: "morning", question: "Well?", blocks: ["shopping"], fingerprint: "morning")
        var machine = try Machine(
            at: "2026-11-18T08:00:00+01:00", rules: gated([morning]))
        machine.edit(try gated([morning], isDebug: true))
        #expect(machine.isBlocked("shopping") && !machine.engine.rules.isDebug)
        machine.send(.answerCheckIn("morning", isYes: true))
        try machine.advance(to: "2026-11-19T08:00:00+01:00")
        #expect(machine.engine.rules.isDebug)
    }

    @Test("More holds than a set of sets has bits block sites all the same")
    func manyHolds() throws {
        let keys = (10..<80).map { "a\($0)" } + ["shopping"]
        let schedules = try keys.map { key in
            try schedule("s-\(key)", ["daily 00:00-24:00"], blocks: [key], isStrict: true)
        }
        var machine = try Machine(
            at: Self.night, zone: "UTC", rules: rules(schedules, targets: keys))
        machine.edit(try rules([], targets: []))
        #expect(machine.pending.count == keys.count)
        let request = AskToUnblock.request(
            .site("shopping.example"), intent: nil, isPause: false)
        guard case .strict(_, "shopping")? = machine.refusal(request) else {
            Issue.record("\(String(describing: machine.refusal(request)))")
            return
        }
    }

    @Test("A strict budget that is used up stays so until its reset")
    func budget() throws {
        let daily = Budget(
            key: "daily", name: "Daily", target: "shopping", limit: .minutes(1), per: .day,
            resets: 4 * 60, isStrict: true, fingerprint: "daily")
        var machine = try Machine(
            at: "2026-11-18T12:00:00Z", zone: "UTC", rules: waiting([], .zero, budgets: [daily]))
        try machine.use(for: .minutes(2))
        #expect(machine.isBlocked("shopping"))
        var larger = daily
        larger.limit = .hours(1)
        larger.fingerprint = "larger"
        for after in [try waiting([], .zero), try waiting([], .zero, budgets: [larger])] {
            var machine = machine
            machine.edit(after)
            #expect(machine.isBlocked("shopping"))
            try machine.advance(to: "2026-11-19T04:01:00Z")
            #expect(!machine.isBlocked("shopping") && machine.pending.isEmpty)
        }
    }
}
