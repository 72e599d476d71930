import RuleFiles
import RuleModel

/// The past of a case before it begins.
extension TestReader {
    /// The actions that can be in the past: the others only make sense while Soteria runs.
    static let past: Set<String> = [
        "unblock", "keep", "attempt", "use", "check_in", "protect", "switch_off", "session",
    ]
    /// The limit of past actions: each costs time and memory, and use does for every five minutes.
    private static let mostPast = 20_000

    /// Reads `given`: a list of actions before the case begins.
    mutating func readPast(_ entry: Mapping.Entry, into found: inout RuleTestCase) {
        guard let list = draft.list(entry.value, of: "past actions") else { return }
        var recorded: Int64 = 0
        for node in list {
            guard
                let map = draft.map(
                    node, expected: "a map such as {unblock: shopping, ago: 50m}"),
                let (word, action) = action(map, node, besides: ["ago", "at", "times", "every"])
            else { continue }
            guard Self.past.contains(word) else {
                draft.findings.error(
                    "\"\(word)\" is not allowed under \"given:\"; put it under \"then:\"",
                    at: node.at)
                continue
            }
            if case .session(let state) = action {
                found.session = state
                if let entry = map["ago"] ?? map["at"] ?? map["times"] {
                    draft.findings.error(
                        "\"session:\" always describes the start of the case and cannot have a time",
                        at: entry.keyAt)
                }
                continue
            }
            guard let first = pastStart(map, node, action, now: found.now),
                let (times, every) = repetition(map)
            else { continue }
            for number in 0..<times {
                let at = first + TimeSpan(milliseconds: every.milliseconds * Int64(number))
                guard at + action.length <= found.now else {
                    draft.findings.error(
                        number == 0
                            ? "this action must end before the case begins"
                            : "repetition \(number + 1) of \(times) must end before the case "
                                + "begins",
                        at: node.at)
                    break
                }
                recorded += 1 + action.length.milliseconds / RecordedPast.noteLength.milliseconds
                guard recorded <= Self.mostPast else {
                    draft.findings.error(
                        "too many past actions; at most \(Self.mostPast) are allowed (every five "
                            + "minutes of use count as one)", at: node.at)
                    return
                }
                found.given.append(PastAction(action: action, at: at))
            }
        }
    }

    /// The start of a past action: `ago` is the time before the case begins.
    private mutating func pastStart(
        _ map: Mapping, _ node: Node, _ action: TestAction, now: Instant
    ) -> Instant? {
        switch (map["ago"], map["at"]) {
        case (let ago?, nil):
            return draft.timeSpan(ago.value, within: .zero ... .days(3660)).map { now - $0 }
        case (nil, let at?):
            guard let moment = moment(at.value) else { return nil }
            return draft.value(moment.instant(in: zone, .upTo(now)), at: at.value.at)
        case (let ago?, .some):
            draft.findings.error("give either \"ago:\" or \"at:\", not both", at: ago.keyAt)
            return nil
        case (nil, nil):
            if case .switch = action { return now }
            draft.findings.error(
                "say when this happened, for example with \"ago: 50m\" or \"at: 22:10\"",
                at: node.at)
            return nil
        }
    }
}

extension TestAction {
    var length: TimeSpan {
        if case .use(_, let length) = self { return length }
        return .zero
    }
}
