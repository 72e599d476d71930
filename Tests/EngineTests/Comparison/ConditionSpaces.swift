import CEL
import RuleComparison
import RuleModel
import Testing

/// Decisions about conditions by their cells.
struct ConditionSpaces {
    private func space(
        _ conditions: [String], features: [(String, String)] = [],
        reading variables: [RuleVariable] = [], maxCells: Int = 100_000,
        maxSteps: Int = 1_000_000
    ) throws -> ConditionSpace {
        var environment = Vocabulary.environment(reading: variables)
        for (name, text) in features {
            environment.define(name, as: try environment.compile(text).get())
        }
        let setting = ConditionSpace.Setting(
            features: Dictionary(uniqueKeysWithValues: features), environment: environment)
        return ConditionSpace(
            try conditions.map { try environment.compile($0, expecting: .bool).get() },
            in: setting, maxCells: maxCells, maxSteps: maxSteps)
    }

    /// A verdict in words: holds, the witness, or why nothing is known.
    private func words(_ verdict: ConditionSpace.Verdict) -> String {
        switch verdict {
        case .holds: "holds"
        case .fails(let witness): witness.text
        case .undecided(let reason): "undecided: \(reason)"
        }
    }

    @Test(arguments: [
        ("local.hour >= 0", "holds"),
        ("local.hour <= 23", "holds"),
        ("local.hour < 23", "23:00"),
        ("local.hour >= 22 || local.hour < 22", "holds"),
        ("local.hour > 21 || local.hour <= 20", "21:00"),
        ("local.hour != 24", "holds"),
        ("24 > local.hour", "holds"),
        ("7 >= local.weekday && local.weekday >= 1", "holds"),
        ("local.weekday != 6 || local.hour != 3", "Saturday 03:00"),
        ("unblocks.last_hour >= 0", "holds"),
        ("unblocks.last_hour != 3", "unblocks.last_hour = 3"),
        ("unblocks.last_hour < 2.5 || unblocks.last_hour > 2.5", "holds"),
        ("unblocks.last_hour < 1000000", "unblocks.last_hour = 1000000"),
        ("unblocks.impulse_ratio <= 1.0", "holds"),
        ("unblocks.impulse_ratio <= 1", "holds"),
        (
            "unblocks.impulse_ratio < 0.6 || unblocks.impulse_ratio > 0.6",
            "unblocks.impulse_ratio = 0.6"
        ),
        ("regret.mean_30_days <= 4.0", "holds"),
        ("unblocks.since_last >= duration('0s')", "holds"),
        ("unblocks.since_last < duration('1h')", "unblocks.since_last = duration(\"3600s\")"),
        ("unblocks.since_last <= duration('1h')", "unblocks.since_last = duration(\"3660s\")"),
        ("quiet_hours.active || !quiet_hours.active", "holds"),
        ("quiet_hours.active", "quiet_hours.active = false"),
        (
            "quiet_hours.active == false || session.idle",
            "quiet_hours.active = true, session.idle = false"
        ),
        ("mood.last in ['sad', 'tired'] || mood.last != 'sad'", "holds"),
        ("mood.last != 'tired'", "mood.last = \"tired\""),
        ("mood.last in ['sad', 'tired']", "mood.last = \"\""),
        ("mood.last != ''", "mood.last = \"\""),
        ("local.hour in [22, 23, 0, 1]", "02:00"),
        // Thousandths are exact: 0.35 is one of them, and nothing lies between two.
        ("risk.score > 0.349 ? risk.score >= 0.35 : true", "holds"),
        ("risk.automatic <= risk.score", "undecided: a condition calculates with risk.automatic"),
        // Arithmetic is allowed on variables with few values.
        ("local.hour * 60 + local.minute < 1440", "holds"),
        ("local.hour * 60 + local.minute < 1439", "23:59"),
        ("local.hour % 24 == local.hour", "holds"),
        ("[0, 1, 2].exists(h, h == local.hour) || local.hour > 2", "holds"),
        // With many values, arithmetic may give a counterexample, but no proof.
        ("unblocks.today * 2 != 6", "unblocks.today = 3"),
        ("unblocks.today * 2 >= 0", "undecided: a condition calculates with unblocks.today"),
        ("!mood.last.startsWith('sa')", "undecided: a condition calculates with mood.last"),
        (
            "now > timestamp('1960-01-01T00:00:00Z')",
            "undecided: a condition uses now for more than the time of the week"
        ),
        (
            "unblocks.last_hour >= 0 || unblocks.today * 2 > 1",
            "undecided: a condition calculates with unblocks.today"
        ),
        // A condition without a value counts as false.
        ("1 / local.hour >= 0", "00:00"),
        ("local.hour == 0 || 1 / local.hour >= 0", "holds"),
        // Constants may be computed.
        ("local.hour < 20 + 4", "holds"),
        ("unblocks.last_gap < duration('30m') || unblocks.last_gap >= duration('29m') ", "holds"),
        ("true", "holds"), ("false", ""),
    ])
    func always(condition: String, expected: String) throws {
        #expect(words(try space([condition]).holdsEverywhere { $0[0] }) == expected, "\(condition)")
        // The opposite is never true in the same way, unless an error hides it.
        guard !condition.contains("/ local") else { return }
        #expect(words(try space(["!(\(condition))"]).isAlwaysFalse(0)) == expected)
    }

    @Test func implications() throws {
        let space = try space([
            "local.hour >= 22", "local.hour >= 21", "local.hour >= 22 && unblocks.today >= 3",
            "false",
        ])
        #expect(words(space.implies(0, 1)) == "holds")
        #expect(words(space.implies(1, 0)) == "local.hour = 21, unblocks.today = 0")
        #expect(words(space.implies(2, 0)) == "holds")
        #expect(words(space.implies(0, 2)) == "local.hour = 22, unblocks.today = 0")
        #expect(words(space.implies(3, 2)) == "holds")
        #expect(words(space.holdsEverywhere { $0[1] || !$0[2] }) == "holds")
    }

    @Test func featuresAreLookedThrough() throws {
        let features = [
            ("start", "22"), ("late", "local.hour >= start"), ("moment", "local.hour"),
            ("night", "late || moment < 2"),
        ]
        let space = try space(["night", "local.hour >= 22 || local.hour < 2"], features: features)
        #expect(words(space.implies(0, 1)) == "holds")
        #expect(words(space.implies(1, 0)) == "holds")
        #expect(words(space.holdsEverywhere { $0[0] }) == "02:00")
    }

    @Test func thingsThatCannotBeTogether() throws {
        let yes = RuleVariable(.checkInYes, of: "morning")
        let answered = RuleVariable(.checkInAnswered, of: "morning")
        let space = try space(
            [
                "check_ins.morning.yes", "check_ins.morning.answered", "unblocks.today >= 3",
                "unblocks.this_week >= 3", "unblocks.last_30_days >= 2", "unblocks.last_hour >= 4",
                "kept.today > kept.this_week", "risk.automatic >= 0.8", "risk.score >= 0.7",
            ], reading: [yes, answered])
        #expect(words(space.implies(0, 1)) == "undecided: a condition calculates with kept.today")
        let sharp = try self.space(
            [
                "check_ins.morning.yes", "check_ins.morning.answered", "unblocks.today >= 3",
                "unblocks.this_week >= 3", "unblocks.last_30_days >= 2", "unblocks.last_hour >= 4",
                "risk.automatic >= 0.8", "risk.score >= 0.7",
            ], reading: [yes, answered])
        for (premise, conclusion) in [(0, 1), (2, 3), (2, 4), (3, 4), (5, 4), (6, 7)] {
            #expect(words(sharp.implies(premise, conclusion)) == "holds")
            #expect(words(sharp.implies(conclusion, premise)) != "holds")
        }
        // The last hour may be yesterday's.
        guard case .fails = sharp.implies(5, 2) else {
            Issue.record("an hour over midnight")
            return
        }
    }

    @Test func bounds() throws {
        let conditions = ["local.hour == 3 && local.minute == 3 && local.day == 3"]
        #expect(words(try space(conditions).isAlwaysFalse(0)) != "holds")
        // Twenty-seven cells: at 26 nothing is proven, though most are looked at.
        let never = ["local.hour == 3 && local.minute == 3 && local.day == 3 && false"]
        #expect(words(try space(never, maxCells: 27).isAlwaysFalse(0)) == "holds")
        #expect(
            words(try space(never, maxCells: 26).isAlwaysFalse(0))
                == "undecided: the conditions have more than 26 combinations of values to test")
        #expect(
            words(try space(never + never, maxSteps: 53).isAlwaysFalse(0))
                == "undecided: the conditions have more than 26 combinations of values to test")
        // A counterexample among those that are looked at is one.
        #expect(
            words(
                try space(["local.hour == 0 || local.minute == 3"], maxCells: 2)
                    .holdsEverywhere { $0[0] }) == "01:00")
    }

    /// The local time of a witness is that of its instant.
    @Test func anInstantHasItsLocalTime() throws {
        let verdict = try space(["now < timestamp('2030-01-01T00:00:00Z') || local.hour != 0"])
            .holdsEverywhere { $0[0] }
        guard case .fails(let witness) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(witness.text == "now = timestamp(\"2030-01-01T00:00:00Z\")")
    }
}
