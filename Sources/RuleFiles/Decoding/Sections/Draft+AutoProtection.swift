import RuleModel

extension Draft {
    /// `auto_protection: {KEY: AutoProtectionFields}`.
    mutating func decodeAutoProtection(_ entry: Mapping.Entry) {
        autoProtections = rules(
            keyedEntries(entry, of: "auto-protections"), AutoProtectionFields.shape,
            "auto-protection"
        ) { $0.autoProtection($1, $2) }
    }

    private mutating func autoProtection(
        _ fields: Fields, _ entry: Mapping.Entry
    ) -> AutoProtection? {
        let name = read(AutoProtectionFields.name, in: fields) ?? entry.key
        let targets = read(AutoProtectionFields.block, in: fields)
        let length = read(AutoProtectionFields.length, in: fields)
        let againAfter = read(AutoProtectionFields.againAfter, in: fields)
        let isEnabled = read(CommonFields.enabled, in: fields)
        let isStrict = read(AutoProtectionFields.strict, in: fields)
        let condition = read(AutoProtectionFields.when, in: fields)
        guard let condition, let length, let againAfter, let isEnabled, let isStrict
        else { return nil }
        return AutoProtection(
            key: entry.key, name: name, condition: condition.program, text: condition.text,
            targets: targets, length: length, againAfter: againAfter, isEnabled: isEnabled,
            isStrict: isStrict,
            fingerprint: Fingerprint.of(["auto_protection", entry.key, entry.value.canonicalText]))
    }

    /// Reads keys of targets; an empty list is refused, the key has to be left out instead.
    mutating func blockedTargets(_ node: Node) -> [String]? {
        guard node.list?.isEmpty == true else { return declaredTargets(node) }
        findings.error(
            "the list of targets is empty; to block every target, leave out \"block:\"", at: node.at
        )
        return nil
    }
}
