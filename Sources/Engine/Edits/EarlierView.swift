import CEL
import RuleModel

/// How an earlier set sees things: its own score, of what its own conditions read, in its own zone.
struct EarlierView: Sendable {
    /// The earlier set.
    let rules: RuleSet
    /// What tells its texts from others'.
    let fingerprint: String
    let evaluator: RiskEvaluator
    /// The places of its schedules among those in force.
    let schedules: [Int]
    /// The fingerprints of its auto-protections: what these began is its own.
    let entries: Set<String>
    let readsRegret: Bool

    /// The view of one of the earlier sets of rules in force.
    init(_ rules: RuleSet, among union: RuleSet) {
        self.rules = rules
        fingerprint = RuleText.fingerprint(of: rules.sources)
        evaluator = RiskEvaluator(rules.risk)
        readsRegret = Engine.readsRegret(rules)
        entries = Set(rules.autoProtections.map(\.fingerprint))
        let keys = Set(
            rules.quietHours.flatMap { schedule in
                [
                    schedule.key,
                    FormerKey.make(schedule.key, schedule.fingerprint, zone: schedule.timeZone),
                ]
            })
        // One that another set has as well stands under that one's key.
        let own = Dictionary(grouping: rules.quietHours, by: \.key)
        schedules = union.quietHours.indices.filter { index in
            let schedule = union.quietHours[index]
            return keys.contains(schedule.key)
                && (own[FormerKey.base(of: schedule.key)] ?? []).contains(where: schedule.holdsWhen)
        }
    }
}

extension Engine {
    /// The values that the conditions of an earlier set read now.
    func features(of view: EarlierView) -> Features {
        features(
            of: view.rules, at: now, in: view.rules.timeZone ?? zone,
            view.rules.risk.variables, schedules: view.schedules,
            regret: view.readsRegret)
    }

    /// The score of the rules in force: of several sets, the highest, with what made it.
    func assessTogether() -> RiskAssessment {
        var highest = evaluator.assess(features)
        for view in earlierViews {
            let other = view.evaluator.assess(features(of: view))
            let automatic = max(highest.automatic, other.automatic)
            let level = max(highest.level, other.level)
            if other.score > highest.score { highest = other }
            highest.automatic = automatic
            highest.level = level
        }
        highest.level = max(highest.level, rules.risk.levels.level(of: highest.score))
        return highest
    }

    /// What each set's conditions are judged by now.
    struct Judgement {
        var evaluator: RiskEvaluator
        var features: Features
        var scores: RiskEvaluator.Scores
        /// Which auto-protections are of the set, by fingerprint; nil: all, whatever began them.
        var entries: Set<String>?
        /// What tells the set's texts from others'.
        var set: String

        func holds(_ condition: Program) -> Bool {
            evaluator.holds(condition, features, scores)
        }

        /// The risk with all that made it.
        var assessment: RiskAssessment { evaluator.assess(features) }
    }

    /// What the conditions of the set itself are judged by, then those of each earlier set.
    func judgements() -> (own: Judgement, earlier: [Judgement]) {
        func judge(
            _ evaluator: RiskEvaluator, _ features: Features, _ entries: Set<String>?,
            _ set: String
        ) -> Judgement {
            Judgement(
                evaluator: evaluator, features: features,
                scores: evaluator.scores(features), entries: entries, set: set)
        }
        let ownEntries =
            earlierViews.isEmpty
            ? nil : Set(rules.autoProtections.lazy.filter { $0.origin == nil }.map(\.fingerprint))
        return (
            judge(evaluator, features, ownEntries, state.rules ?? ""),
            earlierViews.map { judge($0.evaluator, features(of: $0), $0.entries, $0.fingerprint) }
        )
    }
}
