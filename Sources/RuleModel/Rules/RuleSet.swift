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
    /// How long single events are kept; nil: forever.
    package var retention: TimeSpan?
    /// True if the debug actions of check-ins are allowed.
    package var isDebug: Bool
    /// The delay of edits that weaken the rules; zero: none.
    package var weakeningWaits: TimeSpan
    /// The texts that the set was made from, in the order read, for the record.
    package var sources: [RuleText]

    /// A rule set of the given parts; lists are sorted by key.
    package init(
        targets: [Target], quietHours: [QuietHours], features: [String: String] = [:],
        risk: RiskRules,
        autoProtections: [AutoProtection] = [], checkIns: [CheckIn] = [], budgets: [Budget] = [],
        unblock: UnblockRules, plan: Plan, timeZone: TimeZoneRules?, retention: TimeSpan? = nil,
        isDebug: Bool = false, weakeningWaits: TimeSpan = .zero, sources: [RuleText]
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
        self.retention = retention
        self.isDebug = isDebug
        self.weakeningWaits = weakeningWaits
        self.sources = sources
    }

    /// The names that people see, by target.
    package var targetNames: [String: String] {
        Dictionary(targets.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// The empty rule set: in force before any rules were read.
    package static let empty = RuleSet(
        targets: [], quietHours: [], risk: .none, unblock: .standard, plan: .premium,
        timeZone: nil, sources: [])
}

/// The text of one rule file: the record keeps it so that the last good set survives.
///
/// For a list of sites only the digest is kept: its text would fill the record.
package struct RuleText: Hashable, Sendable, Codable {
    /// The file's absolute path, or `default/NAME.yaml` for a file embedded in the program.
    package var path: String
    /// 0 the shipped defaults, 1 the machine's (`/etc`), 2 the person's own.
    package var layer: Int
    /// The whole text; empty for a list of sites.
    package var text: String
    /// For a list of sites, the SHA-256 of the file's bytes in hexadecimal; nil for a rule file.
    package private(set) var digest: String?

    package init(path: String, layer: Int, text: String) {
        self.path = path
        self.layer = layer
        self.text = text
    }

    /// A list of sites: its absolute path, the layer of the rule file that names it, and its
    /// digest.
    package init(list path: String, layer: Int, digest: String) {
        self.init(path: path, layer: layer, text: "")
        self.digest = digest
    }

    /// True for a list of sites, false for a rule file.
    package var isList: Bool { digest != nil }

    /// The common fingerprint of texts in the order read.
    package static func fingerprint(of sources: [RuleText]) -> String {
        Fingerprint.of(
            sources.flatMap { source in
                [String(source.layer), source.path, source.text]
                    + (source.digest.map { ["list", $0] } ?? [])
            })
    }
}

/// Waits, grants and lists of the unblock conversation.
package struct UnblockRules: Hashable, Sendable {
    package var grant: TimeSpan
    /// The wait before a planned unblock.
    package var plannedWait: TimeSpan
    /// The wait before an impulse unblock.
    package var impulseWait: TimeSpan
    /// The categories of planned purchases.
    package var categories: [String]
    /// The moods that a person can choose.
    package var moods: [String]

    package init(
        grant: TimeSpan, plannedWait: TimeSpan, impulseWait: TimeSpan, categories: [String],
        moods: [String]
    ) {
        self.grant = grant
        self.plannedWait = plannedWait
        self.impulseWait = impulseWait
        self.categories = categories
        self.moods = moods
    }

    /// The values that hold if no file says otherwise: 15 minutes, 10 s and 30 s.
    package static let standard = UnblockRules(
        grant: .minutes(15), plannedWait: .seconds(10), impulseWait: .seconds(30),
        categories: ["necessity", "gift", "replacement", "treat", "other"],
        moods: ["lonely", "bored", "stressed", "tired", "sad", "anxious", "happy", "other"])
}
