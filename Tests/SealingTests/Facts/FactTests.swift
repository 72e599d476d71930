import Testing

@testable import Sealing

/// Facts of known kinds are typed; all others are kept as they came.
struct FactTests {
    private static let id = FactID(unchecked: [1, 2, 3, 4, 5, 6, 7, 8])
    private static let ask = AskID(unchecked: [UInt8](repeating: 9, count: 16))

    private static let contents: [FactContent] = {
        var episode = Episode(
            id: id, revision: 2, minute: 1439, weekday: 7, today: 0, target: "video")
        let short = episode
        episode.since = 3
        episode.purpose = "planned"
        episode.reason = .category("work")
        (episode.meant, episode.used, episode.regret) = (10, 12, 4)
        (episode.amount, episode.outcome, episode.isBought) = ("12.50 EUR", "opened", false)
        return [
            .unblocked(targets: ["a", "b"], purpose: "impulse"), .kept(targets: []),
            .attempts(bucket: 5_984_928, count: 3),
            .protected(targets: ["a"], length: 7200, isAutomatic: true),
            .answered(check: "morning", day: 20_000, isYes: false),
            .used(target: "a", bucket: 1, seconds: 300, isSynchronized: true),
            .weakened(what: "quiet_hours.nights", until: 1), .episode(episode), .episode(short),
            .said(key: "goals", counter: 1 << 40, value: .null),
            .rules(key: "targets.video", counter: 0, entry: "{}"),
            .experiment(run: id, hasEnded: true),
            .ask(ask, targets: ["a"], words: "The shoes again."),
            .ask(ask, targets: [], words: nil),
            .answer(ask, .keep, words: nil), .answer(ask, .words, words: "No."),
            .nudge(which: "well done"), .away(until: 1), .summary(lines: ["kept 3"]),
        ]
    }()

    @Test func everyKindComesBack() throws {
        #expect(Set(Self.contents.map(\.kind)) == Set(FactContent.Kind.allCases))
        for content in Self.contents {
            let fact = try Fact(id: Self.id, time: -5, content: content)
            #expect(fact.kind == content.kind.rawValue)
            let read = try Fact(fact.encoded())
            #expect(read == fact && read.time == -5)
            let again = try Fact(id: Self.id, time: -5, content: #require(read.content))
            #expect(again == fact)
        }
    }

    @Test func otherMembersAreKeptAndNotFolded() throws {
        for content in Self.contents {
            let fact = try Fact(id: Self.id, time: 1, content: content)
            var more = fact.members
            more["zz"] = .integer(1)
            #expect(try Fact(more).content == nil)
            #expect(try Fact(Fact(more).encoded()).encoded() == CBOR.map(more).encoded())
            let names = Set(content.members.members.map(\.name))
            for name in names {
                var changed = fact.members
                changed[name] = .map([:])
                // Of `said` the value may be anything.
                #expect(try Fact(changed).content == nil || name == "value")
            }
            let optional: Set = [
                "since", "purpose", "mood", "category", "meant", "used", "amount", "outcome",
                "regret", "bought", "words",
            ]
            for name in names where !optional.contains(name) || content.kind == .unblocked {
                var fewer = fact.members
                fewer[name] = nil
                #expect(try Fact(fewer).content == nil, "\(content.kind) without \(name)")
            }
        }
    }

    @Test func anUnknownKindIsKept() throws {
        let members: CBORMap = [
            "id": Self.id.cbor, "k": .text("of a later version"), "t": .integer(1),
            "deep": .array([.map(["a": .null])]),
        ]
        let fact = try Fact(CBOR.map(members).encoded())
        #expect(fact.content == nil)
        #expect(fact.encoded() == CBOR.map(members).encoded())
        for name in ["id", "k", "t"] {
            var fewer = members
            fewer[name] = nil
            #expect(throws: Refusal.form) { try Fact(fewer) }
        }
    }

    @Test func numbersOutOfRangeAreNotFolded() throws {
        let bad: [FactContent] = [
            .used(target: "a", bucket: 1, seconds: 301, isSynchronized: true),
            .used(target: "a", bucket: 1, seconds: -1, isSynchronized: true),
            .said(key: "k", counter: (1 << 40) + 1, value: .null),
            .rules(key: "k", counter: -1, entry: ""),
            .episode(
                Episode(id: Self.id, revision: 0, minute: 0, weekday: 1, today: 0, target: "")),
            .episode(
                Episode(id: Self.id, revision: 1, minute: 1440, weekday: 1, today: 0, target: "")),
            .episode(
                Episode(id: Self.id, revision: 1, minute: 0, weekday: 8, today: 0, target: "")),
        ]
        for content in bad {
            #expect(throws: Refusal.form) { try Fact(id: Self.id, time: 1, content: content) }
        }
        var both = try Fact(
            id: Self.id, time: 1,
            content: .episode(
                Episode(id: Self.id, revision: 1, minute: 0, weekday: 1, today: 0, target: ""))
        )
        .members
        both["mood"] = .text("bored")
        #expect(try Fact(both).content != nil)
        both["category"] = .text("work")
        #expect(try Fact(both).content == nil)
    }

    @Test func theHigherRevisionAndCounterCount() throws {
        func episode(_ id: UInt8, revision: Int64, target: String = "video") throws -> Fact {
            try Fact(
                id: FactID(unchecked: [UInt8](repeating: id, count: 8)), time: 1,
                content: .episode(
                    Episode(
                        id: Self.id, revision: revision, minute: 0, weekday: 1, today: 0,
                        target: target)))
        }
        let facts = [
            try episode(1, revision: 2), try episode(3, revision: 1), try episode(2, revision: 2),
            try episode(1, revision: 1, target: "shopping"),
        ]
        let counting = [facts[3], facts[2]]
        #expect(facts.counting() == counting)
        #expect(facts.reversed().counting() == counting)
        func said(_ id: UInt8, _ counter: Int64) throws -> Fact {
            try Fact(
                id: FactID(unchecked: [UInt8](repeating: id, count: 8)), time: 9 - Int64(id),
                content: .said(key: "k", counter: counter, value: .integer(Int64(id))))
        }
        let words = [try said(9, 1), try said(2, 2), try said(1, 2)]
        #expect(words.counting() == [words[1]])
    }
}
