import Engine
import RuleFiles
import RuleModel

/// The actions in a case.
extension TestReader {
    /// The words for actions: each is the key of an entry, which has exactly one of them.
    static let actions: [(word: String, keys: [String])] = [
        ("unblock", ["purpose", "category", "mood", "amount", "minutes", "emergency", "regret"]),
        ("request", ["purpose", "category", "mood", "amount", "minutes", "emergency"]),
        ("confirm", []), ("keep", ["purpose", "category", "mood", "amount"]),
        ("attempt", []), ("use", ["for"]), ("check_in", ["answer"]),
        ("protect", ["for", "strict"]), ("switch_off", []), ("switch_on", []), ("session", []),
        ("travel", []),
    ]
    /// The limit of repetitions; a greater number is a typing mistake.
    static let mostTimes = 1000

    // MARK: - While the case runs

    mutating func step(_ node: Node) -> TestStep? {
        let expected = "a map such as {after: 10m, expect: {…}}"
        guard let map = draft.map(node, expected: expected) else { return nil }
        var step = TestStep(at: node.at)
        let common = ["after", "at", "times", "every", "expect"]
        if map.entries.contains(where: { !common.contains($0.key) }) {
            guard let (_, action) = action(map, node, besides: common) else { return nil }
            if case .unblock(_, _, _, let regret?) = action {
                draft.findings.error(
                    "\"regret: \(regret)\" is allowed only under \"given:\"",
                    at: node.at)
            }
            step.action = action
        }
        switch (map["after"], map["at"]) {
        case (let after?, nil):
            guard let span = draft.timeSpan(after.value, within: .zero ... .days(400)) else {
                return nil
            }
            step.time = .after(span)
        case (nil, let at?):
            guard let moment = moment(at.value) else { return nil }
            step.time = .at(moment, at.value.at)
        case (let after?, .some):
            draft.findings.error("give either \"after:\" or \"at:\", not both", at: after.keyAt)
            return nil
        case (nil, nil): break
        }
        guard let (times, every) = repetition(map) else { return nil }
        (step.times, step.every) = (times, every)
        if let entry = map["expect"] { step.checks = checks(entry) }
        return step
    }

    /// `times: 3, every: 10m`; once if neither is given.
    mutating func repetition(_ map: Mapping) -> (times: Int, every: TimeSpan)? {
        guard let entry = map["times"] else {
            guard let every = map["every"] else { return (1, .zero) }
            draft.findings.error(
                "\"every:\" also needs \"times:\", for example \"times: 3\"", at: every.keyAt)
            return nil
        }
        guard let times = draft.count(entry.value, within: 1...Self.mostTimes) else { return nil }
        guard let every = map["every"] else {
            draft.findings.error(
                "\"times:\" also needs \"every:\", for example \"every: 10m\"", at: entry.keyAt)
            return nil
        }
        return draft.timeSpan(every.value, within: .seconds(1) ... .days(366)).map { (times, $0) }
    }

    // MARK: - Actions

    mutating func action(
        _ map: Mapping, _ node: Node, besides common: [String]
    ) -> (word: String, action: TestAction)? {
        let words = Self.actions.map(\.word)
        let found = map.entries.filter { words.contains($0.key) }
        guard let entry = found.first else {
            let unknown = map.entries.first { !common.contains($0.key) }
            let near = unknown.flatMap { NearName.nearest(to: $0.key, among: words) }
            draft.findings.error(
                unknown.map { "unknown key \"\($0.key)\"" } ?? "no action is given here",
                at: unknown?.keyAt ?? node.at, suggestion: near,
                notes: near == nil
                    ? [(at: node.at, message: "possible actions: \(words.joined(separator: ", "))")]
                    : [])
            return nil
        }
        if found.count > 1 {
            draft.findings.error(
                "a list item can have only one action; write a separate item for "
                    + "\"\(found[1].key)\"",
                at: found[1].keyAt,
                notes: [(at: entry.keyAt, message: "the first action is here")])
            return nil
        }
        let keys = Self.actions.first { $0.word == entry.key }?.keys ?? []
        draft.checkKeys(of: map, are: [entry.key] + keys + common, in: "\"\(entry.key)\"")
        return action(entry, map).map { (entry.key, $0) }
    }

    private mutating func action(_ entry: Mapping.Entry, _ map: Mapping) -> TestAction? {
        switch entry.key {
        case "unblock":
            guard let place = place(entry.value),
                let intent = intent(map, standard: Intent(purpose: .impulse)),
                let isEmergency = truth("emergency", of: map)
            else { return nil }
            let regret = map["regret"].map { draft.count($0.value, within: LoggedOutcome.regrets) }
            return .unblock(place, intent, isEmergency: isEmergency, regret: regret ?? nil)
        case "request":
            guard let place = place(entry.value), let isEmergency = truth("emergency", of: map)
            else { return nil }
            return .request(place, intent(map, standard: nil), isEmergency: isEmergency)
        case "confirm": return place(entry.value).map { .confirm($0) }
        case "keep": return place(entry.value).map { .keep($0, intent(map, standard: nil)) }
        case "attempt": return place(entry.value).map { .attempt($0) }
        case "use":
            guard let place = place(entry.value),
                let length = length(map, of: entry, within: .seconds(1) ... .hours(24))
            else { return nil }
            return .use(place, length)
        default: return otherAction(entry, map)
        }
    }

    private mutating func otherAction(_ entry: Mapping.Entry, _ map: Mapping) -> TestAction? {
        switch entry.key {
        case "check_in":
            let key = declared(entry.value, "check-in", among: rules.checkIns.map(\.key))
            guard let answer = map["answer"] else {
                draft.findings.error(
                    "\"check_in:\" also needs \"answer: yes\" or \"answer: no\"", at: entry.keyAt)
                return nil
            }
            guard let key, let word = draft.word(answer.value, among: ["yes", "no"]) else {
                return nil
            }
            return .answer(key, isYes: word == "yes")
        case "protect":
            let isAll = draft.text(entry.value) == "all"
            let target = isAll ? nil : declared(entry.value, "target", among: targets)
            guard isAll || target != nil,
                let length = length(map, of: entry, within: Protection.lengths),
                let isStrict = truth("strict", of: map)
            else { return nil }
            return .protect(target, length, isStrict: isStrict)
        case "switch_off", "switch_on":
            return subject(entry.value).map { .switch($0, isOn: entry.key == "switch_on") }
        case "session": return draft.choice(entry.value).map { .session($0) }
        default: return zone(entry.value).map { .travel($0) }
        }
    }

    /// The value of a detail that is true or false; false if it is left out.
    private mutating func truth(_ key: String, of map: Mapping) -> Bool? {
        map[key].map { draft.truth($0.value) } ?? false
    }

    private mutating func length(
        _ map: Mapping, of entry: Mapping.Entry, within limits: ClosedRange<TimeSpan>
    ) -> TimeSpan? {
        guard let length = map["for"] else {
            draft.findings.error(
                "\"\(entry.key):\" also needs \"for:\", for example \"for: 45m\"",
                at: entry.keyAt)
            return nil
        }
        return draft.timeSpan(length.value, within: limits)
    }

    /// The intent of a request; `standard` if none is given.
    private mutating func intent(_ map: Mapping, standard: Intent?) -> Intent? {
        let said = ["purpose", "category", "mood", "amount", "minutes"].filter { map[$0] != nil }
        guard !said.isEmpty else { return standard }
        var intent = standard ?? Intent(purpose: .impulse)
        if let entry = map["purpose"] {
            intent.purpose = draft.choice(entry.value) ?? intent.purpose
        }
        if let entry = map["category"] {
            intent.category = declared(entry.value, "category", among: rules.unblock.categories)
        }
        if let entry = map["mood"] {
            intent.mood = declared(entry.value, "mood", among: rules.unblock.moods)
        }
        if let entry = map["amount"] { intent.amount = amount(entry.value) }
        if let entry = map["minutes"] {
            intent.minutes = draft.count(entry.value, within: Intent.minutesAllowed)
        }
        return intent
    }

    /// `49.90` or `49.90 EUR`.
    private mutating func amount(_ node: Node) -> Money? {
        let expected = "an amount such as 49.90 or 49.90 EUR"
        guard let text = draft.text(node, expected: expected) else { return nil }
        let parts = text.split(separator: " ").map(String.init)
        guard (1...2).contains(parts.count),
            let money = try? Money(
                decimal: parts[0], currency: parts.count == 2 ? parts[1] : nil)
        else {
            draft.wrongType(node, expected: expected)
            return nil
        }
        return money
    }

    /// `quiet_hours.nights`, `targets.shopping`, `auto_protection.high_risk`.
    private mutating func subject(_ node: Node) -> Switch.Subject? {
        let subjects: [Switch.Subject] =
            rules.quietHours.map { .schedule($0.key) } + rules.targets.map { .target($0.key) }
            + rules.autoProtections.map { .autoProtection($0.key) }
        let paths = subjects.map(\.path)
        let expected = "something to switch on or off, such as quiet_hours.NAME"
        guard let text = draft.text(node, expected: expected) else {
            return nil
        }
        if let index = paths.firstIndex(of: text) { return subjects[index] }
        draft.findings.error(
            "the rules have no \"\(text)\" to switch on or off; write quiet_hours.NAME, "
                + "targets.NAME or auto_protection.NAME",
            at: node.at,
            suggestion: paths.first { $0.hasSuffix(".\(text)") }
                ?? NearName.nearest(to: text, among: paths))
        return nil
    }
}
