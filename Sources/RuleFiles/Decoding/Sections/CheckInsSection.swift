import Engine

extension Draft {
    /// `check_ins: {KEY: {question, welcome, opens, reminder, blocks, on_no, strict, time_zone}}`.
    mutating func decodeCheckIns(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "check-ins")
        declare(entries, of: entry, as: \.checkIns)
        for entry in entries {
            guard let checkIn = checkIn(entry) else { continue }
            checkIns.append((checkIn, entry))
        }
    }

    private mutating func checkIn(_ entry: Mapping.Entry) -> CheckIn? {
        let what = "check-in \"\(entry.key)\""
        guard let map = map(entry.value, expected: "a map with question") else { return nil }
        let known = [
            "question", "welcome", "opens", "reminder", "blocks", "on_no", "strict", "time_zone",
        ]
        let meant = checkKeys(of: map, are: known, in: what)
        require("question", "what is asked", of: entry, in: what, meant: meant)
        let question = map["question"].flatMap { name($0.value, of: "question") }
        let welcome = map["welcome"].flatMap { passage($0.value) }
        var opens: Int? = 4 * 60
        if let entry = map["opens"] { opens = clockTime(entry.value) }
        let reminder = map["reminder"].flatMap { clockTime($0.value) }
        var blocks: [String]? = []
        if let entry = map["blocks"] { blocks = declaredTargets(entry.value) }
        var onNo: CheckIn.OnNo? = CheckIn.OnNo()
        if let entry = map["on_no"] { onNo = self.onNo(entry) }
        var isStrict: Bool? = true
        if let entry = map["strict"] { isStrict = truth(entry.value) }
        let zone = map["time_zone"].map { localZone($0.value, of: "check-in") }
        guard let question, let opens, let blocks, let onNo, let isStrict else { return nil }
        let isMistaken = !meant.isDisjoint(with: ["blocks", "on_no"])
        if blocks.isEmpty, onNo.block.isEmpty, !isMistaken {
            findings.warning("\(what) blocks nothing, whatever is answered", at: entry.keyAt)
        }
        return CheckIn(
            key: entry.key, question: question, welcome: welcome, opens: opens,
            reminder: reminder, blocks: blocks, onNo: onNo, isStrict: isStrict,
            timeZone: zone ?? nil,
            fingerprint: Fingerprint.of(["check_ins", entry.key, entry.value.canonicalText]))
    }

    private mutating func onNo(_ entry: Mapping.Entry) -> CheckIn.OnNo? {
        guard let map = map(entry.value, expected: "a map with block, heading and texts") else {
            return nil
        }
        checkKeys(of: map, are: ["block", "heading", "suggestions", "texts"], in: "on_no")
        var block: [String]? = []
        if let entry = map["block"] { block = declaredTargets(entry.value) }
        let heading = map["heading"].flatMap { name($0.value, of: "heading") }
        var suggestions: [String]? = []
        if let entry = map["suggestions"] {
            suggestions = passages(entry.value, of: "suggestions")
        }
        var texts: [String]? = []
        if let entry = map["texts"] { texts = passages(entry.value, of: "texts") }
        guard let block, let suggestions, let texts else { return nil }
        return CheckIn.OnNo(
            block: block, heading: heading, suggestions: suggestions, texts: texts)
    }
}
