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

    /// Adds the sites and the lists of another target, each once.
    package mutating func uniteSites(with other: Target) {
        let known = Set(sites)
        sites += other.sites.filter { !known.contains($0) }
        lists += other.lists.filter { !lists.contains($0) }
    }

    /// The first host that belongs to this target and not to the other: of the sites, then of the
    /// lists in the order of their files; nil if the other has all of them.
    ///
    /// One look-up for each domain that is not known yet, about 0.3 s for a million; none for a
    /// list that both have (see `SiteListBuilder.list(digest:comparedWith:)`).
    package func firstSite(notIn other: Target) -> String? {
        let index = TargetIndex([other])
        if let site = sites.first(where: { !index.matches(site: $0) }) { return site }
        for list in lists {
            var place = other.lists.reduce(0) { max($0, $1.covers(list)) }
            while let next = list.place(from: place, notCovered: index.matches) {
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
