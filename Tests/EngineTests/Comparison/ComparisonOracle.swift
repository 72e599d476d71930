import CEL
import RuleModel
import SeededRandom
import Testing

@testable import Engine

/// Random risk rules, compared value by value by the plainest means there are.
struct ComparisonOracle {
    /// Atoms of conditions, whose constants lie within what is gone through.
    private static let atoms = [
        "local.hour >= 22", "local.hour < 6", "local.hour in [12, 22]", "local.hour != 12",
        "local.weekday >= 6", "local.weekday == 5", "unblocks.last_hour >= 2",
        "unblocks.last_hour > 0", "3 <= unblocks.last_hour", "unblocks.today >= 1",
        "unblocks.this_week >= 2", "unblocks.this_week < 1", "quiet_hours.active", "false",
        "unblocks.since_last < duration('1h')", "mood.last == 'sad'", "mood.last in ['', 'sad']",
    ]
    private static let monday = 20_780

    private func condition(_ random: inout SeededGenerator, _ atoms: [String]) -> String {
        func atom() -> String {
            let text = atoms.randomElement(using: &random) ?? "true"
            return Int.random(in: 0..<4, using: &random) == 0 ? "!(\(text))" : text
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return atom()
        case 1: return "\(atom()) && \(atom())"
        case 2: return "\(atom()) || \(atom())"
        default: return "(\(atom()) || \(atom())) && \(atom())"
        }
    }

    /// One to three factors and up to two auto-protections over a few atoms, half of them those of
    /// an earlier set.
    private func rules(
        _ random: inout SeededGenerator, _ atoms: [String], from old: RuleSet? = nil
    ) throws -> RuleSet {
        var factors: [(key: String, weight: String, condition: String)] =
            (0..<Int.random(in: 1...3, using: &random)).map { index in
                (
                    "f\(index)", ["0.2", "0.3", "0.5", "0.6"].randomElement(using: &random) ?? "1",
                    condition(&random, atoms)
                )
            }
        var protections = try (0..<Int.random(in: 0...2, using: &random)).map { index in
            let level = ["0.2", "0.5", "0.8"].randomElement(using: &random) ?? "1"
            let score = "risk.automatic >= \(level)"
            let own = condition(&random, atoms.filter { !$0.contains("mood") } + ["true"])
            return try auto(
                "p\(index)", when: Bool.random(using: &random) ? score : "(\(own)) && \(score)",
                isEnabled: Int.random(in: 0..<5, using: &random) > 0)
        }
        if let old {
            for index in factors.indices where Int.random(in: 0..<3, using: &random) > 0 {
                guard let same = old.risk.factors.randomElement(using: &random) else { continue }
                factors[index].condition = same.text
                factors[index].weight = same.weight.description
            }
            for same in old.autoProtections where Bool.random(using: &random) {
                protections.removeAll { $0.key == same.key }
                protections.append(same)
            }
        }
        return try EngineTests.rules([], risk: risk(factors), auto: protections)
    }

    /// Every moment and figure that atoms can tell apart, and more.
    private func features(_ atoms: [String]) -> [Features] {
        func reads(_ name: String) -> Bool { atoms.contains { $0.contains(name) } }
        let hours = reads("local.hour") ? [0, 5, 6, 11, 12, 13, 21, 22, 23] : [9]
        let days = reads("local.weekday") ? Array(1...7) : [3]
        let counts = reads("last_hour") ? Array(0...4) : [0]
        let weeks = reads("today") || reads("this_week") ? Array(0...3) : [0]
        let moods = reads("mood") ? ["", "sad", "fine"] : [""]
        let truths = reads("quiet_hours") ? [false, true] : [false]
        let spans = reads("since_last") ? [59, 60] : [60]
        var all: [Features] = []
        for (hour, day, last) in hours.flatMap({ hour in
            days.flatMap { day in counts.map { (hour, day, $0) } }
        }) {
            let now = Instant(
                seconds: Int64(Self.monday + day - 1) * 86400 + Int64(hour) * 3600)
            for (week, mood) in weeks.flatMap({ week in moods.map { (week, $0) } }) {
                for today in reads("today") ? Array(0...week) : [0] {
                    for (isActive, span) in truths.flatMap({ truth in spans.map { (truth, $0) } }) {
                        var figures = Behaviour.Figures()
                        figures.unblocksLastHour = last
                        figures.unblocksToday = today
                        figures.unblocksThisWeek = week
                        figures.unblocksLast30Days = max(week, last)
                        figures.sinceLast = .minutes(Int64(span))
                        figures.lastMood = mood
                        all.append(
                            Features(
                                now: now, local: LocalTime(now, in: .utc),
                                quietHoursActive: isActive, quietHoursSwitchedOff: false,
                                figures: figures))
                    }
                }
            }
        }
        return all
    }

    /// Which sections are weaker at any of the values.
    private func weaker(_ old: RuleSet, _ new: RuleSet, _ values: [Features]) -> Set<String> {
        let before = RiskEvaluator(old.risk, old.autoProtections)
        let after = RiskEvaluator(new.risk, new.autoProtections)
        var found: Set<String> = []
        for features in values {
            let (was, now) = (before.assess(features), after.assess(features))
            if now.score < was.score || now.automatic < was.automatic { found.insert("risk") }
            if old.autoProtections.contains(where: { $0.isEnabled && was.holds($0.condition) }),
                !new.autoProtections.contains(where: { $0.isEnabled && now.holds($0.condition) })
            {
                found.insert("auto_protection")
            }
        }
        return found
    }

    @Test func randomRisks() throws {
        var random = SeededGenerator()
        var counts: [String: Int] = [:]
        for _ in 0..<80 {
            let atoms = Array(Self.atoms.shuffled(using: &random).prefix(4))
            let old = try rules(&random, atoms)
            let new = try rules(&random, atoms, from: old)
            let values = features(atoms)
            let expected = weaker(old, new, values)
            let differences = new.differences(from: old)
            #expect(differences.allSatisfy { $0.kind != .undecided })
            let told = Set(
                differences.filter(\.isWeaker).map { String($0.path.prefix { $0 != "." }) })
            let comment = "\(old.risk.factors.map(\.text)) \(new.risk.factors.map(\.text))"
            #expect(told.contains("risk") == expected.contains("risk"), "\(comment)")
            // A rule that is weaker only since the score is lower is told of the score alone.
            let isProtectedLess = expected.contains("auto_protection")
            #expect(
                !isProtectedLess || !told.isDisjoint(with: ["risk", "auto_protection"]),
                "\(comment) \(old.autoProtections.map(\.text)) \(new.autoProtections.map(\.text))")
            // One that is gone without another one in its place is told of even if it never begins.
            let isAnyLeft = new.autoProtections.contains(where: \.isEnabled)
            #expect(
                isProtectedLess || !isAnyLeft || !told.contains("auto_protection"), "\(comment)")
            for section in ["risk", "auto_protection"] {
                counts["\(section) \(expected.contains(section))", default: 0] += 1
            }
        }
        // The cases are worth something.
        #expect(counts.count == 4 && counts.values.allSatisfy { $0 > 4 }, "\(counts)")
    }
}
