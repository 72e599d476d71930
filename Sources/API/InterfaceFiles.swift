/// The interface files of this directory, embedded in the program byte for byte.
package enum InterfaceFiles {
    /// `org.soteria.protection`.
    package static let protection = text(PackageResources.org_soteria_protection_varlink)
    /// `org.soteria.unblock`.
    package static let unblock = text(PackageResources.org_soteria_unblock_varlink)
    /// `org.soteria.prompts`.
    package static let prompts = text(PackageResources.org_soteria_prompts_varlink)
    /// `org.soteria.risk`.
    package static let risk = text(PackageResources.org_soteria_risk_varlink)
    /// `org.soteria.quiethours`.
    package static let quietHours = text(PackageResources.org_soteria_quiethours_varlink)
    /// `org.soteria.targets`.
    package static let targets = text(PackageResources.org_soteria_targets_varlink)
    /// `org.soteria.usage`.
    package static let usage = text(PackageResources.org_soteria_usage_varlink)
    /// `org.soteria.checkin`.
    package static let checkIn = text(PackageResources.org_soteria_checkin_varlink)
    /// `org.soteria.budgets`.
    package static let budgets = text(PackageResources.org_soteria_budgets_varlink)
    /// `org.soteria.metrics`.
    package static let metrics = text(PackageResources.org_soteria_metrics_varlink)
    /// `org.soteria.goals`.
    package static let goals = text(PackageResources.org_soteria_goals_varlink)
    /// `org.soteria.rules`.
    package static let rules = text(PackageResources.org_soteria_rules_varlink)
    /// `org.soteria.daemon`.
    package static let daemon = text(PackageResources.org_soteria_daemon_varlink)

    /// Every interface, in the order in which the service names them.
    package static let all = [
        protection, unblock, prompts, risk, quietHours, targets, usage, checkIn, budgets, metrics,
        goals, rules, daemon,
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
