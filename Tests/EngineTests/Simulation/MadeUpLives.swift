import CEL
import Engine
import RuleModel
import SeededRandom
import Testing

/// Rules and a person's days made up from a seed.
struct MadeUpLife {
    private var random: SeededGenerator
    private static let targets = ["games", "shopping", "social"]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func some(of all: [String]) -> [String] {
        let found = all.filter { _ in chance(50) }
        return found.isEmpty ? [all[0]] : found
    }

    // MARK: Rules

    /// Parts of conditions: each reads another variable, or reads it in another way.
    private static let conditions = [
        "local.hour >= 22 || local.hour < 2", "local.minute >= 20 && local.minute < 50",
        "local.weekday >= 6", "local.day % 2 == 0", "now.getMinutes() % 10 == 0",
        "unblocks.last_hour >= 2", "unblocks.today >= 3", "unblocks.this_week >= 6",
        "unblocks.last_30_days >= 5 && unblocks.impulse_ratio >= 0.5",
        "unblocks.last_gap < duration('2h') && unblocks.since_last < duration('90m')",
        "unblocks.since_last > duration('7h20m')", "attempts.last_hour >= 2",
        "unblocks.since_last >= unblocks.last_gap", "local.hour in [3, 9, 17]",
        "local.hour * 2 % 5 == 0",
        "kept.today >= 2", "kept.this_week > 4", "quiet_hours.active", "quiet_hours.switched_off",
        "session.idle || session.locked", "mood.last == 'bored'", "amount.today > 20.0",
        "regret.mean_30_days >= 2.0", "usage.social.today > duration('40m')",
        "budgets.social.left < duration('10m')", "budgets.weekly.used >= duration('1h')",
        "check_ins.morning.answered && !check_ins.morning.yes",
        "now > timestamp('2026-03-28T12:07:00Z')",
    ]

    mutating func rules() throws -> RuleSet {
        let environment = Vocabulary.environment(
            reading: [
                RuleVariable(.usageToday, of: "social"), RuleVariable(.budgetLeft, of: "social"),
                RuleVariable(.budgetUsed, of: "weekly"),
                RuleVariable(.checkInAnswered, of: "morning"),
                RuleVariable(.checkInYes, of: "morning"),
            ])
        func compile(_ text: String) throws -> Program {
            try environment.compile(text, expecting: .bool).get()
        }
        let factors = try Self.conditions.enumerated().shuffled(using: &random).prefix(7).map {
            RiskFactor(
                key: "f\($0.offset)",
                weight: Score(thousandths: Int.random(in: 50...400, using: &random)),
                condition: try compile($0.element), text: $0.element)
        }
        let condition =
            ["risk.automatic >= 0.6", "risk.automatic > 0.3 && local.hour >= 12"]
            .randomElement(using: &random) ?? ""
        let protections = [
            AutoProtection(
                key: "auto", name: "Auto", condition: try compile(condition), text: condition,
                targets: chance(50) ? nil : some(of: Self.targets),
                length: .minutes(Int64.random(in: 20...200, using: &random)),
                againAfter: .minutes(Int64.random(in: 0...90, using: &random)),
                isEnabled: chance(80), isStrict: chance(30), fingerprint: "auto")
        ]
        return RuleSet(
            targets: Self.targets.map { target($0, sharing: "shared.example") },
            quietHours: try schedules(),
            risk: RiskRules(levels: .standard, factors: factors, environment: environment),
            autoProtections: protections, checkIns: checkIns(), budgets: budgets(),
            unblock: .tested, plan: .premium, timeZone: nil,
            sources: [RuleText(path: "/rules", layer: 2, text: "made up")])
    }

    private mutating func schedules() throws -> [QuietHours] {
        try (0..<3).map { number in
            let start = Int.random(in: 0..<288, using: &random) * 5
            let length = Int.random(in: 10..<720, using: &random)
            let end = (start + length) % 1440
            func clock(_ minute: Int) -> String { "\(minute / 60):\(minute % 60)" }
            return try schedule(
                "s\(number)", ["\(chance(50) ? "daily" : "sun-thu") \(clock(start))-\(clock(end))"],
                blocks: some(of: Self.targets), zone: chance(20) ? "America/New_York" : nil,
                isEnabled: chance(75), isStrict: chance(20))
        }
    }

    private mutating func checkIns() -> [CheckIn] {
        [
            CheckIn(
                key: "morning", question: "Well?", opens: Int.random(in: 0..<1440, using: &random),
                reminder: chance(50) ? Int.random(in: 0..<1440, using: &random) : nil,
                blocks: chance(50) ? ["games"] : [], onNo: .init(block: ["shopping"]),
                isStrict: chance(50), fingerprint: "morning")
        ]
    }

    private mutating func budgets() -> [Budget] {
        [
            Budget(
                key: "social", name: "Social", target: "social", limit: .minutes(45), per: .day,
                resets: Int.random(in: 0..<1440, using: &random), isStrict: false,
                fingerprint: "social"),
            Budget(
                key: "weekly", name: "Weekly", target: "games", limit: .hours(2), per: .week,
                resets: 240, isStrict: false, fingerprint: "weekly"),
        ]
    }

    // MARK: Days

    /// Actions within a span, in no particular order.
    mutating func happenings(from: Instant, days: Int64) -> [SimulatedAction] {
        var all: [SimulatedAction] = []
        for number in 0..<Int64(days * 14) {
            var moment =
                from + TimeSpan(milliseconds: .random(in: 0..<days * 86_400_000, using: &random))
            // Some of it falls on a mark.
            if chance(20) { moment = Instant(seconds: moment.seconds / 300 * 300) }
            all += happening(number, at: moment)
        }
        return all
    }

    private mutating func happening(_ number: Int64, at moment: Instant) -> [SimulatedAction] {
        let id = Int(number)
        let key = Self.targets.randomElement(using: &random) ?? ""
        let place =
            [Place.target(key), .site("www.\(key).example"), .site("shared.example")]
            .randomElement(using: &random) ?? .everything
        func one(_ kind: SimulatedAction.Kind, after seconds: Int64 = 0) -> SimulatedAction {
            SimulatedAction(at: moment + .seconds(seconds), id: id, kind)
        }
        switch Int.random(in: 0..<100, using: &random) {
        case ..<45: return conversation(number, place, one)
        case ..<60: return [one(.attempt(place)), one(.attempt(place), after: 40)]
        case ..<80:
            let length = TimeSpan.seconds(.random(in: 5...5000, using: &random))
            return [one(.use(place, length: length))]
        case ..<84:
            return [
                one(.absence(isIdle: true, isLocked: chance(50))),
                one(
                    .absence(isIdle: false, isLocked: false),
                    after: .random(in: 60...7000, using: &random)),
            ]
        case ..<92: return [one(.checkIn("morning", isYes: chance(50)))]
        case ..<95:
            return [one(.protect(target: key, length: .minutes(50), name: "By hand"))]
        case ..<98: return [one(.switch(.schedule("s0"), isOn: chance(50)))]
        default: return [one(.switch(.target(key), isOn: chance(50)))]
        }
    }

    private mutating func conversation(
        _ number: Int64, _ place: Place, _ one: (SimulatedAction.Kind, Int64) -> SimulatedAction
    ) -> [SimulatedAction] {
        let intent = Intent(
            purpose: chance(50) ? .planned : .impulse, mood: chance(50) ? "bored" : "happy",
            amount: Money(thousandths: 15_000))
        var all = [one(.request(number, place, intent: intent, isPause: chance(20)), 0)]
        switch Int.random(in: 0..<10, using: &random) {
        case ..<3: all.append(one(.keep(number), 20))
        case ..<8:
            all.append(one(.confirm(number), .random(in: 2...200, using: &random)))
            all.append(
                one(
                    .outcome(number, isBought: true, amount: nil, regret: chance(50) ? 4 : 1),
                    3000))
        case 8: all.append(one(.protectInstead(number, length: .hours(1)), 25))
        default: break
        }
        return all
    }
}
