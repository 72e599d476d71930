import RuleModel

/// Pages. The use of a page counts only for the targets that name the longest part of its path.
extension WeakeningFinder {
    /// The targets for which the use of fewer pages counts, although they still have these pages;
    /// each with the first such page.
    var uncountedPages: [String: SitePath] {
        let named = [before, after].map { $0.targets.flatMap(\.paths) }
        guard !named[1].isEmpty, before.targets != after.targets, !before.isPart else {
            return [:]
        }
        let (old, new) = (TargetIndex(before.targets), TargetIndex(after.targets))
        var lost: [String: SitePath] = [:]
        for page in examples(of: Set(named.joined())) {
            let all = new.targets(page: page)
            let counted = new.nearest(all, to: page)
            guard counted.count < all.count else { continue }
            for target in old.nearest(old.targets(page: page), to: page)
            where lost[target] == nil && all.contains(target) && !counted.contains(target) {
                lost[target] = page
            }
        }
        return lost
    }

    /// A page for each path that targets name, on its host and on each host below it that targets
    /// name: all others count as one of these.
    private func examples(of paths: Set<SitePath>) -> [SitePath] {
        let targets = before.targets + after.targets
        let named = Set(paths.map(\.host))
        let hosts = named.union(targets.flatMap { $0.sites + $0.exceptSites })
        var below: [String: [String]] = [:]
        for host in hosts.sorted() {
            var domain = host[...]
            while let dot = domain.firstIndex(of: ".") {
                domain = domain[domain.index(after: dot)...]
                if named.contains(String(domain)) {
                    below[String(domain), default: []].append(host)
                }
            }
        }
        return paths.sorted { $0.text < $1.text }.flatMap { path in
            [path]
                + (below[path.host] ?? []).compactMap { SitePath(host: $0, path: path.path) }
        }
    }
}
