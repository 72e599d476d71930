import Engine

extension Draft {
    /// `targets: {KEY: {name, sites, apps}}`.
    mutating func decodeTargets(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "targets")
        declare(entries, of: entry, as: \.targets)
        for entry in entries {
            guard let target = target(entry) else { continue }
            targets.append((target, entry))
        }
    }

    private mutating func target(_ entry: Mapping.Entry) -> Target? {
        let what = "target \"\(entry.key)\""
        guard let map = map(entry.value, expected: "a map with sites and apps") else { return nil }
        let meant = checkKeys(of: map, are: ["name", "sites", "apps"], in: what)
        var name: String? = entry.key
        if let entry = map["name"] { name = self.name(entry.value) }
        var sites: [String]? = []
        if let entry = map["sites"] {
            sites = texts(entry.value, of: "sites") { $0.site($1) }
        }
        var apps: [String]? = []
        if let entry = map["apps"] {
            apps = texts(entry.value, of: "apps") { $0.app($1) }
        }
        if map["sites"] == nil, map["apps"] == nil {
            if meant.isDisjoint(with: ["sites", "apps"]) {
                findings.error("\(what) has neither sites nor apps", at: entry.keyAt)
            }
            return nil
        }
        guard let name, let sites, let apps else { return nil }
        return Target(
            key: entry.key, name: name, sites: sites, apps: apps,
            fingerprint: Fingerprint.of(["target", entry.key, entry.value.canonicalText]))
    }

    private mutating func site(_ node: Node) -> String? {
        guard let text = text(node, expected: "a host name such as amazon.com"),
            let host = value(HostName.parse(text), at: node.at)
        else { return nil }
        if !host.utf8.contains(UInt8(ascii: ".")), host != "localhost" {
            findings.warning(
                "\"\(host)\" has no dot: it stands for a host of just this name and "
                    + "for all that ends in \".\(host)\"",
                at: node.at)
        }
        return host
    }

    private mutating func app(_ node: Node) -> String? {
        guard let text = text(node, expected: "an application id") else { return nil }
        return value(ApplicationID.parse(text), at: node.at)
    }

    /// A list of keys of targets that are declared, at least one.
    mutating func declaredTargets(_ node: Node) -> [String]? {
        texts(node, of: "targets") { $0.declaredTarget($1) }
    }

    /// The key of a target that is declared.
    mutating func declaredTarget(_ node: Node) -> String? {
        guard let key = text(node, expected: "a target's key") else { return nil }
        if names.targets.contains(key) { return key }
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

    /// What was read, or nil and a report of its fault.
    mutating func value<Value>(_ result: Result<Value, ValueFault>, at position: Position) -> Value?
    {
        switch result {
        case .success(let value): return value
        case .failure(let fault):
            findings.error(fault.message, at: position, suggestion: fault.suggestion)
            return nil
        }
    }
}
