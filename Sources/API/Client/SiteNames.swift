/// Sites with their paths, as rules name them: `youtube.com/shorts`.
extension TargetsAPI.Target {
    /// The sites and paths that are listed; `*` for every site.
    package var siteNames: [String] {
        (everySite == true ? ["*"] : []) + sites + (paths ?? [])
    }

    /// The sites and paths that do not belong to the target.
    package var exceptions: [String] { (exceptSites ?? []) + (exceptPaths ?? []) }
}

extension UnblockAPI.Place {
    /// A place with a site as a person names it; a path begins at the first `/`.
    package init(target: String?, siteName: String?, app: String?) {
        let slash = siteName?.firstIndex(of: "/")
        self.init(
            target: target, site: siteName.map { String($0[..<(slash ?? $0.endIndex)]) }, app: app,
            path: slash.flatMap { slash in siteName.map { String($0[slash...]) } })
    }

    /// The site and its path.
    package var siteName: String? { site.map { $0 + (path ?? "") } }
}

extension UsageAPI.Place {
    /// The site and its path.
    package var siteName: String? { site.map { $0 + (path ?? "") } }
}
