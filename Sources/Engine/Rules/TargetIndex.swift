/// Finds the targets that a site, an app or an executable belongs to.
package struct TargetIndex: Sendable {
    private var sites: [Substring: [String]] = [:]
    private var apps: [String: [String]] = [:]

    /// An index of the targets' sites, apps and executables.
    package init(_ targets: [Target]) {
        for target in targets {
            for site in target.sites { sites[site[...], default: []].append(target.key) }
            for app in target.apps { apps[app, default: []].append(target.key) }
            // A path begins with "/" and an application id never does.
            for path in target.executables { apps[path, default: []].append(target.key) }
        }
    }

    /// The keys of the targets that name the host or a domain above it, sorted; `host` in any case,
    /// with or without the final dot.
    package func targets(site host: String) -> [String] {
        // No host name is longer; a longer text would be looked up once for each of its dots.
        guard host.utf8.count <= 254 else { return [] }
        var name = Self.name(of: host)
        var found: [String] = []
        while !name.isEmpty {
            found += sites[name] ?? []
            guard let dot = name.firstIndex(of: ".") else { break }
            name = name[name.index(after: dot)...]
        }
        return found.count > 1 ? Set(found).sorted() : found
    }

    /// A host's name as it is looked up: lower case, without the final dot.
    package static func name(of host: String) -> Substring {
        var name = host.lowercased()[...]
        if name.last == "." { name.removeLast() }
        return name
    }

    /// The nearest domain that a target names, of a host in lower case: itself or one above it;
    /// nil where there is none.
    func entry(site host: String) -> String? {
        var name = host[...]
        while !name.isEmpty {
            if sites[name] != nil { return String(name) }
            guard let dot = name.firstIndex(of: ".") else { break }
            name = name[name.index(after: dot)...]
        }
        return nil
    }

    /// The keys of the targets that name the application or the executable, sorted.
    package func targets(app identifier: String) -> [String] { apps[identifier] ?? [] }
}
