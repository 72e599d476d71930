import API
import Engine
import RuleFiles

/// What a plan allows, as the rule files say it.
enum PlanAllowances {
    /// One allowance or limit.
    struct Row {
        let name: String
        let allowed: String
    }

    /// What a plan allows by the files in force; empty where they do not say it in a way that can
    /// be read here.
    static func rows(
        of plan: String, in sources: [RulesAPI.Source], _ context: PageContext
    ) -> [Row] {
        let loader = RuleLoader(zones: ZoneSource(environment: [:]))
        let loading = loader.load(
            sources: sources.compactMap { source in
                section(of: source.text).map {
                    RuleText(path: source.path, layer: source.layer, text: $0)
                }
            } + [RuleText(path: "plan", layer: 3, text: "plan: \(quoted(plan))\n")])
        guard let allowed = loading.ruleSet?.plan, allowed.key == plan else { return [] }
        let texts = context.texts
        func count(_ limit: Int?) -> String {
            limit.map { context.formats.number($0) } ?? texts("settings.unlimited")
        }
        func truth(_ isAllowed: Bool) -> String {
            texts(isAllowed ? "settings.allowed" : "settings.notAllowed")
        }
        let ranges = allowed.metrics.map { ranges in
            ranges.map(\.rawValue).sorted { order($0) < order($1) }
                .map { texts("settings.range.\($0)") }.joined(separator: ", ")
        }
        let values: [(String, String)] = [
            ("entries", count(allowed.entries)), ("schedules", count(allowed.schedules)),
            ("editSchedules", truth(allowed.canEditSchedules)),
            ("autoProtections", count(allowed.autoProtections)),
            ("metrics", ranges ?? texts("settings.everyRange")),
            ("predictiveAlerts", truth(allowed.hasPredictiveAlerts)),
            ("export", truth(allowed.hasExport)),
        ]
        return values.map { Row(name: texts("settings.plan.\($0.0)"), allowed: $0.1) }
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

    /// Shorter ranges come first.
    private static func order(_ range: String) -> Int {
        MetricsAPI.Range.allCases.firstIndex { $0.rawValue == range } ?? Int.max
    }
}
