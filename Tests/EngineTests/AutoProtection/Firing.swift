import Engine
import RuleModel
import Testing

/// When an auto-protection fires: on a five-minute mark, from automatic factors alone, evaluated
/// afresh.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Firing {
    /// A machine at 15:00 without schedules, whose factors are these.
    private func machine(
        _ factors: [(key: String, weight: String, condition: String)],
        _ auto: [AutoProtection]? = nil, targets: [String] = ["shopping"]
    ) throws -> Machine {
        let auto = try auto ?? [EngineTests.auto()]
        return try Machine(
            at: "2026-11-18T15:00:00+01:00",
            rules: rules([], targets: targets, risk: risk(factors), auto: auto))
    }

    private func beginnings(_ machine: Machine) -> [String] {
        machine.autoProtections.map { String($0.at.dropFirst(11).prefix(8)) }
    }

    // MARK: The mark

    /// The condition holds from 15:01 to 15:08: the mark in between is 15:05.
    @Test func onTheMark() throws {
        var machine = try machine([
            ("f", "0.8", "local.minute >= 1 && local.minute < 8 && local.hour == 15")
        ])
        try machine.advance(to: "2026-11-18T15:04:59.999+01:00")
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
        #expect(beginnings(machine) == ["15:05:00"])
        #expect(
            try machine.decisions() == [
                "2026-11-18T15:05:00+01:00 block shopping until 2026-11-18T17:05:00+01:00"
            ])
    }

    /// A condition that only holds between two marks starts nothing.
    @Test func betweenTwoMarks() throws {
        var machine = try machine([
            ("f", "1", "local.minute % 5 > 0")
        ])
        machine.advance(.hours(3))
        #expect(machine.autoProtections.isEmpty)
        #expect(machine.told.isEmpty)
    }

    /// Evaluated afresh: what the quarter of an hour said before, or will say, does not matter.
    @Test func afresh() throws {
        var machine = try machine([
            ("f", "0.9", "local.hour == 15 && local.minute == 20")
        ])
        machine.advance(.hours(2))
        #expect(beginnings(machine) == ["15:20:00"])
        #expect(machine.assessments.allSatisfy { $0.score == .zero })
    }

    /// An unblock that makes the risk high does not fire at once, but at the next mark.
    @Test func notAtTheUnblock() throws {
        let set = try rules(
            [schedule("nights", ["daily 22:30-06:30"])],
            risk: risk([("f", "0.8", "unblocks.last_hour >= 1")]), auto: [auto()])
        var machine = try atNight(set)
        try machine.unblock(at: "2026-11-18T23:01:00+01:00")
        #expect(machine.assessments.last?.automatic.description == "0.800")
        try machine.advance(to: "2026-11-18T23:04:59.999+01:00")
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(beginnings(machine) == ["23:05:00"])
        #expect(machine.isBlocked("shopping"))
    }

    // MARK: The threshold

    @Test(arguments: [("0.799", false), ("0.8", true), ("0.801", true), ("1", true)])
    func threshold(weight: String, fires: Bool) throws {
        var machine = try machine([("f", weight, "true")])
        machine.advance(.minutes(10))
        #expect(machine.autoProtections.count == (fires ? 1 : 0))
    }

    /// 0.30 + 0.15 + 0.15 + 0.10 + 0.10 is 0.800 and fires; a thousandth less does not.
    @Test func sumsThatWouldRound() throws {
        let weights = ["0.30", "0.15", "0.15", "0.10", "0.10"]
        let factors = weights.enumerated().map { ("f\($0.offset)", $0.element, "true") }
        var exact = try machine(factors)
        exact.advance(.minutes(5))
        #expect(exact.autoProtections.first?.protection.risk?.automatic.description == "0.800")
        #expect(exact.isBlocked("shopping"))
        var less = try machine(Array(factors.dropLast()) + [("f9", "0.099", "true")])
        less.advance(.minutes(5))
        #expect(less.autoProtections.isEmpty)
    }

    // MARK: Automatic factors alone

    /// A mood of weight 0.9 makes the score high, and fires nothing.
    @Test func moodAlone() throws {
        var machine = try machine([("mood", "0.9", "mood.last == 'sad'")])
        try machine.ask(.everything, Intent(purpose: .impulse, mood: "sad"), isPause: true)
        machine.advance(.hours(1))
        #expect(machine.assessments.last?.score.description == "0.900")
        #expect(machine.assessments.last?.automatic == .zero)
        #expect(machine.autoProtections.isEmpty)
    }

    @Test func amountAlone() throws {
        let set = try rules(
            [schedule("nights", ["daily 22:30-06:30"])],
            risk: risk([
                ("amount", "0.9", "amount.today > 10.0"), ("late", "0.1", "local.hour == 23"),
            ]), auto: [auto()])
        var machine = try atNight(set)
        let request = try machine.ask(
            .target("shopping"), Intent(purpose: .planned, amount: Money(decimal: "500")))
        machine.advance(.seconds(10))
        try machine.granted(request)
        #expect(machine.assessments.last?.score == .one)
        machine.advance(.minutes(50))
        #expect(machine.autoProtections.isEmpty)
    }

    /// Beside automatic factors a mood neither helps nor hinders.
    @Test func besideAutomaticOnes() throws {
        var machine = try machine([
            ("mood", "0.5", "mood.last == 'sad'"), ("late", "0.5", "local.hour >= 15"),
            ("later", "0.3", "local.hour >= 15 && local.minute >= 20"),
        ])
        try machine.ask(.everything, Intent(purpose: .impulse, mood: "sad"), isPause: true)
        machine.advance(.minutes(30))
        #expect(beginnings(machine) == ["15:20:00"])
        let risk = try #require(machine.autoProtections.first?.protection.risk)
        #expect(risk.automatic.description == "0.800")
        #expect(risk.factors == ["late", "later"])
    }

    // MARK: The rules

    /// A condition of its own, beside the score or instead of it.
    @Test func conditionOfItsOwn() throws {
        let rule = try auto(
            when: "risk.automatic >= 0.3 && local.minute == 10", blocks: ["games"],
            for: .minutes(20))
        var machine = try machine(
            [("f", "0.3", "true")], [rule], targets: ["games", "shopping"])
        machine.advance(.minutes(29))
        #expect(beginnings(machine) == ["15:10:00"])
        #expect(machine.isBlocked("games"))
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.minutes(1))
        #expect(!machine.isBlocked("games"))
    }

    /// Two rules for one target at one mark: it does not stack.
    @Test func twoRules() throws {
        let rules = try [
            auto("a", when: "local.hour == 15", blocks: ["games"], for: .hours(1)),
            auto("b", when: "local.hour == 15", for: .hours(3)),
        ]
        var machine = try machine([], rules, targets: ["games", "shopping"])
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.map(\.protection.rule) == ["a", "b"])
        #expect(
            machine.autoProtections.map(\.protection.targets) == [["games"], ["shopping"]])
        #expect(machine.end("games") == "2026-11-18T16:05:00+01:00")
        #expect(machine.end("shopping") == "2026-11-18T18:05:00+01:00")
    }

    /// A condition without a value does not hold.
    @Test func withoutAValue() throws {
        var machine = try machine(
            [("f", "0.9", "1 / (local.hour - local.hour) > 0")],
            [auto("a"), auto("b", when: "1 / (local.hour - local.hour) > 0")])
        machine.advance(.minutes(30))
        #expect(machine.autoProtections.isEmpty)
        #expect(machine.assessments.last?.factors.first?.failure != nil)
    }

    @Test func monitoredTargetsAlone() throws {
        var machine = try machine([("f", "1", "true")], targets: ["games", "shopping"])
        machine.send(.switch(.target("games"), isOn: false))
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.map(\.protection.targets) == [["shopping"]])
        #expect(!machine.isBlocked("games"))
        // Watched again, the target is free for it at the next mark.
        machine.send(.switch(.target("games"), isOn: true))
        #expect(!machine.isBlocked("games"))
        machine.advance(.minutes(5))
        #expect(machine.isBlocked("games"))
        #expect(beginnings(machine) == ["15:05:00", "15:10:00"])
    }

    @Test func nothingToProtect() throws {
        var machine = try machine([("f", "1", "true")], targets: [])
        machine.advance(.hours(1))
        #expect(machine.assessments.last?.automatic == .one)
        #expect(machine.autoProtections.isEmpty)
        #expect(machine.told.isEmpty)
    }

    // MARK: Missed marks

    /// Marks that were slept through are made up for once, when the machine wakes.
    @Test func sleptThrough() throws {
        var machine = try machine([("f", "1", "local.hour >= 15")])
        machine.advance(.minutes(1))
        let assessments = machine.assessments.count
        machine.sleep(.minutes(62))
        #expect(beginnings(machine) == ["16:03:00"])
        #expect(machine.assessments.count == assessments + 1)
        machine.advance(.hours(1))
        #expect(machine.autoProtections.count == 1)
    }

    /// The same for marks that passed while the daemon was away.
    @Test func missedWhileAway() throws {
        var machine = try machine([("f", "1", "local.hour >= 15")])
        machine.advance(.minutes(1))
        let assessments = machine.assessments.count
        machine.restart(after: .minutes(62))
        #expect(beginnings(machine) == ["16:03:00"])
        #expect(machine.assessments.count == assessments + 1)
        machine.advance(.hours(1))
        #expect(machine.autoProtections.count == 1)
    }
}
