extension FactContent {
    /// The members beside id, kind and time.
    var members: CBORMap {
        switch self {
        case .unblocked(let targets, let purpose):
            ["targets": .texts(targets), "purpose": .text(purpose)]
        case .kept(let targets): ["targets": .texts(targets)]
        case .attempts(let bucket, let count): ["bucket": .integer(bucket), "n": .integer(count)]
        case .protected(let targets, let length, let isAutomatic):
            ["targets": .texts(targets), "length": .integer(length), "auto": .bool(isAutomatic)]
        case .answered(let check, let day, let isYes):
            ["check": .text(check), "day": .integer(day), "yes": .bool(isYes)]
        case .used(let target, let bucket, let seconds, let isSynchronized):
            [
                "target": .text(target), "bucket": .integer(bucket), "s": .integer(seconds),
                "sync": .bool(isSynchronized),
            ]
        case .weakened(let what, let until): ["what": .text(what), "until": .integer(until)]
        case .episode(let episode): episode.members
        case .said(let key, let counter, let value):
            ["key": .text(key), "c": .integer(counter), "value": value]
        case .rules(let key, let counter, let entry):
            ["key": .text(key), "c": .integer(counter), "entry": .text(entry)]
        case .experiment(let run, let hasEnded): ["run": run.cbor, "ended": .bool(hasEnded)]
        case .ask(let ask, let targets, let words):
            CBORMap(["ask": ask.cbor, "targets": .texts(targets)], words: words)
        case .answer(let ask, let verdict, let words):
            CBORMap(["ask": ask.cbor, "verdict": .text(verdict.rawValue)], words: words)
        case .nudge(let which): ["which": .text(which)]
        case .away(let until): ["until": .integer(until)]
        case .summary(let lines): ["lines": .texts(lines)]
        }
    }
}

extension Episode {
    fileprivate var members: CBORMap {
        var members: CBORMap = [
            "ep": id.cbor, "rev": .integer(revision), "minute": .integer(minute),
            "weekday": .integer(weekday), "today": .integer(today), "target": .text(target),
        ]
        members["since"] = since.map { .integer($0) }
        members["purpose"] = purpose.map { .text($0) }
        switch reason {
        case .mood(let mood): members["mood"] = .text(mood)
        case .category(let category): members["category"] = .text(category)
        case nil: break
        }
        members["meant"] = meant.map { .integer($0) }
        members["used"] = used.map { .integer($0) }
        members["amount"] = amount.map { .text($0) }
        members["outcome"] = outcome.map { .text($0) }
        members["regret"] = regret.map { .integer($0) }
        members["bought"] = isBought.map { .bool($0) }
        return members
    }
}

extension CBORMap {
    fileprivate init(_ members: CBORMap, words: String?) {
        self = members
        self["words"] = words.map { .text($0) }
    }
}

extension CBOR {
    fileprivate static func texts(_ strings: [String]) -> CBOR { .array(strings.map { .text($0) }) }
}
