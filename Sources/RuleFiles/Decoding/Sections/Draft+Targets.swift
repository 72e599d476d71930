import RuleModel

extension Draft {
    /// `targets: {KEY: TargetFields}`.
    mutating func decodeTargets(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "targets")
        declare(entries, of: entry, as: \.targets)
        targets = rules(entries, TargetFields.shape, "target") { $0.target($1, $2) }
    }

    private mutating func target(_ fields: Fields, _ entry: Mapping.Entry) -> Target? {
        let name = read(TargetFields.name, in: fields) ?? entry.key
        let sites = read(TargetFields.sites, in: fields)
        let lists = read(TargetFields.sitesFrom, in: fields)
        let exceptSites = read(TargetFields.exceptSites, in: fields)
        let apps = read(TargetFields.apps, in: fields)
        let executables = read(TargetFields.executables, in: fields)
        let enforcement = enforcement(fields)
        let waits = read(TargetFields.wait, in: fields)
        let grant = read(TargetFields.grant, in: fields)
        let spends = read(TargetFields.spending, in: fields)
        let onThaw = read(TargetFields.onThaw, in: fields)
        if !TargetFields.members.contains(where: fields.has) {
            if fields.meant.isDisjoint(with: TargetFields.members) {
                findings.error("\(fields.owner) has no sites, apps or executables", at: entry.keyAt)
            }
            return nil
        }
        if let except = fields.entry(TargetFields.exceptSites.key),
            !fields.has(TargetFields.sites.key), !fields.has(TargetFields.sitesFrom.key)
        {
            findings.error(
                "\"except_sites:\" also needs \"sites:\" or \"sites_from:\"", at: except.keyAt)
            return nil
        }
        guard let sites, let lists, let exceptSites, let apps, let executables, let enforcement,
            let onThaw, isEverySiteAlone(sites, exceptSites, fields)
        else { return nil }
        return Target(
            key: entry.key, name: name, sites: sites.filter { !$0.hasPath && !$0.isEverySite },
            paths: sites.compactMap { SitePath($0) },
            hasEverySite: sites.contains(where: \.isEverySite), lists: lists,
            exceptSites: exceptSites.filter { !$0.hasPath },
            exceptPaths: exceptSites.compactMap { SitePath($0) }, apps: apps,
            executables: executables,
            enforcement: enforcement.onBlock, kill: enforcement.kill, onThaw: onThaw,
            unblock: Target.Unblock(
                plannedWait: waits?.planned, impulseWait: waits?.impulse, grant: grant),
            spends: spends ?? true,
            fingerprint: Fingerprint.of(["target", entry.key, entry.value.canonicalText]))
    }

    /// False and an error if `"*"` is beside other sites, or left out of them.
    private mutating func isEverySiteAlone(
        _ sites: [String], _ exceptSites: [String], _ fields: Fields
    ) -> Bool {
        if let entry = fields.entry(TargetFields.exceptSites.key),
            exceptSites.contains(where: \.isEverySite)
        {
            findings.error(
                "\"*\" after \"except_sites:\" would leave out every site; name the sites that "
                    + "stay open", at: entry.keyAt)
            return false
        }
        guard let entry = fields.entry(TargetFields.sites.key),
            sites.contains(where: \.isEverySite),
            sites.count > 1 || fields.has(TargetFields.sitesFrom.key)
        else { return true }
        findings.error(
            "\"*\" already includes every public site; leave out the other sites and lists, or "
                + "move them to another target", at: entry.keyAt)
        return false
    }

    /// `on_block: freeze | stop | notify` and `kill: true`, which only `stop` can have.
    private mutating func enforcement(
        _ fields: Fields
    ) -> (onBlock: Target.Enforcement, kill: Bool)? {
        let onBlock = read(TargetFields.onBlock, in: fields)
        let kill = read(TargetFields.kill, in: fields)
        guard let onBlock, let kill else { return nil }
        if kill, onBlock != .stop, let entry = fields.entry("kill") {
            if fields.meant.contains("on_block") { return nil }
            findings.error(
                "\"kill: true\" also needs \"on_block: stop\": Soteria kills only apps that it "
                    + "first asks to quit", at: entry.keyAt)
            return nil
        }
        let hasSitesAlone = fields.has("sites") && !fields.has("apps") && !fields.has("executables")
        if let entry = fields.entry("on_block"), hasSitesAlone,
            fields.meant.isDisjoint(with: ["apps", "executables"])
        {
            findings.warning(
                .idleOnBlock,
                "\"on_block\" applies to apps and executables, but \(fields.owner) has none",
                at: entry.keyAt)
        }
        return (onBlock, kill)
    }

    /// Reads a site and returns its normal form: a host name, a path of one, or `*`.
    mutating func site(_ node: Node) -> String? {
        guard let site = value(node, expected: "a host name such as amazon.com", SiteEntry.parse)
        else { return nil }
        if site.isEverySite { return site }
        let host = site.prefix { $0 != "/" }
        if !host.utf8.contains(UInt8(ascii: ".")), host != "localhost" {
            findings.warning(
                .siteWithoutDot,
                "\"\(host)\" has no dot, so it means the host \"\(host)\" and every host that ends "
                    + "in \".\(host)\"",
                at: node.at)
        }
        return site
    }

    mutating func app(_ node: Node) -> String? {
        value(node, expected: "an application id", ApplicationID.parse)
    }

    mutating func executable(_ node: Node) -> String? {
        value(
            node, expected: "the path of an executable such as /usr/games/supertux2",
            ExecutablePath.parse)
    }

    /// Reads a list of keys of declared targets, at least one.
    mutating func declaredTargets(_ node: Node) -> [String]? {
        texts(node, of: "targets") { $0.declaredTarget($1) }
    }

    mutating func declaredTarget(_ node: Node) -> String? {
        guard let key = text(node, expected: "a target's key") else { return nil }
        if names.targets.contains(key) { return key }
        guard !findings.isFull else {
            findings.omit(.error)
            return nil
        }
        let known = names.targets.places.keys.sorted()
        let near = NearName.nearest(to: key, among: known)
        findings.error(
            "there is no target \"\(key)\""
                + (known.isEmpty ? "; declare it under \"targets:\"" : ""),
            at: node.at, suggestion: near,
            notes: near.flatMap { near in
                names.targets.places[near].map {
                    [(at: $0, message: "\"\(near)\" is declared here")]
                }
            } ?? [])
        return nil
    }
}

extension String {
    /// True for a site in its normal form that is a path of a host.
    fileprivate var hasPath: Bool { utf8.contains(UInt8(ascii: "/")) }

    /// True for the text that means every site.
    fileprivate var isEverySite: Bool { self == SiteScope.everySite }
}
