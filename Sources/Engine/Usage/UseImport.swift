import RuleModel

/// Use that another program measured and the person imported. It is in the figures, under a name
/// of its own, and counts in no budget, no condition and no risk.
package struct UseImport: Hashable, Sendable, Codable {
    /// The import's number: the sequence of its event.
    package var id: Int64
    package var at: Instant
    /// The program and the computer that measured it, `activitywatch laptop`.
    package var source: String
    /// In the fact the whole use of each day as the program measured it, in the state what this
    /// import added to those before; each target and day once.
    package var use: [Day]

    package init(id: Int64, at: Instant, source: String, use: [Day]) {
        self.id = id
        self.at = at
        self.source = source
        self.use = use
    }

    /// The use of a target on a local day.
    package struct Day: Hashable, Sendable, Codable {
        package var target: String
        @LocalDay package var day: Int
        package var time: TimeSpan

        package init(target: String, day: Int, time: TimeSpan) {
            self.target = target
            self.time = time
            self.day = day
        }
    }

    /// The most days of targets in all imports together: ten targets for five years.
    package static let most = 20_000
    /// The most imports that are in the figures at a time.
    package static let mostImports = 100

    /// The days of the first and the last use; nil if there is none.
    package var days: ClosedRange<Int>? {
        guard let first = use.map(\.day).min(), let last = use.map(\.day).max() else { return nil }
        return first...last
    }

    package var time: TimeSpan {
        TimeSpan(milliseconds: use.reduce(0) { $0.addingSaturated($1.time.milliseconds) })
    }
}

/// The imports that were not taken back.
package struct ImportedUse: Hashable, Sendable, Codable {
    /// In the order in which they were imported.
    package private(set) var all: [UseImport] = []

    package init() {}

    /// The number of days of targets.
    var count: Int { all.reduce(0) { $0 + $1.use.count } }

    /// The part of an import that is not known yet: of each target and day what its source has
    /// measured more than in earlier imports.
    func news(of found: UseImport) -> UseImport {
        struct Key: Hashable {
            var target: String
            var day: Int
        }
        var known: [Key: Int64] = [:]
        for use in all.lazy.filter({ $0.source == found.source }).flatMap(\.use) {
            let key = Key(target: use.target, day: use.day)
            known[key] = (known[key] ?? 0).addingSaturated(use.time.milliseconds)
        }
        var news = found
        news.use = found.use.compactMap { use in
            var use = use
            let before = known[Key(target: use.target, day: use.day)] ?? 0
            use.time = TimeSpan(milliseconds: use.time.milliseconds.addingSaturated(-before))
            return use.time > .zero ? use : nil
        }
        return news
    }

    mutating func add(_ found: UseImport) {
        let news = news(of: found)
        if !news.use.isEmpty { all.append(news) }
    }

    mutating func remove(_ id: Int64) { all.removeAll { $0.id == id } }

    /// The imported use of each target on some local days, the longest first, then by key.
    package func use(days: Range<Int>) -> [TargetUse] {
        var sums: [String: Int64] = [:]
        for use in all.lazy.flatMap(\.use) where days.contains(use.day) {
            sums[use.target] = (sums[use.target] ?? 0).addingSaturated(use.time.milliseconds)
        }
        return sums.map { TargetUse(target: $0.key, time: TimeSpan(milliseconds: $0.value)) }
            .sorted { ($1.time, $0.target) < ($0.time, $1.target) }
    }
}

extension UseImport: FactPayload {
    package func apply(to state: inout State, _ event: Event) { state.imported.add(self) }
}

struct UseImportRemoval: FactPayload {
    var id: Int64

    func apply(to state: inout State, _ event: Event) { state.imported.remove(id) }
}
