/// The typed calls of `org.soteria.targets`.
///
/// The groups of apps and sites that are blocked or unblocked together.
///
/// A person may give the apps and sites names of their own. Wherever a call takes an app, it takes
/// an application id or the path of an executable as the rules name it; an id never begins with
/// "/".
package enum TargetsAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.targets"
}

/// The types of `org.soteria.targets`, as its file declares them.
extension TargetsAPI {
    /// A person's own name for an app or a site; exactly one of the two is given.
    package struct PlaceName: Codable, Hashable, Sendable {
        /// A host name.
        package var site: String?
        /// An application id, or the path of an executable.
        package var app: String?
        /// What the person calls it.
        package var name: String

        /// The value with all that it holds.
        package init(site: String? = nil, app: String? = nil, name: String) {
            self.site = site
            self.app = app
            self.name = name
        }
    }

    /// What is done with the apps of a target while it is blocked.
    package enum Enforcement: String, Codable, Hashable, Sendable, CaseIterable {
        /// They are frozen until it is open again.
        case freeze
        /// They are asked to end.
        case stop
        /// They run on, and the person is told.
        case notify
    }

    /// A target and what belongs to it.
    package struct Target: Codable, Hashable, Sendable {
        /// The target's key in the rule files.
        package var target: String
        /// The name that people see.
        package var name: String
        /// Host names, at most the first 100; each stands for itself and all below it, one of a
        /// list that begins with "*." for what is below it alone.
        package var sites: [String]
        /// How many sites there are in all.
        package var siteCount: Int
        /// Application ids, at most the first 100.
        package var apps: [String]
        /// How many application ids there are in all.
        package var appCount: Int
        /// Whether it is monitored; what is not is neither blocked nor tracked.
        package var monitored: Bool
        /// Whether it is blocked now.
        package var blocked: Bool
        /// The person's own names for what belongs to it, those of sites first, then of application
        /// ids, then of executables; of the first 100 of each.
        package var names: [PlaceName]
        /// What is done with its apps while it is blocked.
        package var enforcement: Enforcement
        /// Of stop: whether what does not end when asked is killed.
        package var kill: Bool
        /// Absolute paths of executables, at most the first 100.
        package var executables: [String]
        /// How many executables there are in all.
        package var executableCount: Int

        /// The value with all that it holds.
        package init(
            target: String, name: String, sites: [String], siteCount: Int, apps: [String],
            appCount: Int, monitored: Bool, blocked: Bool, names: [PlaceName] = [],
            enforcement: Enforcement = .freeze, kill: Bool = false, executables: [String] = [],
            executableCount: Int = 0
        ) {
            self.target = target
            self.name = name
            self.sites = sites
            self.siteCount = siteCount
            self.apps = apps
            self.appCount = appCount
            self.monitored = monitored
            self.blocked = blocked
            self.names = names
            self.enforcement = enforcement
            self.kill = kill
            self.executables = executables
            self.executableCount = executableCount
        }
    }
}
