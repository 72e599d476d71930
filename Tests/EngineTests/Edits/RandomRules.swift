import CEL
import RuleModel
import SeededRandom
import Testing

/// Rules made at random, from few parts, so that edits meet.
struct RandomRules {
    private(set) var set: RuleSet

    init(_ random: inout SeededGenerator, like before: RuleSet? = nil) throws {
        func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }
        let days = ["daily", "mon-fri", "sat-sun", "fri-mon"]
        let times = ["22:00-06:00", "12:00-13:00", "09:30-17:00", "00:00-24:00", "20:00-02:30"]
        let targets = ["a", "b", "c"].filter { _ in pick([true, true, false]) }.map { key in
            target(key, sharing: pick([nil, "shared.example"]))
        }
        let keys = targets.map(\.key)
        let schedules = try ["s", "t", "u"].filter { _ in Bool.random(using: &random) }.map { key in
            let isStrict = pick([true, false])
            let blocked = keys.filter { _ in Bool.random(using: &random) }
            let range = pick(days) + " " + pick(times)
            let zone = pick([nil, nil, "Asia/Tokyo"])
            let isEnabled = pick([true, true, true, false])
            return try schedule(
                key, [range], blocks: blocked, zone: zone, isEnabled: isEnabled,
                isStrict: isStrict,
                fingerprint: "\(key) \(range) \(blocked) \(zone ?? "") \(isEnabled) \(isStrict)")
        }
        let factors = try ["x", "y"].map { key in
            let text = pick([
                "local.hour >= 12", "quiet_hours.active", "local.weekday > 5", "true",
                "quiet_hours.switched_off", "!quiet_hours.active",
            ])
            return RiskFactor(
                key: key, weight: Score(thousandths: pick([200, 500, 900])),
                condition: try Vocabulary.environment().compile(text, expecting: .bool).get(),
                text: text)
        }
        let protections = try ["high_risk", "other"].filter { _ in pick([true, false]) }.map {
            key in
            var rule = try auto(
                key, when: pick(["risk.automatic >= 0.8", "risk.automatic >= 0.5"]),
                blocks: pick([nil, keys]), for: pick([.minutes(20), .hours(2)]),
                againAfter: pick([.minutes(10), .hours(3)]))
            rule.fingerprint += " \(rule.againAfter)"
            return rule
        }
        let question = pick(["Well?", "Really?"])
        let blocks = keys.filter { _ in Bool.random(using: &random) }
        let onNo = keys.filter { _ in Bool.random(using: &random) }
        let opens = pick([240, 240, 600])
        let checkIn = CheckIn(
            key: "morning", question: question, opens: opens, blocks: blocks,
            onNo: CheckIn.OnNo(block: onNo), isStrict: pick([true, false]),
            fingerprint: "\(question) \(blocks) \(onNo) \(opens)")
        let checkIns = pick([[], [checkIn]])
        let zone = pick([nil, nil, nil, "Europe/Berlin"])
        let delay = before?.weakeningWaits ?? pick([.hours(24), .hours(60)])
        set = try waiting(
            schedules, delay, targets: targets, checkIns: checkIns, auto: protections,
            risk: RiskRules(levels: .standard, factors: factors), zone: zone,
            note: "\(UInt64.random(in: 0...UInt64.max, using: &random))")
    }
}
