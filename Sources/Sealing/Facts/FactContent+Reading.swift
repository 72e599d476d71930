extension FactContent {
    /// Reads the members of a kind. Throws `form` if one is missing, of another type or out of
    /// range, and if there are others.
    init(_ kind: Kind, of members: CBORMap) throws(Refusal) {
        var reader = MemberReader(members)
        self = try Self.read(kind, from: &reader)
        guard reader.isComplete else { throw .form }
    }

    private static func read(
        _ kind: Kind, from reader: inout MemberReader
    ) throws(Refusal) -> FactContent {
        switch kind {
        case .unblocked:
            .unblocked(
                targets: try reader.strings("targets"), purpose: try reader.string("purpose"))
        case .kept: .kept(targets: try reader.strings("targets"))
        case .attempts:
            .attempts(bucket: try reader.integer("bucket"), count: try reader.integer("n"))
        case .protected:
            .protected(
                targets: try reader.strings("targets"), length: try reader.integer("length"),
                isAutomatic: try reader.bool("auto"))
        case .answered:
            .answered(
                check: try reader.string("check"), day: try reader.integer("day"),
                isYes: try reader.bool("yes"))
        case .used:
            .used(
                target: try reader.string("target"), bucket: try reader.integer("bucket"),
                seconds: try reader.integer("s", in: 0...maximumUse),
                isSynchronized: try reader.bool("sync"))
        case .weakened:
            .weakened(what: try reader.string("what"), until: try reader.integer("until"))
        case .episode: .episode(try Episode(from: &reader))
        case .said:
            .said(
                key: try reader.string("key"),
                counter: try reader.integer("c", in: 0...maximumCounter),
                value: try reader.value("value"))
        case .rules:
            .rules(
                key: try reader.string("key"),
                counter: try reader.integer("c", in: 0...maximumCounter),
                entry: try reader.string("entry"))
        case .experiment:
            .experiment(run: try reader.identifier("run"), hasEnded: try reader.bool("ended"))
        case .ask, .answer, .nudge, .away, .summary: try readOfPair(kind, from: &reader)
        }
    }

    private static func readOfPair(
        _ kind: Kind, from reader: inout MemberReader
    ) throws(Refusal) -> FactContent {
        switch kind {
        case .ask:
            return .ask(
                try reader.identifier("ask"), targets: try reader.strings("targets"),
                words: try reader.optional("words") { value throws(Refusal) in try value.string })
        case .answer:
            guard let verdict = Verdict(rawValue: try reader.string("verdict")) else {
                throw .form
            }
            return .answer(
                try reader.identifier("ask"), verdict,
                words: try reader.optional("words") { value throws(Refusal) in try value.string })
        case .nudge: return .nudge(which: try reader.string("which"))
        case .away: return .away(until: try reader.integer("until"))
        case .summary: return .summary(lines: try reader.strings("lines"))
        default: throw .form
        }
    }
}

extension Episode {
    fileprivate init(from reader: inout MemberReader) throws(Refusal) {
        id = try reader.identifier("ep")
        revision = try reader.integer("rev", in: 1...Int64.max)
        minute = try reader.integer("minute", in: 0...1439)
        weekday = try reader.integer("weekday", in: 1...7)
        since = try reader.optional("since") { value throws(Refusal) in try value.natural }
        today = try reader.integer("today")
        target = try reader.string("target")
        purpose = try reader.optional("purpose") { value throws(Refusal) in try value.string }
        let mood = try reader.optional("mood") { value throws(Refusal) in try value.string }
        let category = try reader.optional("category") { value throws(Refusal) in try value.string }
        guard mood == nil || category == nil else { throw .form }
        reason = mood.map { .mood($0) } ?? category.map { .category($0) }
        meant = try reader.optional("meant") { value throws(Refusal) in try value.natural }
        used = try reader.optional("used") { value throws(Refusal) in try value.natural }
        amount = try reader.optional("amount") { value throws(Refusal) in try value.string }
        outcome = try reader.optional("outcome") { value throws(Refusal) in try value.string }
        regret = try reader.optional("regret") { value throws(Refusal) in try value.natural }
        isBought = try reader.optional("bought") { value throws(Refusal) in try value.bool }
        guard regret ?? 0 <= 4 else { throw .form }
    }
}

/// Reads members and counts them, to see whether there are others.
private struct MemberReader {
    private let members: CBORMap
    /// Id, kind and time are read.
    private var readCount = 3

    init(_ members: CBORMap) { self.members = members }

    /// True if every member was read.
    var isComplete: Bool { readCount == members.count }

    mutating func value(_ name: String) throws(Refusal) -> CBOR {
        readCount += 1
        return try members.value(name)
    }

    mutating func optional<Value>(
        _ name: String, read: (CBOR) throws(Refusal) -> Value
    ) throws(Refusal) -> Value? {
        guard let value = members[name] else { return nil }
        readCount += 1
        return try read(value)
    }

    /// A number that is not negative and in the range.
    mutating func integer(
        _ name: String, in range: ClosedRange<Int64> = 0...Int64.max
    ) throws(Refusal) -> Int64 {
        let number = try value(name).integer
        guard range.contains(number) else { throw .form }
        return number
    }

    mutating func string(_ name: String) throws(Refusal) -> String { try value(name).string }

    mutating func bool(_ name: String) throws(Refusal) -> Bool { try value(name).bool }

    mutating func identifier<ID: Identifier>(_ name: String) throws(Refusal) -> ID {
        try ID(value(name))
    }

    mutating func strings(_ name: String) throws(Refusal) -> [String] {
        var strings: [String] = []
        for element in try value(name).array { strings.append(try element.string) }
        return strings
    }
}

extension CBOR {
    /// A number that is not negative.
    fileprivate var natural: Int64 {
        get throws(Refusal) {
            let number = try integer
            guard number >= 0 else { throw .form }
            return number
        }
    }

    fileprivate var bool: Bool {
        get throws(Refusal) {
            guard case .bool(let isTrue) = self else { throw .form }
            return isTrue
        }
    }
}
