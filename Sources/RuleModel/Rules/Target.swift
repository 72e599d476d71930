/// A named group of apps and sites that is blocked or unblocked together.
package struct Target: Hashable, Sendable {
    /// The key in the rule files: `shopping`.
    package var key: String
    package var name: String
    /// Host names, lower case, IDNA form, no leading dot: each means itself and all below it.
    package var sites: [String]
    /// Paths of sites, which only browsers act on.
    package var paths: [SitePath]
    /// True if the target means every public site, see `SiteScope.isPublic`.
    package var hasEverySite: Bool
    /// The domains of the list files; each means itself and all below it, unless the list says
    /// otherwise.
    package var lists: [SiteList]
    /// Host names in the same form that do not belong to the target, whatever its sites and lists
    /// say; each means itself and all below it.
    package var exceptSites: [String]
    /// Paths that do not belong to it, either.
    package var exceptPaths: [SitePath]
    /// Application ids: `com.valvesoftware.Steam`; none begins with "/".
    package var apps: [String]
    /// Absolute paths of executables: `/usr/games/supertux2`. A unit belongs to the target if its
    /// leading processes run these.
    package var executables: [String]
    /// The treatment of the apps and executables while the target is blocked.
    package var enforcement: Enforcement
    /// With `stop`: whether a program that does not end when asked is killed.
    package var kill: Bool
    /// Whether its use can cost money: then amounts and purchases are asked for.
    package var spends: Bool
    /// The waits and the grant that it has of its own.
    package var unblock: Unblock
    /// With `freeze`: the treatment of programs that somebody else thaws during a block.
    package var onThaw: ThawResponse
    /// The fingerprint of the entry's text: a change clears the switch.
    package var fingerprint: String

    package init(
        key: String, name: String, sites: [String], paths: [SitePath] = [],
        hasEverySite: Bool = false, lists: [SiteList] = [], exceptSites: [String] = [],
        exceptPaths: [SitePath] = [], apps: [String], executables: [String] = [],
        enforcement: Enforcement = .freeze, kill: Bool = false, onThaw: ThawResponse = .freeze,
        unblock: Unblock = Unblock(), spends: Bool = true, fingerprint: String
    ) {
        self.fingerprint = fingerprint
        self.key = key
        self.name = name
        self.sites = sites
        self.paths = paths
        self.hasEverySite = hasEverySite
        self.lists = lists
        self.exceptSites = exceptSites
        self.exceptPaths = exceptPaths
        self.apps = apps
        self.executables = executables
        self.enforcement = enforcement
        self.kill = kill
        self.unblock = unblock
        self.spends = spends
        self.onThaw = onThaw
    }

    /// True if the target has apps or executables, which can be enforced on this machine.
    package var hasPrograms: Bool { !apps.isEmpty || !executables.isEmpty }

    /// True if the target has anything that a browser opens.
    package var hasSites: Bool {
        !sites.isEmpty || !lists.isEmpty || !paths.isEmpty || hasEverySite
    }

    /// The treatment of running programs, under the names of the rule files and the socket.
    package enum Enforcement: String, Hashable, Sendable, CaseIterable {
        /// Frozen until the target is open again.
        case freeze
        case stop
        /// Left running; the person gets a notice.
        case notify
    }

    /// A target's own values in place of those of `unblock`; nil if it has none.
    package struct Unblock: Hashable, Sendable {
        package var plannedWait: TimeSpan?
        package var impulseWait: TimeSpan?
        package var grant: TimeSpan?

        package init(
            plannedWait: TimeSpan? = nil, impulseWait: TimeSpan? = nil, grant: TimeSpan? = nil
        ) {
            self.plannedWait = plannedWait
            self.impulseWait = impulseWait
            self.grant = grant
        }
    }

    /// The treatment of thawed programs, under the names of the rule files and the socket.
    package enum ThawResponse: String, Hashable, Sendable, CaseIterable {
        /// Frozen again every time.
        case freeze
        /// Frozen again, and asked to end at the third time within ten minutes.
        case stop
    }
}
