import Engine
import Testing

/// A schedule of a test: key, ranges as text, targets.
func schedule(
    _ key: String, _ ranges: [String], blocks targets: [String] = ["shopping"],
    zone name: String? = nil, isEnabled: Bool = true, isStrict: Bool = false,
    fingerprint: String? = nil
) throws -> QuietHours {
    QuietHours(
        key: key, name: key.capitalized, targets: targets, ranges: try ranges.map { try range($0) },
        timeZone: try name.map { try zone($0) }, isEnabled: isEnabled, isStrict: isStrict,
        fingerprint: fingerprint ?? "\(key) \(ranges) \(name ?? "") \(isEnabled) \(isStrict)")
}

/// A target with one site of its own name.
func target(_ key: String) -> Target {
    Target(
        key: key, name: key.capitalized, sites: ["\(key).example"], apps: [], fingerprint: key)
}

/// A rule set of the schedules and every target; the text stands for its content.
func rules(
    _ schedules: [QuietHours], targets: [String] = ["shopping"], risk: RiskRules = .none,
    zone name: String? = nil, text: String? = nil
) throws -> RuleSet {
    let written = text ?? (schedules.map(\.fingerprint) + targets).joined(separator: "\n")
    return RuleSet(
        targets: targets.map(target), quietHours: schedules, risk: risk, unblock: .standard,
        plan: .premium, timeZone: try name.map { try zone($0) },
        sources: [RuleText(path: "/rules/test.yaml", layer: 2, text: written)])
}

/// Every night from 22:30 to 06:30, on one target.
func everyNight() throws -> RuleSet {
    try rules([schedule("nights", ["daily 22:30-06:30"])])
}
