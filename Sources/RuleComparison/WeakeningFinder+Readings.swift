import CEL
import RuleModel

/// Conditions that read what other entries make: `quiet_hours.active`, `budgets.social.left`.
extension WeakeningFinder {
    /// The factors and auto-protections whose conditions read an entry that was edited: it is
    /// unknown if they are true as often as before.
    ///
    /// An entry that itself holds back less is in `told`, which is enough; `uncounted`:
    /// `uncountedPages`.
    func readingWeakenings(told: Set<String>, _ uncounted: [String: SitePath]) -> [Weakening] {
        let factors = before.risk.factors.map { ("risk.factors.\($0.key)", $0.text, $0.condition) }
        let protections = before.autoProtections.filter(\.isEnabled)
            .map { ("auto_protection.\($0.key)", $0.text, $0.condition) }
        return (factors + protections).compactMap { path, text, condition in
            if told.contains(path) { return nil }
            let lost = condition.references.sorted().first {
                isOfAnEdit($0, in: text, told: told) || isOfUncounted($0, uncounted)
            }
            return lost.map {
                .undecided(
                    path,
                    "the condition reads \($0), and the rules behind \($0) have changed")
            }
        }
    }

    /// True if a variable is of the use of a target of which fewer pages count.
    private func isOfUncounted(_ name: String, _ uncounted: [String: SitePath]) -> Bool {
        guard !uncounted.isEmpty, let variable = RuleVariable(name: name) else { return false }
        switch variable.figure {
        case .usageToday: return uncounted[variable.key] != nil
        case .budgetUsed, .budgetLeft:
            let budget = before.budgets.first { $0.key == variable.key }
            return budget.map { uncounted[$0.target] != nil } ?? false
        case .checkInAnswered, .checkInYes: return false
        }
    }

    /// True if the source of a variable differs, so that a condition may be true less often.
    private func isOfAnEdit(_ name: String, in source: String, told: Set<String>) -> Bool {
        if name.hasPrefix("quiet_hours.") {
            guard schedules(before) != schedules(after),
                !told.contains(where: { $0.hasPrefix("quiet_hours.") })
            else { return false }
            return !isOftener(name) || !isTrueWith(name, source)
        }
        guard let variable = RuleVariable(name: name) else { return false }
        return fingerprints(of: variable, in: before) != fingerprints(of: variable, in: after)
            && !told.contains(path(of: variable))
    }

    private func schedules(_ rules: RuleSet) -> [[String]] { rules.quietHours.map(made) }

    private func made(_ schedule: QuietHours) -> [String] {
        [schedule.key, schedule.fingerprint, schedule.timeZone?.name ?? ""]
    }

    /// True if a variable of schedules that hold back no less is true as often as before.
    private func isOftener(_ name: String) -> Bool {
        if name == "quiet_hours.active" { return true }
        // A schedule that is on now no longer counts as switched off.
        let kept = Set(schedules(after))
        return before.quietHours.allSatisfy { $0.isEnabled || kept.contains(made($0)) }
    }

    /// True if a condition is true wherever it was when a truth that it reads becomes true: it
    /// appears there without a negation, and not in a calculation.
    private func isTrueWith(_ name: String, _ source: String) -> Bool {
        let setting = before.setting
        guard let parsed = try? setting.environment.parse(source).get() else { return false }
        return isTrueWith(name, parsed.root, in: setting, depth: 0)
    }

    /// The limit of a chain of features that name one another.
    private static let depth = 50

    private func isTrueWith(
        _ name: String, _ node: Expression, in setting: ConditionSpace.Setting, depth: Int
    ) -> Bool {
        if depth > Self.depth { return false }
        if let read = node.qualifiedName {
            guard case .feature(_, let feature) = setting.meaning(of: read) else { return true }
            return isTrueWith(name, feature.root, in: setting, depth: depth + 1)
        }
        if case .call(let function, nil, let sides) = node.kind,
            ["_&&_", "_||_"].contains(function)
        {
            return sides.allSatisfy { isTrueWith(name, $0, in: setting, depth: depth) }
        }
        return !reads(name, node, in: setting, depth: depth)
    }

    private func reads(
        _ name: String, _ node: Expression, in setting: ConditionSpace.Setting, depth: Int
    ) -> Bool {
        if depth > Self.depth { return true }
        guard let read = node.qualifiedName else {
            return node.children.contains { reads(name, $0, in: setting, depth: depth) }
        }
        switch setting.meaning(of: read) {
        case .feature(_, let feature):
            return reads(name, feature.root, in: setting, depth: depth + 1)
        case .variable(let variable, _): return variable == name
        case nil: return false
        }
    }

    private func path(of variable: RuleVariable) -> String {
        switch variable.figure {
        case .usageToday: "targets.\(variable.key)"
        case .budgetUsed, .budgetLeft: "budgets.\(variable.key)"
        case .checkInAnswered, .checkInYes: "check_ins.\(variable.key)"
        }
    }

    /// The fingerprint of each entry that a variable is of.
    private func fingerprints(of variable: RuleVariable, in rules: RuleSet) -> [String] {
        func target(_ key: String) -> String? {
            rules.targets.first { $0.key == key }?.fingerprint
        }
        switch variable.figure {
        case .usageToday: return [target(variable.key) ?? ""]
        case .budgetUsed, .budgetLeft:
            let budget = rules.budgets.first { $0.key == variable.key }
            return [budget?.fingerprint ?? "", budget.flatMap { target($0.target) } ?? ""]
        case .checkInAnswered, .checkInYes:
            return [rules.checkIns.first { $0.key == variable.key }?.fingerprint ?? ""]
        }
    }
}
