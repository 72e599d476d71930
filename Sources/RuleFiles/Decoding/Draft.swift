import CEL
import RuleModel

/// A rule set while it is being read: the sections fill it one after another.
///
/// Mistakes are reported and left out, so that everything else is still checked.
package struct Draft: Sendable {
    package var findings: Findings
    let zones: ZoneCache
    var lists: ListLoader

    /// The zone in which local times are read; nil: the machine's.
    var timeZone: TimeZoneRules?
    /// Where everything stands that is declared and that conditions can read variables of.
    var names = RuleNames()

    // The rules that are in order, by key, with the places of their entries.
    var targets: [(rule: Target, entry: Mapping.Entry)] = []
    var quietHours: [(rule: QuietHours, entry: Mapping.Entry)] = []
    var checkIns: [(rule: CheckIn, entry: Mapping.Entry)] = []
    var budgets: [(rule: Budget, entry: Mapping.Entry)] = []
    var autoProtections: [(rule: AutoProtection, entry: Mapping.Entry)] = []

    /// The names that conditions may refer to; features are added to them.
    package var environment: Env
    /// The sum of all conditions so far, by their texts and by their estimates.
    var conditionLoad = (bytes: 0, steps: 0)
    /// The features that were reported; what refers to one of them is not reported again.
    var faultyFeatures: Set<String> = []
    /// The variables with restrictions that each feature reads, itself or through others.
    var featureUses: [String: [VariableUse]] = [:]
    /// The features that are in order, as written, by name.
    var features: [String: String] = [:]
    var levels = RiskLevels.standard
    var factors: [RiskFactor] = []
    var unblock = UnblockRules.standard
    /// For how long single events are kept; nil: for ever.
    var retention: TimeSpan?
    var isDebug = false
    var weakeningWaits = TimeSpan.zero
    var plans: [String: Plan] = ["premium": .premium]
    var plan = Plan.premium

    package init(
        findings: Findings, zones: ZoneCache, lists: ListLoader = ListLoader(ListSource())
    ) {
        self.findings = findings
        self.lists = lists
        self.zones = zones
        environment = Vocabulary.environment(zones: zones.lookup)
    }

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
            targets: targets.map(\.rule), quietHours: quietHours.map(\.rule), features: features,
            risk: risk, autoProtections: autoProtections.map(\.rule),
            checkIns: checkIns.map(\.rule), budgets: budgets.map(\.rule), unblock: unblock,
            plan: plan, timeZone: timeZone,
            retention: retention, isDebug: isDebug, weakeningWaits: weakeningWaits, sources: sources
        )
    }
}
