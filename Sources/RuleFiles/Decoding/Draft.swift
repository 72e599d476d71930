import CEL
import Engine

/// A rule set while it is being read: the sections fill it one after another.
///
/// What is wrong is reported and left out, so that everything else is still checked.
struct Draft: Sendable {
    /// The diagnostics so far.
    var findings: Findings
    /// Where named zones come from.
    let zones: ZoneCache

    /// The zone in which local times are read; nil: the machine's.
    var timeZone: TimeZoneRules?
    /// The targets that are in order, with the places of their entries, by key.
    var targets: [(target: Target, entry: Mapping.Entry)] = []
    /// Where everything stands that is declared and that conditions can read variables of.
    var names = RuleNames()
    /// The schedules that are in order, with the places of their entries, by key.
    var quietHours: [(schedule: QuietHours, entry: Mapping.Entry)] = []
    /// The check-ins that are in order, with the places of their entries, by key.
    var checkIns: [(checkIn: CheckIn, entry: Mapping.Entry)] = []
    /// The budgets that are in order, with the places of their entries, by key.
    var budgets: [(budget: Budget, entry: Mapping.Entry)] = []
    /// What conditions may refer to; features are added to it.
    var environment: Env
    /// The features that were reported; what refers to one of them is not reported again.
    var faultyFeatures: Set<String> = []
    /// The variables with restrictions that each feature reads, itself or through others.
    var featureUses: [String: [VariableUse]] = [:]
    /// The features that are in order, as written, by name.
    var features: [String: String] = [:]
    /// Where each level of the score begins.
    var levels = RiskLevels.standard
    /// The factors that are in order, by key.
    var factors: [RiskFactor] = []
    /// The rules that protect by themselves and are in order, with the places of their entries, by
    /// key.
    var autoProtections: [(rule: AutoProtection, entry: Mapping.Entry)] = []
    /// The rules of the unblock conversation.
    var unblock = UnblockRules.standard
    /// For how long single events are kept; nil: for ever.
    var retention: TimeSpan?
    /// Whether the debug actions of check-ins are open.
    var isDebug = false
    /// The plans that are declared, by key.
    var plans: [String: Plan] = ["premium": .premium]
    /// The plan that is chosen.
    var plan = Plan.premium

    /// An empty draft for the files of the findings.
    init(findings: Findings, zones: ZoneCache) {
        self.findings = findings
        self.zones = zones
        environment = Vocabulary.environment(zones: zones.lookup)
    }

    /// Reads the merged set, section by section.
    mutating func decode(_ root: Mapping) {
        for section in Section.all {
            if section.key == Section.firstConditions { declareVariables(readIn: root) }
            if let entry = root[section.key] { section.decode(&self, entry) }
        }
        checkKeys(of: root, are: Section.all.map(\.key), in: nil)
    }

    /// The rule set; nil where anything was wrong.
    func ruleSet(sources: [RuleText]) -> RuleSet? {
        guard !findings.hasErrors else { return nil }
        // Every condition was compiled in this environment, whichever sections there are.
        let risk = RiskRules(levels: levels, factors: factors, environment: environment)
        return RuleSet(
            targets: targets.map(\.target), quietHours: quietHours.map(\.schedule),
            features: features, risk: risk,
            autoProtections: autoProtections.map(\.rule), checkIns: checkIns.map(\.checkIn),
            budgets: budgets.map(\.budget), unblock: unblock, plan: plan, timeZone: timeZone,
            retention: retention, isDebug: isDebug, sources: sources)
    }
}

/// A top-level section of the rule files and how it is read.
///
/// A new section is one line here and one file beside this one. The order is that of reading: what
/// a section refers to comes before it.
struct Section: Sendable {
    /// The key at the top of a file.
    let key: String
    /// Reads the section's merged entry into the draft.
    let decode: @Sendable (inout Draft, Mapping.Entry) -> Void

    /// The first section with conditions; what they can read of the rules comes before it.
    static let firstConditions = "features"

    /// Every section.
    static let all: [Section] = [
        Section(key: "time_zone") { $0.decodeTimeZone($1) },
        Section(key: "targets") { $0.decodeTargets($1) },
        Section(key: "quiet_hours") { $0.decodeQuietHours($1) },
        Section(key: "check_ins") { $0.decodeCheckIns($1) },
        Section(key: "budgets") { $0.decodeBudgets($1) },
        Section(key: "features") { $0.decodeFeatures($1) },
        Section(key: "risk") { $0.decodeRisk($1) },
        Section(key: "auto_protection") { $0.decodeAutoProtection($1) },
        Section(key: "unblock") { $0.decodeUnblock($1) },
        Section(key: "keep") { $0.decodeKeep($1) },
        Section(key: "debug") { $0.decodeDebug($1) },
        Section(key: "plans") { $0.decodePlans($1) },
        Section(key: "plan") { $0.decodePlan($1) },
    ]
}

/// How much a rule set may hold: far more than people write, so that a damaged or made-up file
/// cannot keep the daemon busy.
enum Limits {
    /// Bytes of one file.
    static let fileSize = 8 << 20
    /// Files of one directory.
    static let files = 1000
    /// Targets, schedules, check-ins, budgets, features, factors and auto-protections, each.
    static let entries = 5000
    /// Ranges of one schedule.
    static let ranges = 500
    /// Characters of a name that people see.
    static let nameLength = 200
    /// Characters of a longer text that people see.
    static let passageLength = 2000
    /// Suggestions of one check-in, or texts.
    static let passages = 1000
    /// Characters of a key.
    static let keyLength = 64
}
