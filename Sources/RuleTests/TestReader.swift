import Engine
import RuleFiles
import RuleModel

/// Reads the cases of one test file against its rules. Reports mistakes, and leaves out cases with
/// mistakes.
struct TestReader {
    /// The readers of values, and the diagnostics of the file.
    var draft: Draft
    let rules: RuleSet
    let conditions: RuleConditions
    let index: TargetIndex
    /// The same without exceptions: a test can name a site that a target leaves out.
    private let wholeIndex: TargetIndex
    /// The zone of the machine if a case names none.
    private var standardZone: TimeZoneRules
    /// The zone for the times of the case that is being read.
    var zone: TimeZoneRules

    /// A reader for the only file of the findings.
    init(findings: Findings, rules: RuleSet, conditions: RuleConditions, zones: ZoneCache) {
        draft = Draft(findings: findings, zones: zones)
        draft.environment = conditions.environment
        self.rules = rules
        self.conditions = conditions
        index = TargetIndex(rules.targets)
        wholeIndex = TargetIndex(
            rules.targets.map { target in
                var target = target
                (target.exceptSites, target.exceptPaths) = ([], [])
                return target
            })
        standardZone = rules.timeZone ?? .utc
        zone = standardZone
    }

    static let keys = ["version", "rules", "with", "time_zone", "cases"]
    /// The limit of cases in one file.
    static let mostCases = 1000
    /// The limit of steps in one case.
    private static let mostSteps = 1000

    mutating func cases(of root: Mapping) -> [RuleTestCase] {
        draft.checkKeys(of: root, are: Self.keys, in: nil)
        if let entry = root["version"], draft.text(entry.value) != "1" {
            draft.wrongType(entry.value, expected: "version 1 (the only version)")
        }
        if let entry = root["time_zone"], let zone = zone(entry.value) { standardZone = zone }
        guard let entry = root["cases"] else {
            draft.findings.error(
                "a test file needs \"cases:\", a list of cases",
                at: Position(file: 0, line: 1, column: 1))
            return []
        }
        guard let list = draft.list(entry.value, of: "cases") else { return [] }
        guard !list.isEmpty, list.count <= Self.mostCases else {
            draft.findings.error(
                list.isEmpty
                    ? "the list of cases is empty"
                    : "too many cases: \(list.count); at most \(Self.mostCases) are allowed",
                at: entry.value.at)
            return []
        }
        var names: [String: Position] = [:]
        return list.compactMap { node in
            guard let found = testCase(node) else { return nil }
            if let first = names.updateValue(found.at, forKey: found.name) {
                draft.findings.error(
                    "two cases are called \"\(found.name)\"", at: found.at,
                    notes: [(at: first, message: "the first of them is here")])
            }
            return found
        }
    }

    static let caseKeys = ["name", "now", "time_zone", "given", "expect", "then"]

    private mutating func testCase(_ node: Node) -> RuleTestCase? {
        guard let map = draft.map(node, expected: "a map with name, now and expect") else {
            return nil
        }
        let meant = draft.checkKeys(of: map, are: Self.caseKeys, in: "a case")
        zone = standardZone
        if let entry = map["time_zone"], let zone = zone(entry.value) { self.zone = zone }
        let name = required("name", "a description of what the case shows", of: map, node, meant) {
            $0.draft.name($1)
        }
        let now = required("now", "such as 2026-11-18 22:30", of: map, node, meant) {
            $0.start($1)
        }
        // A case that cannot run is still read to its end, to report all its mistakes.
        var found = RuleTestCase(
            name: name?.value ?? "", at: name?.at ?? node.at, now: now?.value ?? TrustedClock.floor,
            zone: zone, given: [], checks: [], steps: [])
        if let entry = map["given"] { readPast(entry, into: &found) }
        if let entry = map["expect"] { found.checks = checks(entry) }
        if let entry = map["then"], let list = draft.list(entry.value, of: "steps") {
            if list.count > Self.mostSteps {
                draft.findings.error(
                    "too many steps: \(list.count); at most \(Self.mostSteps) are allowed",
                    at: entry.value.at)
            }
            found.steps = list.prefix(Self.mostSteps).compactMap { step($0) }
        }
        guard name != nil, now != nil else { return nil }
        let isLooking = !found.checks.isEmpty || found.steps.contains { !$0.checks.isEmpty }
        if !isLooking, !draft.findings.hasErrors {
            draft.findings.error(
                "the case checks nothing; add \"expect:\" with the expected results", at: found.at)
        }
        return found
    }

    /// The value of a required key, with its position.
    private mutating func required<Value>(
        _ key: String, _ use: String, of map: Mapping, _ node: Node, _ meant: Set<String>,
        read: (inout TestReader, Node) -> Value?
    ) -> (value: Value, at: Position)? {
        guard let entry = map[key] else {
            if !meant.contains(key) {
                draft.findings.error("a case needs \"\(key):\", \(use)", at: node.at)
            }
            return nil
        }
        return read(&self, entry.value).map { ($0, entry.value.at) }
    }

    /// 2500-01-01, the latest start of a case.
    private static let end = Instant(seconds: 16_725_225_600)

    /// The moment at which a case begins: a date and a time.
    private mutating func start(_ node: Node) -> Instant? {
        guard let moment = moment(node) else { return nil }
        guard moment.day != nil else {
            draft.findings.error(
                "a case needs the date and time at which it begins, such as 2026-11-18 22:30",
                at: node.at)
            return nil
        }
        return draft.value(moment.instant(in: zone, .from(.init(seconds: 0))), at: node.at)
            .flatMap { instant in
                guard instant < Self.end else {
                    draft.findings.error("a case must begin before 2500-01-01", at: node.at)
                    return nil
                }
                guard instant >= TrustedClock.floor else {
                    draft.findings.error(
                        "a case must not begin before 2026-01-01, the earliest date that Soteria "
                            + "trusts",
                        at: node.at)
                    return nil
                }
                return instant
            }
    }

    // MARK: - Values

    mutating func zone(_ node: Node) -> TimeZoneRules? {
        guard let name = draft.text(node, expected: "a time zone such as Europe/Berlin") else {
            return nil
        }
        return draft.zone(named: name, at: node.at)
    }

    /// A moment in local time.
    mutating func moment(_ node: Node) -> LocalMoment? {
        draft.value(node, expected: "a time such as \(LocalMoment.examples)", LocalMoment.parse)
    }

    /// The key of something that the rules declare.
    mutating func declared(_ node: Node, _ what: String, among known: [String]) -> String? {
        guard let key = draft.text(node, expected: "a key from the rules (\(what))") else {
            return nil
        }
        return declared(key, at: node.at, what, among: known) ? key : nil
    }

    /// True if the rules declare a key; else reports an error.
    mutating func declared(
        _ key: String, at position: Position, _ what: String, among known: [String]
    ) -> Bool {
        if known.contains(key) { return true }
        let near = NearName.nearest(to: key, among: known)
        let choice =
            near == nil && !known.isEmpty
            ? "; known: \(known.sorted().prefix(20).joined(separator: ", "))" : ""
        draft.findings.error(
            "the rules have no \(what) \"\(key)\"" + choice, at: position, suggestion: near)
        return false
    }

    var targets: [String] { rules.targets.map(\.key) }

    /// A target by its key, or a site, a page or an app of one, even if the target leaves it out.
    mutating func place(_ node: Node) -> Place? {
        guard let text = draft.text(node, expected: "a target, a site or an app") else {
            return nil
        }
        if targets.contains(text) { return .target(text) }
        if case .success(let site) = SiteEntry.parse(text), site != SiteScope.everySite {
            if let page = SitePath(site) {
                if !wholeIndex.targets(page: page).isEmpty { return .page(page) }
            } else if !wholeIndex.targets(site: site).isEmpty {
                return .site(site)
            }
        }
        if !index.targets(app: text).isEmpty { return .app(text) }
        draft.findings.error(
            "the rules have no target, site or app \"\(text)\"", at: node.at,
            suggestion: NearName.nearest(
                to: text,
                among: targets
                    + rules.targets.flatMap {
                        $0.sites + $0.paths.map(\.text) + $0.apps + $0.executables
                    }))
        return nil
    }
}
