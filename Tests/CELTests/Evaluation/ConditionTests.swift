import CEL
import Testing

/// Conditions of the kind that a rule file holds, over variables of every scalar type.
struct ConditionTests {
    static let env = Env(variables: [
        Variable(name: "now", type: .timestamp),
        Variable(name: "local.hour", type: .int),
        Variable(name: "local.weekday", type: .int),
        Variable(name: "unblocks.last_hour", type: .int),
        Variable(name: "unblocks.last_30_days", type: .int),
        Variable(name: "unblocks.last_gap", type: .duration),
        Variable(name: "unblocks.since_last", type: .duration),
        Variable(name: "unblocks.impulse_ratio", type: .double),
        Variable(name: "quiet_hours.switched_off", type: .bool),
        Variable(name: "mood.last", type: .string),
        Variable(name: "flags", type: .uint),
        Variable(name: "extra", type: .dyn),
    ])

    static func truth(_ source: String, _ values: [String: Value]) -> Outcome {
        evaluate(source, in: env, values)
    }

    @Test(arguments: [(21, false), (22, true), (23, true), (0, true), (1, true), (2, false)])
    func lateAtNight(hour: Int64, isLate: Bool) {
        let outcome = Self.truth(
            "local.hour >= 22 || local.hour < 2", ["local.hour": .int(hour)])
        #expect(outcome == .value(.bool(isLate)))
    }

    @Test func durations() {
        let source =
            #"unblocks.last_gap < duration("30m") && unblocks.since_last <= duration("1h")"#
        let hour = CELDuration(nanoseconds: 3_600_000_000_000)
        let minute = CELDuration(nanoseconds: 60_000_000_000)
        #expect(
            Self.truth(
                source,
                ["unblocks.last_gap": .duration(minute), "unblocks.since_last": .duration(hour)])
                == .yes)
        #expect(
            Self.truth(
                source,
                ["unblocks.last_gap": .duration(hour), "unblocks.since_last": .duration(hour)])
                == .no)
        #expect(
            Self.truth(
                "unblocks.last_gap + duration('1m') - duration('30s') == duration('90s')",
                ["unblocks.last_gap": .duration(minute)]) == .yes)
    }

    @Test func ratiosCompareWithWholeNumbersToo() {
        let values: [String: Value] = [
            "unblocks.impulse_ratio": .double(0.6), "unblocks.last_30_days": .int(5),
        ]
        #expect(
            Self.truth(
                "unblocks.impulse_ratio >= 0.6 && unblocks.last_30_days >= 5", values) == .yes)
        #expect(Self.truth("unblocks.impulse_ratio < 1", values) == .yes)
        #expect(Self.truth("1 > unblocks.impulse_ratio", values) == .yes)
        #expect(Self.truth("unblocks.last_30_days > unblocks.impulse_ratio", values) == .yes)
    }

    @Test func precedence() {
        let source = "local.weekday == 5 && local.hour >= 18 || local.weekday >= 6"
        func at(_ weekday: Int64, _ hour: Int64) -> Outcome {
            Self.truth(source, ["local.weekday": .int(weekday), "local.hour": .int(hour)])
        }
        #expect(at(5, 17) == .no)
        #expect(at(5, 18) == .yes)
        #expect(at(6, 3) == .yes)
        #expect(at(1, 20) == .no)
    }

    @Test func variablesOfOtherTypes() throws {
        let now = try #require(Timestamp(rfc3339: "2026-03-29T02:30:00+02:00"))
        #expect(Self.truth("now.getHours()", ["now": .timestamp(now)]) == .value(.int(0)))
        #expect(Self.truth("now.getHours('+05:30')", ["now": .timestamp(now)]) == .value(.int(6)))
        #expect(
            Self.truth("now > timestamp('2026-01-01T00:00:00Z')", ["now": .timestamp(now)]) == .yes)
        #expect(Self.truth("mood.last == 'sad'", ["mood.last": .string("sad")]) == .yes)
        #expect(Self.truth("mood.last + '!' != 'sad'", ["mood.last": .string("sad")]) == .yes)
        #expect(
            Self.truth("quiet_hours.switched_off", ["quiet_hours.switched_off": .bool(true)])
                == .yes)
        #expect(Self.truth("flags % 4u == 3u", ["flags": .uint(7)]) == .yes)
        #expect(Self.truth("extra == 7", ["extra": .double(7)]) == .yes)
        #expect(Self.truth("extra > 7", ["extra": .string("x")]) == .error(.noSuchOverload))
    }

    @Test func anUnsetVariableIsAnErrorThatLogicAbsorbs() {
        #expect(Self.truth("local.hour > 3", [:]) == .error(.unsetVariable))
        #expect(
            Self.truth(
                "local.hour > 3 || quiet_hours.switched_off",
                ["quiet_hours.switched_off": .bool(true)]) == .yes)
        #expect(Self.truth("extra == 1", [:]) == .error(.unsetVariable))
    }

    @Test func setterOfEachType() throws {
        var activation = Activation(Self.env)
        func slot(_ name: String) throws -> Int { try #require(Self.env.slot(of: name)) }
        let gap = CELDuration(nanoseconds: -5)
        activation.setInt(try slot("local.hour"), -7)
        activation.setUInt(try slot("flags"), .max)
        activation.setDouble(try slot("unblocks.impulse_ratio"), 0.25)
        activation.setBool(try slot("quiet_hours.switched_off"), true)
        activation.setDuration(try slot("unblocks.last_gap"), gap)
        activation.setTimestamp(try slot("now"), .max)
        activation.set(try slot("mood.last"), .string("calm"))
        #expect(activation.value(try slot("local.hour")) == .int(-7))
        #expect(activation.value(try slot("flags")) == .uint(.max))
        #expect(activation.value(try slot("unblocks.impulse_ratio")) == .double(0.25))
        #expect(activation.value(try slot("quiet_hours.switched_off")) == .bool(true))
        #expect(activation.value(try slot("unblocks.last_gap")) == .duration(gap))
        #expect(activation.value(try slot("now")) == .timestamp(.max))
        #expect(activation.value(try slot("mood.last")) == .string("calm"))
        #expect(activation.value(try slot("local.weekday")) == nil)
        activation.unset(try slot("local.hour"))
        #expect(activation.value(try slot("local.hour")) == nil)
        let refused = [
            activation.set("no.such", .int(1)), activation.set("local.hour", .double(1)),
            activation.set("mood.last", .int(1)),
        ]
        #expect(refused == [false, false, false])
    }

    @Test func evaluateBoolAgreesAndRefusesOtherTypes() throws {
        let program = try Self.env.compile("local.hour == 3").get()
        let number = try Self.env.compile("local.hour + 3").get()
        var activation = Activation(Self.env)
        activation.setInt(try #require(Self.env.slot(of: "local.hour")), 3)
        #expect(try program.evaluateBool(activation).get())
        #expect(program.evaluateBool(Activation(Self.env)) == .failure(.init(.unsetVariable)))
        #expect(try number.evaluate(activation).get() == .int(6))
        #expect(number.evaluateBool(activation) == .failure(.init(.noSuchOverload)))
    }

    /// Every hour of a week by a condition of the rule files, against the same in Swift.
    @Test func everyHourOfAWeek() throws {
        let source = "local.weekday == 5 && local.hour >= 18 || local.weekday >= 6"
        let program = try Self.env.compile(source, expecting: .bool).get()
        let weekday = try #require(Self.env.slot(of: "local.weekday"))
        let hour = try #require(Self.env.slot(of: "local.hour"))
        var activation = Activation(Self.env)
        for slot in Self.env.variables.indices where Self.env.variables[slot].type == .dyn {
            activation.set(slot, .null)
        }
        var hours = 0
        for day in Int64(1)...7 {
            for time in Int64(0)..<24 {
                activation.setInt(weekday, day)
                activation.setInt(hour, time)
                let isWeekend = day == 5 && time >= 18 || day >= 6
                #expect(program.evaluateBool(activation) == .success(isWeekend))
                if isWeekend { hours += 1 }
            }
        }
        #expect(hours == 54)
        #expect(program.references == ["local.weekday", "local.hour"])
    }
}
