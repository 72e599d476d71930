import RuleModel

/// The weakenings of independent settings: the conversation, the record, the plan.
extension WeakeningFinder {
    /// Longer grants and shorter waits.
    var unblockWeakenings: [Weakening] {
        let (old, new) = (before.unblock, after.unblock)
        return Self.weakenings(
            from: old, to: new, grantPath: "unblock.grant", waitPath: "unblock.wait")
            + Self.growth(from: old, to: new) + Self.emergencies(from: old, to: new)
    }

    /// An emergency way out where there was none, or one that opens more often or sooner.
    private static func emergencies(from old: UnblockRules, to new: UnblockRules) -> [Weakening] {
        let path = "unblock.emergency"
        guard let later = new.emergency else { return [] }
        guard let earlier = old.emergency else {
            return [
                Weakening(
                    path, "strict rules can now be opened in an emergency",
                    "strict rules can no longer be opened in an emergency")
            ]
        }
        var weakenings: [Weakening] = []
        if later.count > earlier.count {
            weakenings.append(
                Weakening(path, from: earlier.times, to: later.times) {
                    "strict rules can be opened \($1) in each period instead of \($0)"
                })
        }
        if later.per < earlier.per {
            weakenings.append(
                Weakening(path, from: earlier.per.rawValue, to: later.per.rawValue) {
                    "emergencies are counted per \($1) instead of per \($0)"
                })
        }
        if later.wait < earlier.wait {
            weakenings.append(
                Weakening(path, from: earlier.wait.words, to: later.wait.words) {
                    "the wait before an emergency unblock is \($1) instead of \($0)"
                })
        }
        return weakenings
    }

    /// Longer grants and shorter waits of a target, if it has any of its own.
    func unblockWeakenings(of target: Target, _ kept: Target, _ path: String) -> [Weakening] {
        guard target.unblock != kept.unblock else { return [] }
        return Self.weakenings(
            from: before.unblock.adopting(target.unblock),
            to: after.unblock.adopting(kept.unblock), grantPath: path, waitPath: path)
    }

    /// Waits that grow less with each request.
    private static func growth(from old: UnblockRules, to new: UnblockRules) -> [Weakening] {
        let path = "unblock.wait"
        if new.eachFurther < old.eachFurther {
            return [
                Weakening(path, from: old.eachFurther.words, to: new.eachFurther.words) {
                    "each further request of a day adds \($1) to the wait instead of \($0)"
                }
            ]
        }
        guard old.eachFurther > .zero, new.longestWait < old.longestWait else { return [] }
        return [
            Weakening(path, from: old.longestWait.words, to: new.longestWait.words) {
                "waits grow to at most \($1) instead of \($0)"
            }
        ]
    }

    private static func weakenings(
        from old: UnblockRules, to new: UnblockRules, grantPath: String, waitPath: String
    ) -> [Weakening] {
        var weakenings: [Weakening] = []
        if new.grant > old.grant {
            weakenings.append(
                Weakening(grantPath, from: old.grant.words, to: new.grant.words) {
                    "a grant lasts \($1) instead of \($0)"
                })
        }
        for (purpose, wait) in [
            ("a planned", \UnblockRules.plannedWait), ("an impulse", \.impulseWait),
        ] where new[keyPath: wait] < old[keyPath: wait] {
            let (longer, shorter) = (old[keyPath: wait].words, new[keyPath: wait].words)
            weakenings.append(
                Weakening(waitPath, from: longer, to: shorter) {
                    "the wait before \(purpose) unblock is \($1) instead of \($0)"
                })
        }
        return weakenings
    }

    /// Less use that is counted, weaker edits that wait less, a shorter record, open debug actions,
    /// a plan with less in it.
    var standaloneWeakenings: [Weakening] {
        var weakenings: [Weakening] = []
        if after.awayAfter < before.awayAfter {
            let (longer, shorter) = (before.awayAfter.words, after.awayAfter.words)
            weakenings.append(
                Weakening("usage.away_after", from: longer, to: shorter) {
                    "you count as away after \($1) instead of \($0)"
                })
        }
        if after.weakeningWaits < before.weakeningWaits {
            let (longer, shorter) = (before.weakeningWaits.words, after.weakeningWaits.words)
            weakenings.append(
                Weakening("edits.weakening_waits", from: longer, to: shorter) {
                    "edits that weaken the rules wait \($1) instead of \($0)"
                })
        }
        if let lost = lower(after.retention, than: before.retention) {
            let longer = before.retention.map { "for \($0.words)" } ?? "forever"
            weakenings.append(
                Weakening("keep", from: longer, to: "for \(lost.words)") {
                    "events are kept \($1) instead of \($0)"
                })
        }
        if after.isDebug && !before.isDebug {
            weakenings.append(
                Weakening(
                    "debug", "the debug actions of check-ins are enabled",
                    "the debug actions of check-ins are disabled"))
        }
        if let missing = missingOfPlan {
            weakenings.append(Weakening("plan", missing.lost, missing.gained))
        }
        return weakenings
    }

    /// The features that the later plan lacks.
    private var missingOfPlan: (lost: String, gained: String)? {
        let (old, new) = (before.plan, after.plan)
        func misses(_ allows: KeyPath<Plan, Bool>) -> Bool {
            old[keyPath: allows] && !new[keyPath: allows]
        }
        func fewer(_ what: String) -> (lost: String, gained: String) {
            ("the plan allows fewer \(what)", "the plan allows more \(what)")
        }
        func without(_ what: String) -> (lost: String, gained: String) {
            ("the plan no longer includes \(what)", "the plan now includes \(what)")
        }
        if lower(new.entries, than: old.entries) != nil { return fewer("apps and sites") }
        if lower(new.schedules, than: old.schedules) != nil { return fewer("schedules") }
        if lower(new.autoProtections, than: old.autoProtections) != nil {
            return fewer("auto-protections")
        }
        let range = Plan.MetricsRange.allCases.first { old.allows($0) && !new.allows($0) }
        if let range { return without("figures for \(range.rawValue)") }
        if misses(\.hasPredictiveAlerts) { return without("alerts about risky hours") }
        if misses(\.hasExport) { return without("exporting the record") }
        return misses(\.canEditSchedules)
            ? without("adding and editing schedules in the dashboard") : nil
    }

    /// A limit that is lower than another; nil if it is not. A nil limit means unlimited.
    private func lower<Limit: Comparable>(_ limit: Limit?, than other: Limit?) -> Limit? {
        guard let limit, other.map({ limit < $0 }) ?? true else { return nil }
        return limit
    }
}

extension EmergencyRules {
    /// `once`, `3 times`.
    fileprivate var times: String { count == 1 ? "once" : "\(count) times" }
}
