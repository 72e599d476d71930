import Engine
import RuleFiles
import RuleModel
import Testing

/// The golden late night as the engine lives through it with the shipped rules: a Wednesday with
/// unblocks at 22:10, 22:35 and 22:58.
@Suite struct ShippedNightTests {
    /// A machine whose clock shows UTC and never goes wrong.
    private struct Machine {
        var engine: Engine
        private let start: Instant

        init(_ rules: RuleSet, at time: String) throws {
            start = try #require(Instant(rfc3339: "2026-11-18T\(time)Z"))
            engine = Engine(continuing: State(), at: Self.reading(at: start, since: start))
            _ = engine.handle(
                .started(version: "1", rules: rules, zone: .utc),
                at: Self.reading(at: start, since: start))
        }

        private static func reading(at instant: Instant, since start: Instant) -> Reading {
            Reading(
                wall: instant, elapsed: .hours(1) + (instant - start), boot: BootID("a"),
                isSynchronised: true)
        }

        /// A time of the day.
        private func instant(_ time: String) throws -> Instant {
            try #require(Instant(rfc3339: "2026-11-18T\(time)Z"))
        }

        /// Asks for something, while the store keeps all that it is given.
        private mutating func ask<Asked: Request>(
            _ request: Asked, at instant: Instant
        ) throws -> Answer<Asked> {
            let reading = Self.reading(at: instant, since: start)
            switch engine.handle(request, at: reading).response {
            case .answered(let answer): return answer
            case .awaitsCommit(let completion):
                return engine.handle(committed: completion, at: reading).answer
            }
        }

        /// Opens the shop on an impulse at a time of the day, at which the wait is just over.
        mutating func unblock(at time: String) throws {
            let confirmed = try instant(time)
            let asked = confirmed - UnblockRules.standard.impulseWait
            let asking = AskToUnblock.request(
                .target("shop"), intent: Intent(purpose: .impulse), isPause: false)
            guard case .replied(let request) = try ask(asking, at: asked) else {
                Issue.record("no request before \(time)")
                return
            }
            guard case .replied(.granted) = try ask(.confirm(request: request.id), at: confirmed)
            else {
                Issue.record("no grant at \(time)")
                return
            }
        }

        /// The rules that begin a protection at a mark of the auto-protection, with their names.
        mutating func mark(_ time: String) throws -> [String] {
            let before = Set(engine.state.protections.map(\.id))
            _ = engine.handle(
                .tick([.schedules, .autoProtection, .risk]),
                at: Self.reading(at: try instant(time), since: start))
            return engine.state.protections.filter { !before.contains($0.id) }.map {
                "\($0.rule ?? "") \($0.targets.joined(separator: " ")) "
                    + "\($0.length.seconds) \($0.name)"
            }
        }
    }

    private let rules = """
        targets: {shop: {sites: [shop.example]}, game: {sites: [game.example]}}
        quiet_hours: {evenings: {block: [shop], ranges: [{time: "20:00-24:00"}]}}
        budgets: {games: {target: game, limit: 20h}}

        """

    private func night(_ more: String = "") throws -> Machine {
        var machine = try Machine(try ruleSet(rules + more), at: "21:00:00")
        try machine.unblock(at: "22:10:00")
        try machine.unblock(at: "22:35:00")
        try machine.unblock(at: "22:58:00")
        return machine
    }

    private let shipped = "7200 Auto-Protection: High Risk Detected"

    @Test func theShippedRuleProtectsEveryTargetForTwoHours() throws {
        var machine = try night()
        #expect(machine.engine.grantEnd(of: "shop") != nil && !machine.engine.isBlocked("game"))
        #expect(try machine.mark("23:00:00") == ["high_risk game shop " + shipped])
        let assessment = try #require(machine.engine.assessment)
        #expect(assessment.score == .one && assessment.level == .critical)
        #expect(
            assessment.factors.filter(\.isTrue).map(\.key)
                == ["high_frequency", "late_night", "rapid_unblocks"])
        // The grant until 23:13 has ended, and no quiet hours are needed for the game.
        #expect(machine.engine.grantEnd(of: "shop") == nil)
        #expect(machine.engine.isBlocked("shop") && machine.engine.isBlocked("game"))
        #expect(try machine.mark("23:05:00") == [])
    }

    @Test func aRuleOfOnesOwnBlocksWhatItNames() throws {
        var machine = try night("auto_protection: {high_risk: {block: [game], for: 1h}}")
        #expect(
            try machine.mark("23:00:00") == [
                "high_risk game 3600 Auto-Protection: High Risk Detected"
            ])
        #expect(machine.engine.grantEnd(of: "shop") != nil)
    }

    @Test func theMarksBeforeTheThirdUnblockDoNotFire() throws {
        var machine = try Machine(try ruleSet(rules), at: "21:00:00")
        try machine.unblock(at: "22:10:00")
        try machine.unblock(at: "22:40:01")
        // Half an hour and a second apart: the night alone counts.
        #expect(try machine.mark("22:45:00") == [])
        #expect(machine.engine.assessment?.score == Score(thousandths: 400))
        try machine.unblock(at: "23:09:30")
        // Three within the hour, for another half minute.
        #expect(try machine.mark("23:09:59") == ["high_risk game shop " + shipped])
    }

    @Test func withoutTheRuleNothingBegins() throws {
        for more in [
            "auto_protection: {high_risk: null}", "auto_protection: {high_risk: {enabled: false}}",
            "auto_protection: {high_risk: {when: risk.automatic > 1.0}}",
        ] {
            var machine = try night(more)
            #expect(try machine.mark("23:00:00") == [], "\(more)")
            #expect(machine.engine.assessment?.automatic == .one)
        }
    }

    /// Conditions that name zones, features or no score at all, with and without a risk section.
    @Test(arguments: [
        "auto_protection: {a: {when: 'now.getHours(\"Europe/Berlin\") == 22'}}",
        "features: {f: local.hour >= 21}\nauto_protection: {a: {when: f}}",
        "risk: {factors: {f: {weight: 1, when: 'now.getHours(\"Asia/Tokyo\") == 6'}}}\n"
            + "auto_protection: {a: {when: risk.automatic >= 1.0}}",
        "risk: {levels: {high: 0.7}}\nauto_protection: {a: {when: risk.automatic == 0.0}}",
    ])
    func setsOfEveryMakeAreEvaluated(more: String) throws {
        let loading = load(rules + more, defaults: [])
        #expect(loading.rendered(color: false) == "")
        var machine = try Machine(try #require(loading.ruleSet), at: "21:00:00")
        #expect(try machine.mark("21:05:00") == ["a game shop 7200 a"])
    }
}
