import CEL
import RuleModel

/// A rule set under construction; the sections fill it one after another.
///
/// Faulty parts are reported and left out, so that everything else is still checked.
package struct Draft: Sendable {
    package var findings: Findings
    let zones: ZoneCache
    var lists: ListLoader

    /// The zone of local times; nil for the machine's zone.
    var timeZone: TimeZoneRules?
    /// The declarations whose variables conditions can read.
    var names = RuleNames()

    // The rules that are in order, by key, with the places of their entries.
    var targets: [(rule: Target, entry: Mapping.Entry)] = []
    var quietHours: [(rule: QuietHours, entry: Mapping.Entry)] = []
    var checkIns: [(rule: CheckIn, entry: Mapping.Entry)] = []
    var budgets: [(rule: Budget, entry: Mapping.Entry)] = []
    var autoProtections: [(rule: AutoProtection, entry: Mapping.Entry)] = []

    /// The names that conditions may refer to; features are added to them.
    package var environment: Env
    /// The total size of the texts of all conditions so far, and of their estimated steps.
    var conditionLoad = (bytes: 0, steps: 0)
    /// The features with reported errors; conditions that refer to them are not reported again.
    var faultyFeatures: Set<String> = []
    /// The restricted variables that each feature reads, directly or through other features.
    var featureUses: [String: [VariableUse]] = [:]
    /// The texts of the valid features, by name.
    var features: [String: String] = [:]
    var levels = RiskLevels.standard
    var factors: [RiskFactor] = []
    var unblock = UnblockRules.standard
    var awayAfter = RuleSet.standardAwayAfter
    /// The time for which single events are kept; nil for unlimited.
    var retention: TimeSpan?
    var silenced: Set<News> = []
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
        checkKeys(of: root, are: Section.all.map(\.key), in: nil) { ManualContent.places(of: $0) }
    }

    /// The rule set; nil if there was any error.
    func ruleSet(sources: [RuleText]) -> RuleSet? {
        guard !findings.hasErrors else { return nil }
        // Every condition was compiled in this environment, whichever sections there are.
        let risk = RiskRules(levels: levels, factors: factors, environment: environment)
        return RuleSet(
            targets: targets.map(\.rule), quietHours: quietHours.map(\.rule), features: features,
            risk: risk, autoProtections: autoProtections.map(\.rule),
            checkIns: checkIns.map(\.rule), budgets: budgets.map(\.rule), unblock: unblock,
            plan: plan, timeZone: timeZone,
            awayAfter: awayAfter, retention: retention, silenced: silenced, isDebug: isDebug,
            weakeningWaits: weakeningWaits, sources: sources)
    }
}
