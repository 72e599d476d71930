import RuleModel

/// Finds the restrictions that one rule set has and another one lacks, section by section.
struct WeakeningFinder: Sendable {
    let before: RuleSet
    let after: RuleSet
    /// The targets that both sets have; for a removed target only the removal is reported.
    let targets: Set<String>

    init(from before: RuleSet, to after: RuleSet) {
        self.before = before
        self.after = after
        targets = Set(before.targets.map(\.key)).intersection(after.targets.map(\.key))
    }

    /// Every weakening; sections in the order of the files.
    var all: [Weakening] {
        let uncounted = uncountedPages
        let first =
            zone + targetWeakenings + quietHoursWeakenings + checkInWeakenings
            + budgetWeakenings(uncounted) + conditionWeakenings
        return first + readingWeakenings(told: Set(first.map(\.path)), uncounted)
            + unblockWeakenings + standaloneWeakenings
    }

    private var zone: [Weakening] {
        guard before.timeZone?.name != after.timeZone?.name else { return [] }
        // Sorted, so that it reads the same in both directions.
        let names = [before, after].map { $0.timeZone?.name ?? "the machine's zone" }.sorted()
        return [.undecided("time_zone", "the time zones differ (\(names[0]) and \(names[1]))")]
    }

    /// True if the times of two entries are read in one zone. If both name none, a change of the
    /// rules' own zone is reported by itself. A newer zone file is no edit.
    func isSameZone(_ left: TimeZoneRules?, _ right: TimeZoneRules?) -> Bool {
        zoneName(left) == zoneName(right)
    }

    /// The name of the zone in which an entry's times are read; nil: the machine's.
    func zoneName(_ zone: TimeZoneRules?) -> String? { zone?.name ?? before.timeZone?.name }

    /// The reason why entries in two zones cannot be compared.
    func zones(_ left: TimeZoneRules?, _ right: TimeZoneRules?) -> String {
        let names = [left, right].map { zoneName($0) ?? "the machine's zone" }.sorted()
        return "the time zones differ (\(names[0]) and \(names[1]))"
    }

    static func byKey<Entry>(_ entries: [Entry], _ key: (Entry) -> String) -> [String: Entry] {
        Dictionary(entries.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension TimeSpan {
    /// The span as rule files write it: `1h30m`, `45m`, `10s`.
    var words: String {
        var rest = milliseconds
        var text = ""
        for (unit, length) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)] {
            let count = rest / Int64(length)
            if count != 0 { text += "\(count)\(unit)" }
            rest %= Int64(length)
        }
        if rest != 0 { text += "\(rest)ms" }
        return text.isEmpty ? "0s" : text
    }
}
