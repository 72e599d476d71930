import API
import RuleFiles
import RuleModel

/// The limits of plans in the rule files in force.
package struct PlanLookup {
    private let sources: [RulesAPI.Source]
    private let environment: [String: String]

    /// Fetches the files in force.
    package init(
        _ daemon: any DaemonCalls, environment: [String: String]
    ) throws(CallFailure) {
        sources = try daemon.call(RulesAPI.Sources.self).sources
        self.environment = environment
    }

    /// The plan with this key; nil if it cannot be read.
    package func plan(_ key: String) -> Plan? { plan(key, in: load(key, sections)) }

    /// Every plan, sorted by key, with `key` among them; none if they cannot be read.
    package func all(besides key: String) -> [Plan] {
        let sections = sections
        let first = load(key, sections)
        let keys = first.merged.entry("plans")?.value.map?.keys ?? []
        return keys.sorted().compactMap { other in
            plan(other, in: other == key ? first : load(other, sections))
        }
    }

    private func plan(_ key: String, in loading: RuleLoadResult) -> Plan? {
        loading.ruleSet.flatMap { $0.plan.key == key ? $0.plan : nil }
    }

    /// The line of a rule file that chooses the plan.
    package struct Choice: Hashable, Sendable {
        package let path: String
        /// From 1 on.
        package let line: Int
        /// True if the file is one of the person's.
        package let isOwn: Bool

        package init(path: String, line: Int, isOwn: Bool) {
            self.path = path
            self.line = line
            self.isOwn = isOwn
        }
    }

    /// The line that chooses the plan; nil if none does.
    package var choice: Choice? {
        sources.compactMap { source in
            let lines = source.text.split(
                omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return lines.firstIndex { $0.hasPrefix("plan:") }.map {
                Choice(
                    path: source.path, line: $0 + 1,
                    isOwn: source.layer > 0 && !source.path.hasPrefix("/etc/"))
            }
        }.last
    }

    private var sections: [RuleText] {
        sources.compactMap { source in
            Self.section(of: source.text).map {
                RuleText(path: source.path, layer: source.layer, text: $0)
            }
        }
    }

    private func load(_ key: String, _ sections: [RuleText]) -> RuleLoadResult {
        RuleLoader(zones: ZoneSource(environment: environment)).load(
            sources: sections
                + [RuleText(path: "plan", layer: 3, text: "plan: \(Self.quoted(key))\n")])
    }

    /// The part of a rule file that declares plans; nil if it declares none. The rest is not read:
    /// it may name lists with a million sites, which are not needed here.
    private static func section(of text: String) -> String? {
        var isInside = false
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let lines = all.filter { line in
            if let first = line.first, !first.isWhitespace, first != "#" {
                isInside = line.hasPrefix("plans:")
            }
            return isInside
        }
        return lines.isEmpty ? nil : lines.map { $0 + "\n" }.joined()
    }

    private static func quoted(_ key: String) -> String {
        "'" + key.replacing("'", with: "''") + "'"
    }
}
