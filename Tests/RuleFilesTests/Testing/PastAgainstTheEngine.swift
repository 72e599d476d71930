import Engine
import RuleModel
import SeededRandom
import Testing

@testable import RuleFiles
@testable import RuleTests

/// The state made by `given` equals the engine's state after the same events.
@Suite struct PastAgainstTheEngine {
    /// A deed with the moment at which it counts.
    private struct Deed {
        var action: TestAction
        var at: Instant
        /// How much earlier it has to be begun, to count then.
        var before = TimeSpan.zero
    }

    private static let start = Instant(seconds: 1_795_000_020)
    private static let rules = """
        targets:
          shop: {sites: [shop.example]}
          feeds: {sites: [feeds.example]}
        quiet_hours: {always: {block: [shop, feeds], ranges: [{time: "00:00-24:00"}]}}
        check_ins: {morning: {question: "Ready?", on_no: {block: [feeds]}, strict: false}}
        budgets: {feeds: {target: feeds, limit: 20h, per: week}}
        auto_protection: {high_risk: {enabled: false}}
        """

    /// A week of deeds, far enough apart that none hinders another.
    private func deeds(_ generator: inout SeededGenerator) -> [Deed] {
        var deeds: [Deed] = []
        var at = Self.start + .hours(1)
        while at < Self.start + .days(7) {
            let place: Place =
                Bool.random(using: &generator) ? .target("shop") : .site("feeds.example")
            let purpose: Purpose = Bool.random(using: &generator) ? .impulse : .planned
            let mood = ["sad", "happy", nil].randomElement(using: &generator) ?? nil
            let intent = Intent(
                purpose: purpose, category: "gift", mood: mood,
                amount: Money(thousandths: Int64.random(in: 0...99_999, using: &generator)))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                let rules = UnblockRules.standard
                deeds.append(
                    Deed(
                        action: .unblock(place, intent, regret: nil), at: at,
                        before: purpose == .impulse ? rules.impulseWait : rules.plannedWait))
            case 1: deeds.append(Deed(action: .keep(place, intent), at: at))
            case 2: deeds.append(Deed(action: .attempt(place), at: at))
            case 3:
                deeds.append(Deed(action: .answer("morning", isYes: purpose == .planned), at: at))
            default:
                let length = TimeSpan.minutes(Int64.random(in: 1...50, using: &generator))
                deeds.append(Deed(action: .use(place, length), at: at))
                at = at + length
            }
            at = at + .minutes(Int64.random(in: 16...400, using: &generator))
        }
        return deeds
    }

    private func run(
        _ rules: RuleSet, given: [PastAction], steps: [TestStep], from: Instant,
        _ zone: TimeZoneRules
    ) -> CaseRun {
        let conditions = RuleConditions(rules, zones: { _ in nil })
        let place = Position(file: 0, line: 1, column: 1)
        let findings = Findings(files: [SourceText(path: "a.test.yaml", layer: 0, text: "")])
        var run = CaseRun(
            RuleTestCase(
                name: "One", at: place, now: from, zone: zone, given: given, checks: [],
                steps: steps),
            rules: rules, conditions: conditions, index: TargetIndex(rules.targets),
            coverage: ConditionCoverage(of: conditions), findings: findings)
        run.run()
        return run
    }

    @Test(arguments: ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"])
    func theSameFigures(zone name: String) throws {
        var generator = SeededGenerator()
        print("deeds from seed \(generator.seed)")
        let rules = try ruleSet(Self.rules)
        let zone = try zones.zone(named: name).get()
        let place = Position(file: 0, line: 1, column: 1)
        for _ in 0..<3 {
            let deeds = deeds(&generator)
            let end = Self.start + .days(7) + .hours(2)
            var now = Self.start
            var steps: [TestStep] = []
            for deed in deeds {
                let begin = deed.at - deed.before
                steps.append(
                    TestStep(at: place, time: .after(begin - now), action: deed.action))
                now = deed.at + deed.action.length
            }
            steps.append(TestStep(at: place, time: .after(end - now)))
            let live = run(rules, given: [], steps: steps, from: Self.start, zone)
            // An answer to a question that was answered is refused; it is no part of the past.
            let lines = live.findings.sorted().map(\.message)
            #expect(lines.allSatisfy { $0.contains("already_answered") }, "\(lines)")
            var answered: Set<Int> = []
            let given = deeds.compactMap { deed -> PastAction? in
                if case .answer = deed.action {
                    let local = LocalTime(deed.at - .hours(4), in: zone)
                    guard answered.insert(local.date.daysSince1970).inserted else { return nil }
                }
                return PastAction(action: deed.action, at: deed.at)
            }
            let past = run(rules, given: given, steps: [], from: end, zone)
            compare(past.simulation.engine, live.simulation.engine, generator.seed)
        }
    }

    private func compare(_ past: Engine, _ live: Engine, _ seed: UInt64) {
        #expect(past.now == live.now)
        #expect(past.figures == live.figures, "seed \(seed)")
        let variables = past.written.variables
        let (left, right) = (
            past.features(reading: variables), live.features(reading: variables)
        )
        #expect(left.ofRules == right.ofRules, "seed \(seed)")
        for target in ["shop", "feeds"] {
            #expect(
                past.used(target, since: Self.start) == live.used(target, since: Self.start),
                "\(target), seed \(seed)")
            #expect(past.isBlocked(target) == live.isBlocked(target), "\(target), seed \(seed)")
        }
        #expect(
            past.state.checkIns["morning"]?.phase == live.state.checkIns["morning"]?.phase,
            "seed \(seed)")
    }
}
