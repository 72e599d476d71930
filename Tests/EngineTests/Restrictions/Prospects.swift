import Engine
import RuleModel
import Testing

/// Rules that do not restrict a target, and how near they are to it.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Prospects {
    /// One line each: kind, rule, standing.
    private func prospects(
        _ machine: Machine, at instant: String? = nil, target: String = "shopping"
    ) throws -> [String] {
        let instant = try instant.map { try at($0) } ?? machine.engine.now
        return machine.engine.prospects(of: target, at: instant).map { found in
            let state = found.isEnabled ? "" : " off"
            return "\(found.kind.rawValue) \(found.rule)\(state): "
                + words(found.standing, in: machine.zone)
        }
    }

    private func words(_ standing: Prospect.Standing, in zone: TimeZoneRules) -> String {
        switch standing {
        case .open: return "open"
        case .used(let used, let limit):
            return "\(used.milliseconds / 60_000) of \(limit.milliseconds / 60_000)"
        case .asks(let at): return "asks \(text(at, in: zone))"
        case .resting(let until): return "rests until \(text(until, in: zone))"
        case .condition(let holds, let parts):
            let told = parts.map { part in
                let values = part.values.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
                return "\(part.text) is \(part.isTrue) [\(values)]"
            }
            return (["\(holds)"] + told).joined(separator: "; ")
        }
    }

    private func risky(_ condition: String, isEnabled: Bool = true) throws -> RuleSet {
        try rules(
            [], targets: ["shopping", "games"], risk: defaultRisk(),
            auto: [auto(when: condition, blocks: ["shopping"], isEnabled: isEnabled)])
    }

    @Test func partsOfACondition() throws {
        let condition =
            "risk.automatic >= 0.8 && (local.hour >= 22 || unblocks.today > 1) && !session.idle"
        var machine = try Machine(at: "2026-11-18T22:30:00+01:00", rules: risky(condition))
        #expect(
            try prospects(machine) == [
                "auto_protection high_risk: false; risk.automatic >= 0.8 is false "
                    + "[risk.automatic=0.4]; local.hour >= 22 is true [local.hour=22]; "
                    + "unblocks.today > 1 is false [unblocks.today=0]; "
                    + "!session.idle is true [session.idle=false]"
            ])
        #expect(try prospects(machine, target: "games").isEmpty)
        machine.advance(.hours(4))
        #expect(try prospects(machine).first?.contains("local.hour >= 22 is false") == true)
    }

    @Test func aConditionWithoutParts() throws {
        let machine = try Machine(
            at: "2026-11-18T12:00:00+01:00", rules: risky("local.hour in [13, 14]"))
        #expect(
            try prospects(machine) == [
                "auto_protection high_risk: false; local.hour in [13, 14] is false [local.hour=12]"
            ])
        // The future values that its condition will read are not known.
        #expect(
            try prospects(machine, at: "2026-11-18T13:00:00+01:00")
                == ["auto_protection high_risk: open"])
    }

    @Test func onesThatRunAndThatRest() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: risky("true"))
        machine.advance(.minutes(5))
        #expect(machine.isBlocked("shopping"))
        // It is among the explanations.
        #expect(try prospects(machine).isEmpty)
        machine.advance(.hours(2))
        #expect(
            try prospects(machine)
                == ["auto_protection high_risk: rests until 2026-11-18T14:35:00+01:00"])
    }

    @Test func switchedOff() throws {
        let machine = try Machine(
            at: "2026-11-18T12:00:00+01:00", rules: risky("false", isEnabled: false))
        #expect(
            try prospects(machine) == ["auto_protection high_risk off: false; false is false []"])
    }

    @Test func budgets() throws {
        var machine = try Machine(
            at: "2026-11-18T10:00:00+01:00", rules: gated(budgets: [budget()]))
        #expect(try prospects(machine).last == "budget little: 0 of 45")
        try machine.use(for: .minutes(20))
        #expect(try prospects(machine).last == "budget little: 20 of 45")
        #expect(
            try prospects(machine, at: "2026-11-18T12:00:00+01:00").last == "budget little: open")
        try machine.use(for: .minutes(25))
        #expect(machine.isBlocked("shopping"))
        #expect(try prospects(machine).isEmpty)
        #expect(
            try prospects(machine, at: "2026-11-19T04:00:00+01:00").last == "budget little: open")
    }

    /// On a day without it, a budget does not exist; 2026-11-18 is a Wednesday.
    @Test func budgetsOfOtherDays() throws {
        let machine = try Machine(
            at: "2026-11-18T10:00:00+01:00",
            rules: gated(budgets: [
                budget("other", days: .weekends), budget("these", days: .weekdays),
            ]))
        #expect(try prospects(machine) == ["budget these: 0 of 45"])
        // The reset is at four.
        #expect(
            try prospects(machine, at: "2026-11-21T03:59:00+01:00") == ["budget these: open"])
        #expect(
            try prospects(machine, at: "2026-11-21T04:00:00+01:00") == ["budget other: open"])
    }

    @Test func checkIns() throws {
        var machine = try Machine(at: "2026-11-18T07:00:00+01:00", rules: gated([checkIn()]))
        #expect(machine.isBlocked("shopping"))
        #expect(try prospects(machine).isEmpty)
        machine.send(.answerCheckIn("morning", isYes: true))
        #expect(
            try prospects(machine) == ["check_in morning: asks 2026-11-19T04:00:00+01:00"])
        #expect(
            try prospects(machine, at: "2026-11-19T04:00:00+01:00") == ["check_in morning: open"])
        // A no blocks games, which the question itself does not.
        #expect(try prospects(machine, target: "games").count == 1)
    }
}
