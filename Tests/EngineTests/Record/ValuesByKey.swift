import Foundation
import Testing

@testable import Engine

/// Values by key, compared with a dictionary.
struct ValuesByKey {
    @Test func likeADictionary() throws {
        var values = KeyedValues<Int>()
        var dictionary: [String: Int] = [:]
        let keys = ["social", "games", "shopping", "a key that is longer than a word", "é", ""]
        for (number, key) in (keys + keys.reversed()).enumerated() {
            values[key] = number
            dictionary[key] = number
            values.update("games", default: 7) { $0 += 1 }
            dictionary["games", default: 7] += 1
        }
        values["social"] = nil
        values["none"] = nil
        dictionary["social"] = nil
        #expect(values.keys == dictionary.keys.sorted())
        #expect(values.allSatisfy { dictionary[$0.key] == $0.value })
        #expect(values["social"] == nil && values["é"] == dictionary["é"])
        let coded = try JSONEncoder().encode(values)
        #expect(try JSONDecoder().decode([String: Int].self, from: coded) == dictionary)
        #expect(try JSONDecoder().decode(KeyedValues<Int>.self, from: coded) == values)
    }

    /// The order of strings is none among these spellings. They still become a dictionary.
    @Test(arguments: [
        ["cafe\u{301}", "caf\u{e9}s", "caf\u{e9}"], ["\u{212B}", "\u{C5}a", "\u{C5}"],
        ["\u{212B}\u{212B}", "\u{C5}\u{212B}a", "A\u{30A}"],
    ])
    func spellingsAreCoded(keys: [String]) throws {
        var values = KeyedValues<Int>()
        for round in 0..<3 {
            for key in keys { values[key] = round }
            for key in keys.reversed() { values.update(key, default: -1) { $0 += 1 } }
        }
        let coded = try JSONDecoder().decode(
            [String: Int].self, from: JSONEncoder().encode(values))
        #expect(Set(coded.keys) == Set(keys))
    }
}
