extension Target {
    /// The number of the target's own sites and paths, and the number in each of its lists; `"*"`
    /// counts as one.
    package var siteCount: Int {
        lists.reduce(sites.count + paths.count + (hasEverySite ? 1 : 0)) { $0 + $1.count }
    }

    /// The target's first site, as written in rule files and lists: `*.` precedes a domain of a
    /// list that means its subdomains alone.
    package func sites(prefix most: Int) -> [String] {
        var first = Array(sites.prefix(most))
        for list in lists {
            first += list.prefix(max(0, most - first.count)).map {
                $0.isSubdomainsOnly ? "*." + $0.name : $0.name
            }
        }
        return first
    }

    /// True if the target names the host or a domain above it, itself or in a list.
    package func names(site host: String) -> Bool { TargetIndex([self]).matches(site: host) }

    /// True if one of the target's own entries is exactly this lower-case host, so that a person
    /// can name it.
    package func lists(site host: String) -> Bool {
        sites.contains(host) || lists.contains { $0.entry(site: host)?.name == host }
    }

    /// Adds the sites and the lists of another target, each once. An exception of either stays if
    /// the other has no site there, so the united target lacks no site of either.
    package mutating func uniteSites(with other: Target) {
        let (excepted, others) = (exceptions(besides: other), other.exceptions(besides: self))
        exceptSites = excepted.sites + others.sites.filter { !excepted.sites.contains($0) }
        exceptPaths = excepted.paths + others.paths.filter { !excepted.paths.contains($0) }
        let known = Set(sites)
        sites += other.sites.filter { !known.contains($0) }
        paths += other.paths.filter { !paths.contains($0) }
        hasEverySite = hasEverySite || other.hasEverySite
        lists += other.lists.filter { !lists.contains($0) }
    }

    /// The exceptions at and below which another target has no site.
    package func exceptions(besides other: Target) -> (sites: [String], paths: [SitePath]) {
        if exceptSites.isEmpty, exceptPaths.isEmpty { return ([], []) }
        let index = TargetIndex([other])
        let areas = other.areas
        return (
            exceptSites.filter { !other.hasPlace(in: SiteArea(host: $0), areas, index) },
            exceptPaths.filter { !other.hasPlace(in: SiteArea($0), areas, index) }
        )
    }

    /// True if the target has anything in an area; `areas` and `index` are of the target alone.
    private func hasPlace(
        in area: SiteArea, _ areas: [SiteArea], _ index: TargetIndex
    ) -> Bool {
        if index.matches(area) { return true }
        // What is left out is left out with all that is below it.
        if areasLeftOut.contains(where: { $0.covers(area) }) { return false }
        // No host of one label is among every site, but those below it are.
        if hasEverySite, !area.host.contains("."), SiteScope.isPublic("x.\(area.host)") {
            return true
        }
        // The first place that an entry and the area share stands for all of them.
        if areas.contains(where: { $0.shared(with: area).map(index.matches) ?? false }) {
            return true
        }
        let end = Array(".\(area.host)".utf8)
        return lists.contains {
            $0.place(from: 0) { host in
                guard host.ends(with: end) else { return true }
                return !index.matches(area.moved(to: host))
            } != nil
        }
    }

    /// The target's own sites and paths.
    private var areas: [SiteArea] { sites.map { SiteArea(host: $0) } + paths.map { SiteArea($0) } }

    private var areasLeftOut: [SiteArea] {
        exceptSites.map { SiteArea(host: $0) } + exceptPaths.map { SiteArea($0) }
    }

    /// The first place that belongs to this target and not to the other, as rules name it: of the
    /// sites, of what the other leaves out, then of the lists in the order of their files; nil if
    /// the other has all of them.
    ///
    /// One look-up for each domain that is not known yet, about 0.3 s for a million; none for a
    /// list that both have (see `SiteListBuilder.list(digest:comparedWith:)`).
    package func firstSite(notIn other: Target) -> String? {
        let index = TargetIndex([other])
        let excepted = SiteTable(exceptSites)
        func isCovered(_ host: RawSpan) -> Bool { index.matches(host) || excepted.matches(host) }
        if let site = sites.first(where: { SiteName.with($0, isCovered) == false }) { return site }
        let exceptions = other.exceptSites.filter {
            SiteName.with($0, { excepted.matches($0) }) == false
        }
        if !exceptions.isEmpty {
            let own = TargetIndex([self])
            if let site = exceptions.first(where: own.matches(site:)) { return site }
        }
        if let area = firstArea(notIn: other, index) { return area.text }
        for list in lists {
            // What the other leaves out may be in a list that both have.
            let isWhole = exceptions.isEmpty && other.exceptPaths.isEmpty
            var place = isWhole ? other.lists.reduce(0) { max($0, $1.covers(list)) } : 0
            while let next = list.place(from: place, notCovered: isCovered) {
                if let host = list.entry(at: next)?.entry.host(notIn: index) { return host }
                place = next + 1
            }
        }
        return nil
    }

    /// The first place of this target that paths or `"*"` keep from being in another one.
    private func firstArea(notIn other: Target, _ index: TargetIndex) -> SiteArea? {
        guard
            hasEverySite || other.hasEverySite || !paths.isEmpty || !exceptPaths.isEmpty
                || !other.exceptPaths.isEmpty
        else { return nil }
        let own = TargetIndex([self])
        func isMissing(_ area: SiteArea) -> Bool { own.matches(area) && !index.matches(area) }
        let areas = areas
        // Each entry, and the first place that it shares with each exception of the other.
        let leftOut = other.areasLeftOut
        let shared = areas.flatMap { area in leftOut.compactMap(area.shared) }
        if let area = (areas + leftOut + shared).first(where: isMissing) { return area }
        if hasEverySite,
            let area = SiteArea.example(
                beside: leftOut, count: other.siteCount, where: isMissing)
        {
            return area
        }
        for area in leftOut where !area.path.isEmpty {
            let end = Array(".\(area.host)".utf8)
            for list in lists {
                var found: SiteArea?
                _ = list.place(from: 0) { host in
                    guard host.ends(with: end) else { return true }
                    found = area.moved(to: host)
                    return !isMissing(area.moved(to: host))
                }
                if let found, isMissing(found) { return found }
            }
        }
        return nil
    }

    /// The keys of the given targets that match any site of this one; `index` contains them, and
    /// maybe others.
    ///
    /// One look-up for each domain, until all targets are found; none for a list that a target has
    /// as well.
    package func keys(of wanted: Set<String>, in index: TargetIndex) -> Set<String> {
        var missing = wanted
        missing.subtract(lists.filter { $0.count > 0 }.flatMap(index.targets(list:)))
        // Whatever a target has is among every site.
        if hasEverySite { missing.subtract(index.targetsWithSites) }
        for site in sites where !missing.isEmpty { missing.subtract(index.targets(site: site)) }
        for page in paths where !missing.isEmpty { missing.subtract(index.targets(page: page)) }
        for list in lists where !missing.isEmpty {
            // Ends when no target is missing.
            _ = list.place(from: 0) { host in
                if index.matches(host) { missing.subtract(index.targets(host)) }
                return !missing.isEmpty
            }
        }
        return wanted.subtracting(missing)
    }
}

/// A host and all below it, or a path of these hosts.
private struct SiteArea: Hashable {
    var host: String
    /// Empty for all of the host.
    var path = ""

    init(host: String, path: String = "") { (self.host, self.path) = (host, path) }

    init(_ page: SitePath) { self.init(host: page.host, path: page.path) }

    /// The text in the rules; one subdomain stands for all that an entry of a list means.
    var text: String { (host.hasPrefix("\u{1}") ? "www" + host.dropFirst() : host) + path }

    func covers(_ other: SiteArea) -> Bool {
        SiteScope.contains(other.host, below: host)
            && (path.isEmpty || path == other.path || other.path.hasPrefix(path + "/"))
    }

    /// The part that two areas have in common; nil if there is none.
    func shared(with other: SiteArea) -> SiteArea? {
        let host = host.utf8.count < other.host.utf8.count ? other.host : host
        let path = path.utf8.count < other.path.utf8.count ? other.path : path
        let both = SiteArea(host: host, path: path)
        return covers(both) && other.covers(both) ? both : nil
    }

    /// The same path of a host of a list.
    func moved(to host: RawSpan) -> SiteArea {
        SiteArea(host: host.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }, path: path)
    }

    /// The first of some public sites that a body accepts: one in each area that is left out of all
    /// hosts below a name of one label, then more than a target with `count` entries can have.
    static func example(
        beside leftOut: [SiteArea], count: Int, where isWanted: (SiteArea) -> Bool
    ) -> SiteArea? {
        let inside = leftOut.filter { !$0.host.contains(".") }.map {
            SiteArea(host: "example.\($0.host)", path: $0.path)
        }
        let known = ["com", "org", "net"].map { SiteArea(host: "example.\($0)") }
        return (inside + known).first(where: isWanted)
            ?? (0...count + leftOut.count).lazy.map { SiteArea(host: "example.x\($0)") }
            .first(where: isWanted)
    }
}

extension TargetIndex {
    fileprivate func matches(_ area: SiteArea) -> Bool {
        guard !area.path.isEmpty else { return matches(site: area.host) }
        return !targets(page: SitePath(host: area.host, normalised: area.path)).isEmpty
    }
}

extension SiteList.Entry {
    /// A host that the entry matches and the index does not; nil if it matches all.
    fileprivate func host(notIn index: TargetIndex) -> String? {
        // A match of a host also matches all hosts below it.
        guard isSubdomainsOnly else { return index.matches(site: name) ? nil : name }
        let first = "www.\(name)"
        if !index.matches(site: first) { return first }
        return (0...SiteListBuilder.mostNames).lazy.map { "s\($0).\(name)" }
            .first { !index.matches(site: $0) }
    }
}

extension RuleSet {
    /// The path of the file of a list that one of the targets has, as the record keeps it; nil if
    /// no source is that file.
    package func path(of list: SiteList) -> String? {
        sources.first { $0.digest == list.digest }?.path
    }
}
