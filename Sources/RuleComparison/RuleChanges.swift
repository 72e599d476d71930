import RuleModel

/// All entries in which two rule sets differ, whether it matters or not.
struct RuleChanges: Sendable {
    /// The entries as paths in the rule files, by section, with what became of each.
    private(set) var paths: [(path: String, words: String)] = []

    init(from before: RuleSet, to after: RuleSet) {
        compare("targets", before.targets, after.targets, \.key, \.fingerprint)
        compare("quiet_hours", before.quietHours, after.quietHours, \.key, \.fingerprint)
        compare("check_ins", before.checkIns, after.checkIns, \.key, \.fingerprint)
        compare("budgets", before.budgets, after.budgets, \.key, \.fingerprint)
        compare("features", Array(before.features), Array(after.features), \.key, \.value)
        if before.risk.levels != after.risk.levels {
            let levels = after.risk.levels
            paths.append(
                (
                    "risk.levels",
                    "moderate begins at \(levels.moderate), high at \(levels.high), "
                        + "critical at \(levels.critical)"
                ))
        }
        compare("risk.factors", before.risk.factors, after.risk.factors, \.key) {
            "\($0.weight) \($0.text)"
        }
        compare(
            "auto_protection", before.autoProtections, after.autoProtections, \.key, \.fingerprint)
        add("unblock.categories", if: before.unblock.categories != after.unblock.categories)
        add("unblock.moods", if: before.unblock.moods != after.unblock.moods)
        add("unblock.wait", if: before.unblock.longestWait != after.unblock.longestWait)
        add("plan", if: before.plan.key != after.plan.key)
    }

    private mutating func add(_ path: String, if differs: Bool) {
        if differs { paths.append((path, Self.changed)) }
    }

    private static let changed = "changed, but the rules are neither weaker nor stricter"

    private mutating func compare<Entry>(
        _ section: String, _ before: [Entry], _ after: [Entry], _ key: (Entry) -> String,
        _ text: (Entry) -> String
    ) {
        let old = WeakeningFinder.byKey(before, key).mapValues(text)
        let new = WeakeningFinder.byKey(after, key).mapValues(text)
        for key in Set(old.keys).union(new.keys).sorted() where old[key] != new[key] {
            let words =
                old[key] == nil
                ? "new, but the rules are no stricter"
                : new[key] == nil ? "removed, but the rules are no weaker" : Self.changed
            paths.append(("\(section).\(key)", words))
        }
    }
}
