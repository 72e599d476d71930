/// A named group of apps and sites that is blocked or unblocked together.
package struct Target: Hashable, Sendable {
    /// The key in the rule files: `shopping`.
    package var key: String
    package var name: String
    /// Host names, lower case, IDNA form, no leading dot: each stands for itself and all below it.
    package var sites: [String]
    /// The domains of its list files; each stands for itself and all below it, unless the list says
    /// otherwise.
    package var lists: [SiteList]
    /// Application ids: `com.valvesoftware.Steam`; none begins with "/".
    package var apps: [String]
    /// Absolute paths of executables: `/usr/games/supertux2`. What runs nothing else is of the
    /// target.
    package var executables: [String]
    /// The treatment of its apps and executables while it is blocked.
    package var enforcement: Enforcement
    /// Of `stop`: whether what does not end when asked is killed.
    package var kill: Bool
    /// Stands for the entry's text: a switch is forgotten when it changes.
    package var fingerprint: String

    package init(
        key: String, name: String, sites: [String], lists: [SiteList] = [], apps: [String],
        executables: [String] = [],
        enforcement: Enforcement = .freeze, kill: Bool = false, fingerprint: String
    ) {
        self.fingerprint = fingerprint
        self.key = key
        self.name = name
        self.sites = sites
        self.lists = lists
        self.apps = apps
        self.executables = executables
        self.enforcement = enforcement
        self.kill = kill
    }

    /// Whether anything of it runs on this machine, so that something can be done with it.
    package var hasPrograms: Bool { !apps.isEmpty || !executables.isEmpty }

    /// The treatment of what runs, under the names that the rule files and the socket use.
    package enum Enforcement: String, Hashable, Sendable, CaseIterable {
        /// Frozen until the target is open again.
        case freeze
        case stop
        /// Left running; the person is told.
        case notify
    }
}
