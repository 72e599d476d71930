import RuleModel

extension Draft {
    /// `unblock: UnblockFields`.
    mutating func decodeUnblock(_ entry: Mapping.Entry) {
        guard let fields = fields(entry, UnblockFields.shape, of: "unblock") else { return }
        let grant = read(UnblockFields.grant, in: fields)
        let waits = read(UnblockFields.wait, in: fields)
        let categories = read(UnblockFields.categories, in: fields)
        let moods = read(UnblockFields.moods, in: fields)
        let emergency = read(UnblockFields.emergency, in: fields)
        guard let grant, let waits, let categories, let moods else { return }
        unblock = UnblockRules(
            grant: grant, plannedWait: waits.planned, impulseWait: waits.impulse,
            eachFurther: waits.eachFurther, longestWait: waits.longest, categories: categories,
            moods: moods, emergency: emergency)
    }

    /// Reads the emergency way out.
    mutating func emergency(_ fields: Fields) -> EmergencyRules? {
        let count = read(EmergencyFields.count, in: fields)
        let period = read(EmergencyFields.period, in: fields)
        let wait = read(EmergencyFields.wait, in: fields)
        guard let count, let period, let wait else { return nil }
        return EmergencyRules(count: count, per: period, wait: wait)
    }

    /// Reads the waits before something opens.
    mutating func waits(_ fields: Fields) -> UnblockFields.Waits? {
        let planned = read(WaitFields.planned, in: fields)
        let impulse = read(WaitFields.impulse, in: fields)
        let eachFurther = read(WaitFields.eachFurther, in: fields)
        let longest = read(WaitFields.atMost, in: fields)
        guard let planned, let impulse, let eachFurther, let longest else { return nil }
        return (planned, impulse, eachFurther, longest)
    }

    /// Reads the waits that a target has of its own.
    mutating func targetWaits(_ fields: Fields) -> TargetFields.Waits {
        (read(TargetWaitFields.planned, in: fields), read(TargetWaitFields.impulse, in: fields))
    }

    /// Reads a category or mood: a short text in any language.
    mutating func word(_ node: Node) -> String? {
        guard let word = name(node) else { return nil }
        guard word.count <= Limits.wordLength, word == String(word.trimmed) else {
            findings.error(
                "\"\(word)\" is not a valid category or mood; use at most \(Limits.wordLength) "
                    + "characters, without spaces at the beginning or end",
                at: node.at)
            return nil
        }
        return word
    }
}
