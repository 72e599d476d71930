extension Target {
    /// The number of the target's own sites, and the number in each of its lists.
    package var siteCount: Int { lists.reduce(sites.count) { $0 + $1.count } }

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
        let excepted = exceptions(besides: other)
        exceptSites = excepted + other.exceptions(besides: self).filter { !excepted.contains($0) }
        let known = Set(sites)
        sites += other.sites.filter { !known.contains($0) }
        lists += other.lists.filter { !lists.contains($0) }
    }

    /// The exceptions at and below which another target has no site.
    private func exceptions(besides other: Target) -> [String] {
        guard !exceptSites.isEmpty else { return [] }
        let index = TargetIndex([other])
        let excepted = SiteTable(other.exceptSites)
        return exceptSites.filter { domain in
            guard !index.matches(site: domain) else { return false }
            if SiteName.with(domain, { excepted.matches($0) }) == true { return true }
            let end = Array(".\(domain)".utf8)
            func isBelow(_ host: RawSpan) -> Bool { host.ends(with: end) && index.matches(host) }
            return !other.sites.contains { SiteName.with($0, isBelow) == true }
                && !other.lists.contains {
                    $0.place(from: 0, notCovered: { !isBelow($0) }) != nil
                }
        }
    }

    /// The first host that belongs to this target and not to the other: of the sites, of what the
    /// other leaves out, then of the lists in the order of their files; nil if the other has all of
    /// them.
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
        for list in lists {
            // What the other leaves out may be in a list that both have.
            var place =
                exceptions.isEmpty ? other.lists.reduce(0) { max($0, $1.covers(list)) } : 0
            while let next = list.place(from: place, notCovered: isCovered) {
                if let host = list.entry(at: next)?.entry.host(notIn: index) { return host }
                place = next + 1
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
        for site in sites where !missing.isEmpty { missing.subtract(index.targets(site: site)) }
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
