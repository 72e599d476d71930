import CEL
import Engine
import RuleFiles
import RuleModel

/// The expectations of a case.
extension TestReader {
    static let checkKeys = [
        "score", "automatic", "level", "factors", "features", "auto_protection", "holds", "blocked",
        "open", "decisions", "check_ins", "prompts", "wait", "refused", "refused_until",
    ]

    /// Reads `expect`: a map of expectations.
    mutating func checks(_ entry: Mapping.Entry) -> [Check] {
        guard let map = draft.map(entry.value, expected: "a map such as {score: 0.400}") else {
            return []
        }
        draft.checkKeys(of: map, are: Self.checkKeys, in: "\"expect\"")
        return map.entries.flatMap { entry in
            switch entry.key {
            case "factors": conditionChecks(entry, .factor)
            case "features": conditionChecks(entry, .feature)
            case "auto_protection": conditionChecks(entry, .autoProtection)
            case "holds": holds(entry)
            case "blocked": blocked(entry)
            case "open": open(entry)
            case "check_ins": checkIns(entry)
            default: check(entry).map { [Check(at: entry.value.at, kind: $0)] } ?? []
            }
        }
    }

    private mutating func check(_ entry: Mapping.Entry) -> Check.Kind? {
        switch entry.key {
        case "score": return draft.score(entry.value).map { .score($0) }
        case "automatic": return draft.score(entry.value).map { .automatic($0) }
        case "level": return draft.choice(entry.value).map { .level($0) }
        case "decisions":
            return draft.list(entry.value, of: "decisions").map { list in
                .decisions(list.compactMap { decision($0) })
            }
        case "prompts":
            return draft.list(entry.value, of: "prompts").map { list in
                .prompts(Set(list.compactMap { draft.choice($0) }))
            }
        case "wait":
            return draft.timeSpan(entry.value, within: .zero ... .hours(24)).map { .wait($0) }
        case "refused": return draft.choice(entry.value).map { .refused($0) }
        case "refused_until": return end(entry.value).map { .refusedUntil($0) }
        default: return nil
        }
    }

    // MARK: - Conditions

    /// `[late_night, weekend]`: these are true and no other; `{late_night: true}`: this one is.
    private mutating func conditionChecks(
        _ entry: Mapping.Entry, _ kind: RuleCondition.Kind
    ) -> [Check] {
        let known = conditions.keys(of: kind)
        switch entry.value.content {
        case .list(let list):
            let keys = list.compactMap { declared($0, kind.word, among: known) }
            guard keys.count == list.count else { return [] }
            return [Check(at: entry.value.at, kind: .exactly(kind, Set(keys)))]
        case .map(let map):
            return map.entries.compactMap { entry in
                guard declared(entry.key, at: entry.keyAt, kind.word, among: known),
                    let truth = draft.truth(entry.value)
                else { return nil }
                return Check(
                    at: entry.value.at, kind: .condition(.init(kind: kind, key: entry.key), truth))
            }
        case .scalar:
            draft.wrongType(
                entry.value,
                expected:
                    "a list of the \(kind.word)s that are true, or a map such as "
                    + "{\(known.first ?? "NAME"): true}"
            )
            return []
        }
    }

    /// Expressions over the variables and features of the rules.
    private mutating func holds(_ entry: Mapping.Entry) -> [Check] {
        (entry.value.list ?? [entry.value]).compactMap { node in
            draft.condition(node).map { Check(at: node.at, kind: .holds($0.program)) }
        }
    }

    // MARK: - Targets

    /// `[shopping]`, or `{shopping: {until: "06:30", by: [quiet_hours.nights], strict: false}}`.
    private mutating func blocked(_ entry: Mapping.Entry) -> [Check] {
        perTarget(entry, isBlocked: true, ["until", "by", "strict"]) { reader, target, entry in
            switch entry.key {
            case "until": reader.end(entry.value).map { .until(target, $0) }
            case "by": reader.paths(entry.value).map { .by(target, $0) }
            default: reader.draft.truth(entry.value).map { .strict(target, $0) }
            }
        }
    }

    /// `[shopping]`, or `{shopping: {until: "23:15"}}` if a grant keeps it open.
    private mutating func open(_ entry: Mapping.Entry) -> [Check] {
        perTarget(entry, isBlocked: false, ["until"]) { reader, target, entry in
            reader.moment(entry.value).map { .granted(target, $0) }
        }
    }

    private mutating func perTarget(
        _ entry: Mapping.Entry, isBlocked: Bool, _ keys: [String],
        read: (inout TestReader, String, Mapping.Entry) -> Check.Kind?
    ) -> [Check] {
        switch entry.value.content {
        case .list(let list):
            return list.compactMap { node in
                declared(node, "target", among: targets).map {
                    Check(at: node.at, kind: .blocked($0, isBlocked))
                }
            }
        case .map(let map):
            return map.entries.flatMap { entry -> [Check] in
                guard declared(entry.key, at: entry.keyAt, "target", among: targets),
                    let map = draft.map(
                        entry.value, expected: "a map with \(keys.joined(separator: ", "))")
                else { return [] }
                draft.checkKeys(of: map, are: keys, in: "\"\(entry.key)\"")
                let details = map.entries.filter { keys.contains($0.key) }.compactMap { inner in
                    read(&self, entry.key, inner).map { Check(at: inner.value.at, kind: $0) }
                }
                return [Check(at: entry.keyAt, kind: .blocked(entry.key, isBlocked))] + details
            }
        case .scalar:
            draft.wrongType(
                entry.value, expected: "a list of targets, or a map with targets as keys")
            return []
        }
    }

    /// A moment, or `unknown` if no end is known.
    private mutating func end(_ node: Node) -> LocalMoment?? {
        if node.scalar?.text == "unknown" { return .some(nil) }
        return moment(node).map { .some($0) }
    }

    private mutating func paths(_ node: Node) -> [String]? {
        let known =
            rules.quietHours.map { "quiet_hours.\($0.key)" }
            + rules.autoProtections.map { "auto_protection.\($0.key)" }
            + rules.checkIns.map { "check_ins.\($0.key)" }
            + rules.budgets.map { "budgets.\($0.key)" } + ["manual_protection"]
        guard let list = draft.list(node, of: "restrictions") else { return nil }
        let found = list.compactMap { node -> String? in
            let expected = "a rule that blocks, such as quiet_hours.NAME"
            guard let text = draft.text(node, expected: expected) else { return nil }
            if known.contains(text) { return text }
            draft.findings.error(
                "there is no rule \"\(text)\" that can block a target", at: node.at,
                suggestion: known.first { $0.hasSuffix(".\(text)") }
                    ?? NearName.nearest(to: text, among: known))
            return nil
        }
        return found.count == list.count ? found.sorted() : nil
    }

    // MARK: - Decisions

    /// `{at: "22:30", block: shopping, until: "06:30", by: [quiet_hours.nights]}`.
    private mutating func decision(_ node: Node) -> ExpectedDecision? {
        let verdicts = Decision.Verdict.allCases.map(\.rawValue)
        guard let map = draft.map(node, expected: "a map such as {at: \"22:30\", block: shopping}")
        else { return nil }
        draft.checkKeys(of: map, are: ["at"] + verdicts + ["until", "by"], in: "a decision")
        let found = map.entries.filter { verdicts.contains($0.key) }
        guard found.count == 1, let entry = found.first,
            let verdict = Decision.Verdict(rawValue: entry.key)
        else {
            draft.findings.error(
                "a decision needs exactly one of the keys \(verdicts.joined(separator: ", ")), "
                    + "with a target as its value",
                at: node.at)
            return nil
        }
        guard let target = declared(entry.value, "target", among: targets) else { return nil }
        var decision = ExpectedDecision(at: node.at, verdict: verdict, target: target)
        if let entry = map["at"] {
            guard let moment = moment(entry.value) else { return nil }
            decision.time = (moment, entry.value.at)
        }
        if let entry = map["until"] {
            guard let end = end(entry.value) else { return nil }
            decision.until = (end, entry.value.at)
        }
        if let entry = map["by"] {
            guard let paths = paths(entry.value) else { return nil }
            decision.by = (paths, entry.value.at)
        }
        return decision
    }

    /// `{morning: asking}`.
    private mutating func checkIns(_ entry: Mapping.Entry) -> [Check] {
        guard let map = draft.map(entry.value, expected: "a map such as {morning: asking}") else {
            return []
        }
        return map.entries.compactMap { entry in
            guard
                declared(
                    entry.key, at: entry.keyAt, "check-in", among: rules.checkIns.map(\.key)),
                let phase: CheckInRecord.Phase = draft.choice(entry.value)
            else { return nil }
            return Check(at: entry.value.at, kind: .checkIn(entry.key, phase))
        }
    }
}
