import RuleModel

/// The repository's `rules/defaults`, compiled in, for where no installed defaults are found.
enum EmbeddedDefaults {
    /// Each file's name and bytes; a test holds the list against the directory.
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("auto-protection.yaml", PackageResources.auto_protection_yaml),
        ("plans.yaml", PackageResources.plans_yaml),
        ("risk.yaml", PackageResources.risk_yaml),
        ("unblock.yaml", PackageResources.unblock_yaml),
    ]

    /// The files as texts of layer 0, by name.
    static let texts: [RuleText] = files.map { file in
        RuleText(
            path: "default/\(file.name)", layer: 0,
            text: String(decoding: file.bytes, as: UTF8.self))
    }
}
