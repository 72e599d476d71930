import Engine

extension Draft {
    /// `auto_protection: {KEY: {name, when, block, for, again_after, enabled, strict}}`.
    mutating func decodeAutoProtection(_ entry: Mapping.Entry) {
        for entry in keyedEntries(entry, of: "auto-protections") {
            guard let rule = autoProtection(entry) else { continue }
            autoProtections.append((rule, entry))
        }
    }

    private mutating func autoProtection(_ entry: Mapping.Entry) -> AutoProtection? {
        let what = "auto-protection \"\(entry.key)\""
        guard let map = map(entry.value, expected: "a map with when") else { return nil }
        let meant = checkKeys(
            of: map, are: ["name", "when", "block", "for", "again_after", "enabled", "strict"],
            in: what)
        let longest = TimeSpan.days(7)
        var name: String? = entry.key
        if let entry = map["name"] { name = self.name(entry.value) }
        var targets: [String]?
        if let entry = map["block"] { targets = blockedTargets(entry.value) }
        var length: TimeSpan? = .hours(2)
        if let entry = map["for"] {
            length = timeSpan(entry.value, within: .minutes(1)...longest)
        }
        var againAfter: TimeSpan? = .minutes(30)
        if let entry = map["again_after"] {
            againAfter = timeSpan(entry.value, within: .zero...longest)
        }
        var isEnabled: Bool? = true
        if let entry = map["enabled"] { isEnabled = truth(entry.value) }
        var isStrict: Bool? = false
        if let entry = map["strict"] { isStrict = truth(entry.value) }
        require("when", "its condition", of: entry, in: what, meant: meant)
        let condition = map["when"].flatMap { automaticCondition($0.value) }
        guard let name, let condition, let length, let againAfter, let isEnabled, let isStrict
        else { return nil }
        return AutoProtection(
            key: entry.key, name: name, condition: condition.program, text: condition.text,
            targets: targets, length: length, againAfter: againAfter, isEnabled: isEnabled,
            isStrict: isStrict,
            fingerprint: Fingerprint.of(["auto_protection", entry.key, entry.value.canonicalText]))
    }

    private mutating func blockedTargets(_ node: Node) -> [String]? {
        guard case .list(let list) = node.content, list.isEmpty else {
            return declaredTargets(node)
        }
        findings.error(
            "the list of targets is empty; leave \"block:\" out to block every target", at: node.at)
        return nil
    }
}
