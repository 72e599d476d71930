import CEL

/// A person's rule files, checked and compiled; one value that comes into force as a whole.
///
/// `RuleFiles` makes it from YAML. Lists are sorted by key, so that equal files give equal sets in
/// any order of their entries.
package struct RuleSet: Sendable {
    /// The groups of apps and sites that are blocked together, by key.
    package var targets: [Target]
    package var quietHours: [QuietHours]
    /// The named conditions as written, by name; the conditions that read them are compiled.
    package var features: [String: String]
    package var risk: RiskRules
    /// The rules that start protections, by key.
    package var autoProtections: [AutoProtection]
    /// The questions that are asked every day, by key.
    package var checkIns: [CheckIn]
    /// The limits on the use of targets, by key.
    package var budgets: [Budget]
    /// Waits, grants and the lists that a person chooses from.
    package var unblock: UnblockRules
    /// The limits of the person's plan.
    package var plan: Plan
    /// The zone for schedules that name none; nil: the machine's.
    package var timeZone: TimeZoneRules?
    /// How long a person touches neither keyboard nor pointer before they count as away.
    package var awayAfter: TimeSpan
    /// How long single events are kept; nil: forever.
    package var retention: TimeSpan?
    /// The news that the person does not want.
    package var silenced: Set<News>
    /// True if the debug actions of check-ins are allowed.
    package var isDebug: Bool
    /// The delay of edits that weaken the rules; zero: none.
    package var weakeningWaits: TimeSpan
    /// How long a change can be undone in full, whatever the delay. It serves three: edits of the
    /// files, changes of the machine's zone, and switches that were turned on. For the last,
    /// `evolve` reads it, so that a new length needs a new `Checkpoint.format`; the others record
    /// their end.
    package static let revocability = TimeSpan.minutes(10)
    /// The texts that the set was made from, in the order read, for the record.
    package var sources: [RuleText]

    /// A rule set of the given parts; lists are sorted by key.
    package init(
        targets: [Target], quietHours: [QuietHours], features: [String: String] = [:],
        risk: RiskRules,
        autoProtections: [AutoProtection] = [], checkIns: [CheckIn] = [], budgets: [Budget] = [],
        unblock: UnblockRules, plan: Plan, timeZone: TimeZoneRules?,
        awayAfter: TimeSpan = Self.standardAwayAfter, retention: TimeSpan? = nil,
        silenced: Set<News> = [], isDebug: Bool = false, weakeningWaits: TimeSpan = .zero,
        sources: [RuleText]
    ) {
        self.targets = targets.sorted { $0.key < $1.key }
        self.quietHours = quietHours.sorted { $0.key < $1.key }
        self.features = features
        self.risk = risk
        self.autoProtections = autoProtections.sorted { $0.key < $1.key }
        self.checkIns = checkIns.sorted { $0.key < $1.key }
        self.budgets = budgets.sorted { $0.key < $1.key }
        self.unblock = unblock
        self.plan = plan
        self.timeZone = timeZone
        self.awayAfter = awayAfter
        self.retention = retention
        self.silenced = silenced
        self.isDebug = isDebug
        self.weakeningWaits = weakeningWaits
        self.sources = sources
    }

    /// The value of `awayAfter` if no file says otherwise.
    package static let standardAwayAfter = TimeSpan.minutes(3)

    /// The names that people see, by target.
    package var targetNames: [String: String] {
        Dictionary(targets.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// True for a part of a set that is held, which may lack targets. Such parts have no source
    /// texts.
    package var isPart: Bool { sources.isEmpty }

    /// The empty rule set: in force before any rules were read.
    package static let empty = RuleSet(
        targets: [], quietHours: [], risk: .none, unblock: .standard, plan: .premium,
        timeZone: nil, sources: [])
}
