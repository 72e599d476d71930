import API
import RuleFiles
import RuleModel

/// Looks up the limits of a plan in the rule files.
enum PlanLookup {
    /// The plan with this key in the files in force; nil if it cannot be read.
    static func plan(_ key: String, _ context: PageContext) throws(CallFailure) -> Plan? {
        let sources = try context.daemon.call(RulesAPI.Sources.self).sources
        let loader = RuleLoader(
            zones: ZoneSource(environment: context.surroundings.environment))
        let loading = loader.load(
            sources: sources.compactMap { source in
                section(of: source.text).map {
                    RuleText(path: source.path, layer: source.layer, text: $0)
                }
            } + [RuleText(path: "plan", layer: 3, text: "plan: \(quoted(key))\n")])
        guard let plan = loading.ruleSet?.plan, plan.key == key else { return nil }
        return plan
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
