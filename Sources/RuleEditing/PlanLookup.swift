import API
import RuleFiles
import RuleModel

/// Looks up the limits of plans in the rule files.
package enum PlanLookup {
    /// The plan with this key in the files in force; nil if it cannot be read.
    package static func plan(
        _ key: String, _ daemon: any DaemonCalls, environment: [String: String]
    ) throws(CallFailure) -> Plan? {
        load(key, try sections(daemon), environment).ruleSet.flatMap {
            $0.plan.key == key ? $0.plan : nil
        }
    }

    /// Every plan in the files in force, sorted by key, with `key` among them; none if they cannot
    /// be read.
    package static func all(
        besides key: String, _ daemon: any DaemonCalls, environment: [String: String]
    ) throws(CallFailure) -> [Plan] {
        let sections = try sections(daemon)
        let first = load(key, sections, environment)
        let keys = first.merged.entry("plans")?.value.map?.keys ?? []
        return keys.sorted().compactMap { other in
            let set = other == key ? first.ruleSet : load(other, sections, environment).ruleSet
            return set.flatMap { $0.plan.key == other ? $0.plan : nil }
        }
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

    /// The line that chooses the plan in the files in force; nil if none does.
    package static func choice(_ daemon: any DaemonCalls) throws(CallFailure) -> Choice? {
        let sources = try daemon.call(RulesAPI.Sources.self).sources
        return sources.compactMap { source in
            let lines = source.text.split(
                omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return lines.firstIndex { $0.hasPrefix("plan:") }.map {
                Choice(
                    path: source.path, line: $0 + 1,
                    isOwn: source.layer > 0 && !source.path.hasPrefix("/etc/"))
            }
        }.last
    }

    private static func sections(_ daemon: any DaemonCalls) throws(CallFailure) -> [RuleText] {
        try daemon.call(RulesAPI.Sources.self).sources.compactMap { source in
            section(of: source.text).map {
                RuleText(path: source.path, layer: source.layer, text: $0)
            }
        }
    }

    private static func load(
        _ key: String, _ sections: [RuleText], _ environment: [String: String]
    ) -> RuleLoadResult {
        RuleLoader(zones: ZoneSource(environment: environment)).load(
            sources: sections
                + [RuleText(path: "plan", layer: 3, text: "plan: \(quoted(key))\n")])
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
