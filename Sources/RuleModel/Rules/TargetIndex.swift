/// An index from sites, apps and executables to their targets.
package struct TargetIndex: Sendable {
    private let sites: SiteOwners
    /// The sites that targets leave out.
    private let exceptions: SiteOwners
    private let paths: PathOwners
    private let exceptPaths: PathOwners
    /// The targets that have every site, sorted.
    private let everywhere: [String]
    /// The keys of the targets that have any site.
    let targetsWithSites: Set<String>
    /// The lists, each once, with the targets that have it.
    private var lists: [(list: SiteList, targets: [String])] = []
    private var apps: [String: [String]] = [:]

    package init(_ targets: [Target]) {
        sites = SiteOwners(targets.lazy.map { (key: $0.key, sites: $0.sites) })
        exceptions = SiteOwners(targets.lazy.map { (key: $0.key, sites: $0.exceptSites) })
        paths = PathOwners(targets.lazy.map { (key: $0.key, paths: $0.paths) })
        exceptPaths = PathOwners(targets.lazy.map { (key: $0.key, paths: $0.exceptPaths) })
        everywhere = targets.filter(\.hasEverySite).map(\.key).sorted()
        targetsWithSites = Set(targets.lazy.filter(\.hasSites).map(\.key))
        var numbers: [SiteList: Int] = [:]
        for target in targets {
            for list in target.lists {
                if let number = numbers[list] {
                    lists[number].targets.append(target.key)
                } else {
                    numbers[list] = lists.count
                    lists.append((list, [target.key]))
                }
            }
            for app in target.apps { apps[app, default: []].append(target.key) }
            // A path begins with "/" and an application id never does.
            for path in target.executables { apps[path, default: []].append(target.key) }
        }
    }

    /// The keys of the targets that name the host or a domain above it, sorted; `host` in any case,
    /// with or without the final dot.
    package func targets(site host: String) -> [String] {
        // No host name is longer; a longer text would be looked up once for each of its dots.
        SiteName.with(host) { targets($0) } ?? []
    }

    /// The keys of the targets that name the host or a domain above it, sorted; `host` is ASCII,
    /// without the final dot.
    func targets(_ host: RawSpan) -> [String] {
        var found = sites.table.count > 0 ? sites.owners(of: host) : []
        let lists = lists.span
        for index in lists.indices where lists[index].list.matches(host) {
            // A single result, as nearly always, needs no array.
            if found.isEmpty {
                found = lists[index].targets
            } else {
                found += lists[index].targets
            }
        }
        if !everywhere.isEmpty, SiteName.isPublic(host) { found += everywhere }
        if exceptions.table.count > 0, !found.isEmpty {
            let excepted = exceptions.owners(of: host)
            if !excepted.isEmpty { found.removeAll(where: excepted.contains) }
        }
        return found.count > 1 ? Set(found).sorted() : found
    }

    /// The keys of the targets that have the list.
    func targets(list: SiteList) -> [String] { lists.first { $0.list == list }?.targets ?? [] }

    /// A host's name as it is looked up: lower case, without the final dot.
    package static func name(of host: String) -> Substring {
        var name = host.lowercased()[...]
        if name.last == "." { name.removeLast() }
        return name
    }

    func matches(site host: String) -> Bool { SiteName.with(host) { matches($0) } ?? false }

    /// True if a target names the host, ASCII without the final dot, or a domain above it.
    func matches(_ host: RawSpan) -> Bool {
        guard exceptions.table.count == 0, everywhere.isEmpty else {
            return !targets(host).isEmpty
        }
        return sites.table.matches(host) || lists.contains { $0.list.matches(host) }
    }

    /// The nearest domain that a target names, of a host in lower case: itself or one above it; nil
    /// if there is none.
    package func entry(site host: String) -> String? {
        let excepted = Set(
            exceptions.table.count == 0
                ? [] : SiteName.with(host) { exceptions.owners(of: $0) } ?? [])
        let place = SiteName.with(host) { sites.nearest($0, besides: excepted) } ?? nil
        let named = place.flatMap { sites.table.entry(at: $0)?.entry.name }
        let listed = lists.filter { !excepted.isSuperset(of: $0.targets) }
            .compactMap { $0.list.entry(site: host)?.name }
        return (listed + [named].compactMap(\.self)).max { $0.utf8.count < $1.utf8.count }
    }

    /// The keys of the targets that have a page: those of its host, and those that name its path or
    /// one above it, sorted.
    package func targets(page: SitePath) -> [String] {
        var found = targets(site: page.host)
        paths.match(page) { found += $1 }
        guard !found.isEmpty, !paths.isEmpty || !exceptPaths.isEmpty else { return found }
        var excepted = SiteName.with(page.host) { exceptions.owners(of: $0) } ?? []
        exceptPaths.match(page) { excepted += $1 }
        if !excepted.isEmpty { found.removeAll(where: excepted.contains) }
        return found.count > 1 ? Set(found).sorted() : found
    }

    /// The longest part of a page's path that a target names or leaves out; nil if there is none.
    /// The targets of the page are those of this part.
    package func named(page: SitePath) -> SitePath? {
        var longest = ""
        for owners in [paths, exceptPaths] {
            owners.match(page) { path, _ in
                if path.utf8.count > longest.utf8.count { longest = path }
            }
        }
        return longest.isEmpty ? nil : SitePath(host: page.host, normalised: longest)
    }

    /// Of some targets of a page, those that name the longest part of its path; all if none of them
    /// names any.
    package func nearest(_ targets: [String], to page: SitePath) -> [String] {
        var longest = 0
        var nearest: [String] = []
        paths.match(page) { path, keys in
            let length = path.utf8.count
            let keys = keys.filter(targets.contains)
            guard !keys.isEmpty, length >= longest else { return }
            nearest = length > longest ? keys : nearest + keys
            longest = length
        }
        return nearest.isEmpty ? targets : targets.filter(nearest.contains)
    }

    /// The keys of the targets that name the application or the executable, sorted.
    package func targets(app identifier: String) -> [String] { apps[identifier] ?? [] }
}

/// The targets of some sites.
private struct SiteOwners: Sendable {
    let table: SiteTable
    /// The targets of each site, by the site's place in the table.
    private var owners: [Int: [String]] = [:]

    init(_ targets: some Collection<(key: String, sites: [String])>) {
        table = SiteTable(targets.lazy.flatMap { $0.sites })
        for target in targets {
            for site in target.sites {
                if let place = SiteName.with(site, { table.nearest($0) }) ?? nil,
                    table.length(at: place) == site.utf8.count
                {
                    owners[place, default: []].append(target.key)
                }
            }
        }
    }

    /// The keys of the targets that name the host, or a domain above it, one by one.
    @inline(never)
    func owners(of host: RawSpan) -> [String] {
        var found: [String] = []
        table.match(host) {
            found += owners[$0] ?? []
            return true
        }
        return found
    }

    /// The place of the nearest domain that a target names, some targets aside.
    func nearest(_ host: RawSpan, besides excepted: Set<String>) -> Int? {
        guard !excepted.isEmpty else { return table.nearest(host) }
        var nearest: Int?
        table.match(host) {
            if !excepted.isSuperset(of: owners[$0] ?? []) { nearest = $0 }
            return true
        }
        return nearest
    }
}
