import API
import RuleFiles
import RuleModel

/// The limits of a plan, as the rule files say them.
enum PlanLookup {
    /// The plan of this key by the files in force; nil where it cannot be read from them.
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

    /// The part of a rule file that declares plans; nil where it declares none. The rest is left
    /// alone: it may name lists with a million sites, which nobody needs here.
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
