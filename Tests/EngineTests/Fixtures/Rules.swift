import CEL
import Engine
import RuleModel
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

/// A target with one site of its own name, and perhaps one that it shares with others.
func target(_ key: String, sharing site: String? = nil) -> Target {
    Target(
        key: key, name: key.capitalized, sites: ["\(key).example"] + (site.map { [$0] } ?? []),
        apps: ["org.example.\(key)"], fingerprint: key + (site ?? ""))
}

/// The default rule by which Soteria protects by itself, changed where a test needs it.
func auto(
    _ key: String = "high_risk", when condition: String = "risk.automatic >= 0.8",
    blocks targets: [String]? = nil, for length: TimeSpan = .hours(2),
    againAfter: TimeSpan = .minutes(30), isEnabled: Bool = true, isStrict: Bool = false
) throws -> AutoProtection {
    AutoProtection(
        key: key, name: "Auto-Protection: High Risk Detected",
        condition: try Vocabulary.environment().compile(condition, expecting: .bool).get(),
        text: condition, targets: targets, length: length, againAfter: againAfter,
        isEnabled: isEnabled, isStrict: isStrict,
        fingerprint: "\(key) \(condition) \(targets ?? []) \(length) \(isEnabled) \(isStrict)")
}

/// A rule set of the schedules and every target; the text stands for its content.
func rules(
    _ schedules: [QuietHours], targets: [String] = ["shopping"], sharing site: String? = nil,
    risk: RiskRules = .none, auto: [AutoProtection] = [], unblock: UnblockRules = .tested,
    zone name: String? = nil, text: String? = nil
) throws -> RuleSet {
    let targets = targets.map { target($0, sharing: site) }
    let written =
        text
        ?? (schedules.map(\.fingerprint) + targets.map(\.fingerprint) + auto.map(\.fingerprint))
        .joined(separator: "\n")
    return RuleSet(
        targets: targets, quietHours: schedules, risk: risk, autoProtections: auto,
        unblock: unblock, plan: .premium, timeZone: try name.map { try zone($0) },
        sources: [RuleText(path: "/rules/test.yaml", layer: 2, text: written)])
}

extension UnblockRules {
    /// The standard with two waits that a test can tell apart.
    static var tested: UnblockRules {
        var rules = standard
        (rules.plannedWait, rules.impulseWait) = (.seconds(10), .seconds(30))
        return rules
    }
}

/// Every night from 22:30 to 06:30, on one target.
func everyNight(isStrict: Bool = false) throws -> RuleSet {
    try rules([schedule("nights", ["daily 22:30-06:30"], isStrict: isStrict)])
}
