/// A target as the tools read and write it: `targets: {KEY: …}`.
///
/// An empty list of places is left out of the file; its `sites_from` stays as it is.
package struct TargetEntry: Hashable, Sendable {
    package var key: String
    /// The name that people see; nil: its key.
    package var name: String?
    package var sites: [String]
    package var apps: [String]
    package var executables: [String]
    /// The treatment of what runs while it is blocked: `freeze`, `stop` or `notify`; nil: `freeze`.
    package var onBlock: String?
    /// True if `stop` kills processes that do not end; nil for the default, false.
    package var kill: Bool?

    package init(
        key: String, name: String? = nil, sites: [String] = [], apps: [String] = [],
        executables: [String] = [], onBlock: String? = nil, kill: Bool? = nil
    ) {
        self.key = key
        self.name = name
        self.sites = sites
        self.apps = apps
        self.executables = executables
        self.onBlock = onBlock
        self.kill = kill
    }
}

extension TargetEntry: ToolsEntry {
    static let section = ToolsSection.targets

    var parts: [(key: String, value: Literal?)] {
        [
            (TargetFields.name.key, name.map { .text($0) }),
            (TargetFields.sites.key, .filled(sites)),
            (TargetFields.apps.key, .filled(apps)),
            (TargetFields.executables.key, .filled(executables)),
            (TargetFields.onBlock.key, onBlock.map { .text($0) }),
            (TargetFields.kill.key, kill.map { .truth($0) }),
        ]
    }

    init(key: String, _ map: [Literal.Member]) {
        self.init(
            key: key, name: map[TargetFields.name.key]?.words,
            sites: map[TargetFields.sites.key]?.texts ?? [],
            apps: map[TargetFields.apps.key]?.texts ?? [],
            executables: map[TargetFields.executables.key]?.texts ?? [],
            onBlock: map[TargetFields.onBlock.key]?.words,
            kill: map[TargetFields.kill.key]?.isTrue)
    }
}
