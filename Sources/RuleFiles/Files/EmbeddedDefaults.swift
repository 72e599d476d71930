import RuleModel

/// The repository's `rules/defaults`, embedded for use if no installed defaults are found.
enum EmbeddedDefaults {
    /// The files as texts of layer 0, by name; a test holds the list against the directory.
    static let texts = [
        ("auto-protection.yaml", PackageResources.auto_protection_yaml),
        ("plans.yaml", PackageResources.plans_yaml),
        ("risk.yaml", PackageResources.risk_yaml),
        ("unblock.yaml", PackageResources.unblock_yaml),
    ].map { name, bytes in
        RuleText(path: "default/\(name)", layer: 0, text: String(decoding: bytes, as: UTF8.self))
    }
}
