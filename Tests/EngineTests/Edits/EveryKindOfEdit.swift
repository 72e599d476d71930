import CEL
import Engine
import RuleModel
import Testing

/// Every sentence about what counts as an edit.
@Suite("What waits")
struct EveryKindOfEdit {
    private static let noon = "2026-11-18T12:00:00Z"

    @Test("The grant, the waits, the plan, the retention, being away, debug and levels wait")
    func figures() throws {
        var longer = UnblockRules.tested
        longer.grant = .hours(2)
        var shorter = UnblockRules.tested
        shorter.impulseWait = .seconds(1)
        let free = Plan(key: "free", entries: 1, schedules: 1)
        for (edit, path) in [
            (try waiting([], unblock: longer), "unblock.grant"),
            (try waiting([], unblock: shorter), "unblock.wait"),
            (try waiting([], plan: free), "plan"),
            (try waiting([], retention: .days(30)), "keep"),
            (try waiting([], isDebug: true), "debug"),
            (try waiting([], awayAfter: .minutes(2)), "usage.away_after"),
        ] {
            var machine = try Machine(at: Self.noon, zone: "UTC", rules: waiting([]))
            machine.edit(edit)
            #expect(machine.pending == ["\(path) in 1440m"])
            let now = machine.engine.rules
            #expect(now.unblock == .tested && now.plan.entries == nil && now.retention == nil)
            #expect(!now.isDebug && now.awayAfter == .minutes(3))
            machine.advance(.days(1))
            #expect(machine.pending.isEmpty)
        }
    }

    @Test("A rule that is no longer strict stays strict until then")
    func strict() throws {
        var machine = try Machine(
            at: "2026-11-18T20:00:00Z", zone: "UTC",
            rules: waiting([try schedule("nights", ["daily 22:30-06:30"], isStrict: true)]))
        machine.edit(try waiting([try schedule("nights", ["daily 22:30-06:30"])]))
        try machine.advance(to: "2026-11-18T23:00:00Z")
        guard
            case .refused(.strict) = machine.send(
                .request(.target("shopping"), intent: Intent(purpose: .planned), isPause: false)
            ).first
        else {
            Issue.record("not refused")
            return
        }
        try machine.advance(to: "2026-11-19T23:00:00Z")
        try machine.ask()
    }

    @Test("A time zone that moves the nights: both nights hold until then")
    func zone() throws {
        let nights = try schedule("nights", ["daily 22:00-06:00"])
        var machine = try Machine(
            at: Self.noon, zone: "UTC", rules: waiting([nights], zone: "Europe/Berlin"))
        machine.edit(try waiting([nights], zone: "America/New_York"))
        #expect(machine.pending == ["time_zone in 1440m"])
        // 22:00 in Berlin is 21:00 UTC; 06:00 in New York is 11:00 UTC.
        try machine.advance(to: "2026-11-18T21:00:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T10:59:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T11:00:00Z")
        #expect(!machine.isBlocked("shopping"))
        // On the next evening New York's own night alone.
        try machine.advance(to: "2026-11-20T02:59:00Z")
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T03:00:00Z")
        #expect(machine.isBlocked("shopping"))
    }

    @Test("The higher score counts, with what made it, until then")
    func score() throws {
        func risk(_ weight: Int) throws -> RiskRules {
            RiskRules(
                levels: .standard,
                factors: [
                    RiskFactor(
                        key: "always", weight: Score(thousandths: weight),
                        condition: try Vocabulary.environment().compile("true", expecting: .bool)
                            .get(), text: "true")
                ])
        }
        var machine = try Machine(at: Self.noon, zone: "UTC", rules: waiting([], risk: risk(700)))
        machine.edit(try waiting([], risk: risk(100)))
        #expect(machine.engine.assessment?.score.thousandths == 700)
        #expect(machine.engine.assessment?.level == .high)
        #expect(machine.engine.assessment?.factors.first?.weight.thousandths == 700)
        machine.advance(.days(1))
        #expect(machine.engine.assessment?.score.thousandths == 100)
        #expect(machine.engine.assessment?.level == .low)
    }

    @Test("An auto-protection goes by each set's own score")
    func autoProtection() throws {
        let factor = RiskFactor(
            key: "always", weight: Score(thousandths: 900),
            condition: try Vocabulary.environment().compile("true", expecting: .bool).get(),
            text: "true")
        let rule = try auto()
        var machine = try Machine(
            at: "2026-11-18T12:01:00Z", zone: "UTC",
            rules: waiting([], auto: [rule], risk: RiskRules(levels: .standard, factors: [factor])))
        machine.edit(try waiting([], auto: [rule]))
        #expect(machine.pending == ["risk.factors.always in 1440m"])
        try machine.advance(to: "2026-11-18T12:05:00Z")
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.protections.map(\.rule) == ["high_risk"])
    }

    @Test(
        "A protection of another length and a longer rest run beside the old ones",
        arguments: [TimeSpan.minutes(10), .hours(3)], [false, true])
    func lengths(length: TimeSpan, isProtectedByHand: Bool) throws {
        let factor = RiskFactor(
            key: "always", weight: Score(thousandths: 900),
            condition: try Vocabulary.environment().compile("true", expecting: .bool).get(),
            text: "true")
        let risk = RiskRules(levels: .standard, factors: [factor])
        let old = try waiting([], auto: [auto()], risk: risk)
        var machine = try Machine(at: "2026-11-18T12:01:00Z", zone: "UTC", rules: old)
        var alone = machine
        machine.edit(
            try waiting([], auto: [auto(for: length, againAfter: .hours(20))], risk: risk))
        for minute in 0..<(23 * 60) {
            machine.advance(.minutes(1))
            alone.advance(.minutes(1))
            if isProtectedByHand, minute == 30 {
                let protection = StartProtection.startProtection(
                    target: "shopping", length: .minutes(5), name: "")
                machine.send(protection)
                alone.send(protection)
            }
            if alone.isBlocked("shopping") {
                #expect(machine.isBlocked("shopping"), "at \(text(machine.watch, in: .utc))")
            }
        }
        // By the old rule alone one would run now.
        try machine.advance(to: "2026-11-20T12:00:00Z")
        #expect(machine.engine.state.protections.allSatisfy { $0.length == length })
    }

    @Test("One answer settles a check-in of both sets")
    func checkIns() throws {
        func morning(_ blocks: [String], _ note: String) -> CheckIn {
            CheckIn(
                key: "morning", question: note, blocks: blocks, isStrict: false, fingerprint: note)
        }
        let targets = [target("games"), target("shopping")]
        var machine = try Machine(
            at: "2026-11-18T03:00:00Z", zone: "UTC",
            rules: waiting([], targets: targets, checkIns: [morning(["shopping"], "Old?")]))
        machine.send(.answerCheckIn("morning", isYes: true))
        machine.edit(try waiting([], targets: targets, checkIns: [morning(["games"], "New?")]))
        #expect(machine.pending == ["check_ins.morning in 1440m"])
        #expect(!machine.isBlocked("games"))
        try machine.advance(to: "2026-11-18T04:00:00Z")
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
        machine.send(.answerCheckIn("morning", isYes: true))
        #expect(!machine.isBlocked("games") && !machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T04:00:00Z")
        #expect(machine.isBlocked("games") && !machine.isBlocked("shopping"))
    }

    @Test("A grant under a new name covers the old name's apps and sites")
    func grants() throws {
        let old = target("shopping", sharing: "shop.example")
        var new = target("stores", sharing: "shop.example")
        new.sites = ["shop.example"]
        let nights = ["daily 22:30-06:30"]
        var machine = try Machine(
            at: "2026-11-18T23:00:00Z", zone: "UTC",
            rules: waiting([try schedule("nights", nights)], targets: [old]))
        machine.edit(
            try waiting([try schedule("nights", nights, blocks: ["stores"])], targets: [new]))
        #expect(machine.isBlocked("stores") && machine.isBlocked("shopping"))
        let request = try machine.ask(.target("stores"))
        #expect(request.targets == ["stores", "shopping"])
        machine.advance(.seconds(10))
        try machine.granted(request)
        #expect(!machine.isBlocked("stores") && !machine.isBlocked("shopping"))
        machine.advance(.minutes(15))
        #expect(machine.isBlocked("stores") && machine.isBlocked("shopping"))
    }

    @Test("A strict night under the old name refuses the new one's grant")
    func strictFormerName() throws {
        let old = target("shopping", sharing: "shop.example")
        let new = target("stores", sharing: "shop.example")
        let nights = ["daily 22:30-06:30"]
        var machine = try Machine(
            at: "2026-11-18T23:00:00Z", zone: "UTC",
            rules: waiting([try schedule("nights", nights, isStrict: true)], targets: [old]))
        machine.edit(
            try waiting([try schedule("nights", nights, blocks: ["stores"])], targets: [new]))
        guard
            case .refused(.strict(_, let target)) = machine.send(
                .request(.target("stores"), intent: Intent(purpose: .planned), isPause: false)
            ).first
        else {
            Issue.record("not refused")
            return
        }
        #expect(target == "shopping")
    }

    @Test("Old rules bind the sites that a target has lost")
    func sites() throws {
        var machine = try Machine(
            at: "2026-11-18T23:00:00Z", zone: "UTC",
            rules: waiting(
                [try schedule("nights", ["daily 22:30-06:30"])],
                targets: [target("shopping", sharing: "shop.example")]))
        machine.edit(try waiting([try schedule("nights", ["daily 22:30-06:30"])]))
        #expect(machine.pending == ["targets.shopping in 1440m"])
        #expect(machine.engine.targets(of: .site("www.shop.example")) == ["shopping"])
        try machine.advance(to: "2026-11-19T23:00:00Z")
        #expect(machine.engine.targets(of: .site("www.shop.example")).isEmpty)
    }

    @Test("A night that runs keeps the end that a journey gave it")
    func journey() throws {
        var machine = try Machine(
            at: "2026-11-18T22:00:00Z", zone: "Europe/Berlin", rules: waitingNights())
        #expect(machine.isBlocked("shopping"))
        // Berlin's end, 05:30 UTC, is kept in Tokyo, where it is 07:00 by then.
        try machine.travel(to: "Asia/Tokyo")
        machine.edit(try waitingNothing())
        try machine.advance(to: "2026-11-19T05:29:00Z")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T05:30:00Z")
        #expect(!machine.isBlocked("shopping"))
        var changed = try Machine(
            at: "2026-11-18T22:00:00Z", zone: "Europe/Berlin", rules: waitingNights())
        try changed.travel(to: "Asia/Tokyo")
        changed.edit(try waitingNights(["daily 23:30-06:30"]))
        try changed.advance(to: "2026-11-19T05:29:00Z")
        #expect(changed.isBlocked("shopping"))
    }
}
