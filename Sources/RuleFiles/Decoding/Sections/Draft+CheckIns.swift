import RuleModel

extension Draft {
    /// `check_ins: {KEY: CheckInFields}`.
    mutating func decodeCheckIns(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "check-ins")
        declare(entries, of: entry, as: \.checkIns)
        checkIns = rules(entries, CheckInFields.shape, "check-in") { $0.checkIn($1, $2) }
    }

    private mutating func checkIn(_ fields: Fields, _ entry: Mapping.Entry) -> CheckIn? {
        let question = read(CheckInFields.question, in: fields)
        let welcome = read(CheckInFields.welcome, in: fields)
        let opens = read(CheckInFields.opens, in: fields)
        let reminder = read(CheckInFields.reminder, in: fields)
        let texts = read(CheckInFields.texts, in: fields)
        let textAt = read(CheckInFields.textAt, in: fields)
        let blocks = read(CheckInFields.blocks, in: fields)
        let onNo = read(CheckInFields.onNo, in: fields)
        let isStrict = read(CheckInFields.strict, in: fields)
        let zone = read(CheckInFields.zone, in: fields)
        guard let question, let opens, let texts, let blocks, let onNo, let isStrict else {
            return nil
        }
        if textAt != nil, texts.isEmpty {
            findings.warning(
                .idleTextTime, "\(fields.owner) has no \"texts:\", so \"text_at:\" sends nothing",
                at: fields.position(of: "text_at"))
        }
        let isMistaken = !fields.meant.isDisjoint(with: ["blocks", "on_no"])
        if blocks.isEmpty, onNo.block.isEmpty, !isMistaken {
            findings.warning(
                .idleCheckIn,
                "\(fields.owner) never blocks anything; add \"blocks:\", or add \"block:\" under "
                    + "\"on_no:\"",
                at: entry.keyAt)
        }
        return CheckIn(
            key: entry.key, question: question, welcome: welcome, opens: opens,
            reminder: reminder, texts: texts, textAt: textAt, blocks: blocks, onNo: onNo,
            isStrict: isStrict,
            timeZone: zone ?? nil,
            fingerprint: Fingerprint.of(["check_ins", entry.key, entry.value.canonicalText]))
    }

    mutating func onNo(_ fields: Fields) -> CheckIn.OnNo? {
        let block = read(OnNoFields.block, in: fields)
        let heading = read(OnNoFields.heading, in: fields)
        let suggestions = read(OnNoFields.suggestions, in: fields)
        let texts = read(OnNoFields.texts, in: fields)
        guard let block, let suggestions, let texts else { return nil }
        return CheckIn.OnNo(block: block, heading: heading, suggestions: suggestions, texts: texts)
    }
}
