import Foundation
import RuleModel
import Testing

@testable import Engine

/// The names under which shared facts are recorded. They never change once released.
struct SharedFactNames {
    private static let id = SharedFactID(bits: 0xa0)

    private static var episode: SharedEpisode {
        var episode = SharedEpisode(
            id: id, revision: 2, minute: 90, weekday: 7, today: 3, target: "a")
        (episode.since, episode.purpose, episode.mood) = (5, "impulse", "sad")
        (episode.meant, episode.used, episode.amount) = (10, 12, "5.00 EUR")
        (episode.outcome, episode.regret, episode.isBought) = ("opened", 4, true)
        return episode
    }

    private static let rows: [(SharedFact.Content, String)] = [
        (
            .unblocked(targets: ["a"], purpose: .impulse),
            #"{"unblocked":{"purpose":"impulse","targets":["a"]}}"#
        ),
        (.kept(targets: ["a"]), #"{"kept":{"targets":["a"]}}"#),
        (.attempts(bucket: Bucket(5), count: 3), #"{"attempts":{"bucket":5,"count":3}}"#),
        (
            .protected(targets: ["a"], length: .seconds(60), isAutomatic: true),
            #"{"protected":{"isAutomatic":true,"length":60000,"targets":["a"]}}"#
        ),
        (
            .answered(checkIn: "m", day: 20_000, isYes: false),
            #"{"answered":{"checkIn":"m","day":20000,"isYes":false}}"#
        ),
        (
            .used(target: "a", bucket: Bucket(5), seconds: 300, isSynchronised: false),
            #"{"used":{"bucket":5,"isSynchronised":false,"seconds":300,"target":"a"}}"#
        ),
        (
            .weakened(what: "quiet_hours.nights", until: Instant(milliseconds: 9)),
            #"{"weakened":{"until":9,"what":"quiet_hours.nights"}}"#
        ),
        (
            .episode(episode),
            #"{"episode":{"members":{"amount":"5.00 EUR","id":"00000000000000a0","#
                + #""isBought":true,"meant":10,"minute":90,"mood":"sad","outcome":"opened","#
                + #""purpose":"impulse","regret":4,"revision":2,"since":5,"target":"a","today":3,"#
                + #""used":12,"weekday":7}}}"#
        ),
        (
            .said(
                key: "goal.1", counter: 4,
                value: .map(["name": .text("n"), "list": .list([.number(1), .bool(true)])])),
            #"{"said":{"counter":4,"key":"goal.1","value":{"list":[1,true],"name":"n"}}}"#
        ),
        (
            .said(key: "goal.1", counter: 5, value: .removed),
            #"{"said":{"counter":5,"key":"goal.1","value":null}}"#
        ),
        (
            .rules(key: "targets.a", counter: 1, entry: "{sites: [a.example]}"),
            #"{"rules":{"counter":1,"entry":"{sites: [a.example]}","key":"targets.a"}}"#
        ),
        (
            .experiment(run: id, hasEnded: true),
            #"{"experiment":{"hasEnded":true,"run":"00000000000000a0"}}"#
        ),
        (
            .other(kind: "later", bytes: HexBytes([0, 0x9f, 255])),
            #"{"other":{"bytes":"009fff","kind":"later"}}"#
        ),
    ]

    @Test func everyKindIsWrittenAndRead() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (content, text) in Self.rows {
            #expect(String(decoding: try encoder.encode(content), as: UTF8.self) == text)
            let read = try JSONDecoder().decode(SharedFact.Content.self, from: Data(text.utf8))
            #expect(read == content)
        }
    }

    @Test(arguments: [
        #"{"at":5,"content":{"kept":{"targets":[]}},"id":"00000000000000a"}"#,
        #"{"at":5,"content":{"kept":{"targets":[]}},"id":"-0000000000000a0"}"#,
        #"{"at":5,"content":{"kept":{}},"id":"00000000000000a0"}"#,
        #"{"at":5,"content":{"planet":{}},"id":"00000000000000a0"}"#,
        #"{"at":5,"content":{"other":{"kind":"k","bytes":"0"}},"id":"00000000000000a0"}"#,
        #"{"at":5,"content":{"other":{"kind":"k","bytes":"0g"}},"id":"00000000000000a0"}"#,
        #"{"at":253402300800000,"content":{"kept":{"targets":[]}},"id":"00000000000000a0"}"#,
    ])
    func damagedFactsAreRefused(text: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(SharedFact.self, from: Data(text.utf8))
        }
    }

    @Test func bucketsStayWithinWhatCanBeRecorded() {
        for number in [Int64.min, -1, 0, 1, Int64.max] {
            let bucket = Bucket(number)
            #expect(Instant.recordable.contains(bucket.start.milliseconds))
            #expect(Bucket(holding: bucket.start) == bucket)
        }
    }
}
