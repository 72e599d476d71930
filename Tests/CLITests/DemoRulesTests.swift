import Engine
import RuleModel
import Testing

@testable import Demo
@testable import soteria

/// The rules of the demonstrations, as the real loader reads them.
@Suite struct DemoRulesTests {
    @Test func theDayHasWhatTheStoryTells() throws {
        let (rules, zone) = try DemoRules.day.load(["TZ": "Asia/Tokyo"])
        #expect(zone.name == "Asia/Tokyo")
        #expect(rules.targets.map(\.key) == ["shopping"])
        #expect(rules.quietHours.map(\.key) == ["nights", "work"])
        #expect(rules.checkIns.map(\.key) == ["morning"])
        #expect(rules.budgets.first?.limit == .minutes(45))
        #expect(rules.autoProtections.map(\.key) == ["high_risk"])
        #expect(rules.risk.factors.contains { $0.key == "budget_spent" })
        #expect(rules.risk.factors.contains { $0.key == "late_night" })
    }

    @Test func theYearHasTargetsWithAllThatAPersonGoesTo() throws {
        let (rules, _) = try DemoRules.year.load(["TZ": "UTC"])
        #expect(rules.targets.map(\.key) == ["games", "shopping", "social"])
        #expect(Set(Profile.places.keys) == Set(rules.targets.map(\.key)))
        let engine = Simulation(rules, zone: .utc, from: DemoHistories.end).engine
        for (target, places) in Profile.places {
            for (place, _) in places { #expect(engine.targets(of: place) == [target]) }
        }
        #expect(rules.quietHours.map(\.key) == ["weekends", "weeknights", "work"])
        #expect(rules.budgets.count == 2 && rules.checkIns.count == 1)
        #expect(rules.plan.hasPredictiveAlerts)
    }

    @Test func whatAPersonSaysIsInTheRules() throws {
        let (rules, _) = try DemoRules.year.load(["TZ": "UTC"])
        var random = SeededRandom(seed: 5, stream: 0)
        for target in Profile.places.keys.sorted() {
            for purpose in Purpose.allCases {
                for _ in 0..<200 {
                    let intent = Profile.intent(purpose, of: target, &random)
                    #expect(intent.purpose == purpose)
                    #expect(intent.category.map(rules.unblock.categories.contains) ?? true)
                    #expect(intent.mood.map(rules.unblock.moods.contains) ?? true)
                    #expect(intent.minutes.map(Intent.minutesAllowed.contains) ?? true)
                    #expect((intent.category != nil) == (purpose == .planned))
                    let length = Profile.length(intent, &random)
                    #expect(length > .zero && length < .hours(1))
                    let outcome = Profile.outcome(intent, &random)
                    #expect(outcome.regret.map(LoggedOutcome.regrets.contains) ?? true)
                    #expect(outcome.isBought || outcome.amount == nil)
                }
            }
        }
    }

    @Test func theFilesAreThoseThatTheDaemonWillRead() throws {
        for demo in [DemoRules.day, .year] {
            #expect(demo.files.map(\.name) == demo.files.map(\.name).sorted())
            #expect(demo.files.allSatisfy { $0.name.hasSuffix(".yaml") })
            #expect(demo.files.allSatisfy { $0.text.hasSuffix("\n") })
            #expect(demo.files.allSatisfy { $0.text.contains("version: 1\n") })
        }
    }

    @Test func wrongRulesAreSaidWithTheirPlace() {
        let wrong = DemoRules(files: [("10-wrong.yaml", "targets: {a: {sitess: [b]}}\n")])
        let failure = #expect(throws: DemoFailure.self) { try wrong.load(["TZ": "UTC"]) }
        #expect(failure?.description.contains("demo/10-wrong.yaml:1:15") ?? false)
        #expect(failure?.description.contains("sitess") ?? false)
    }

    @Test func theyHaveNoWarnings() throws {
        for demo in [DemoRules.day, .year] {
            try RuleFilesOnDisk.with(
                Dictionary(uniqueKeysWithValues: demo.files.map { ($0.name, $0.text) })
            ) { directory in
                let run = CommandRun("rules", "check", directory)
                #expect(run.status == 0, "\(run.output)\(run.error)")
                #expect(!run.output.contains("warning"))
            }
        }
    }

    // MARK: Who wants what

    @Test func onesWayMatures() {
        #expect(Profile.maturity(after: 0) == 0)
        let all = stride(from: 0, through: 3650, by: 50).map(Profile.maturity(after:))
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
        #expect((0.65...0.75).contains(Profile.maturity(after: 365)))
        #expect(Profile.maturity(after: 3650) < 1)
    }

    @Test func impulsesAreKeptMoreOftenThanPlansAndUnderProtection() {
        func kept(_ purpose: Purpose, isProtected: Bool, maturity: Double) -> Int {
            var random = SeededRandom(seed: 3, stream: 3)
            return (0..<2000).count { _ in
                Profile.resolution(
                    Intent(purpose: purpose), maturity: maturity, isProtected: isProtected,
                    &random) == .keep
            }
        }
        let impulse = kept(.impulse, isProtected: false, maturity: 0.5)
        #expect(impulse > kept(.planned, isProtected: false, maturity: 0.5) + 200)
        #expect(kept(.impulse, isProtected: true, maturity: 0.5) > impulse + 200)
        #expect(kept(.impulse, isProtected: false, maturity: 0.7) > impulse + 100)
        #expect(kept(.impulse, isProtected: false, maturity: 0) < impulse - 200)
    }

    @Test func runsCoverAHistoryButForTheGaps() throws {
        let (rules, zone) = try DemoRules.year.load(["TZ": "Europe/Berlin"])
        #expect(!rules.targets.isEmpty)
        let to = DemoHistories.end
        for seed in UInt64(1)...30 {
            for days in [1, 59, 130, 365, 1000, 3650] {
                let from = zone.instant(-days, daysFrom: to)
                let runs = DaemonRun.all(seed: seed, from: from, to: to, zone: zone)
                let comment = Comment(rawValue: "seed \(seed), \(days) days")
                #expect(runs.first?.from == from && runs.last?.to == to, comment)
                #expect(runs.last?.isStopped == true, comment)
                #expect(runs.allSatisfy { $0.from < $0.to }, comment)
                let gaps = zip(runs, runs.dropFirst()).map { $1.from - $0.to }
                #expect(gaps.allSatisfy { $0 > .hours(12) && $0 < .days(15) }, comment)
                #expect(gaps.count <= days / 365 * 2 + 2, comment)
            }
        }
    }
}
