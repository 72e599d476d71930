import Foundation
import SeededRandom
import Testing

@testable import Varlink

/// The values are `Codable` beyond this module's own encoder; Foundation's serve as the others.
@Suite("JSON values and other encoders")
struct ForeignCodersTests {
    @Test(
        "Values of every kind survive Foundation's encoder and decoder",
        arguments: [
            nil, true, false, 0, -7, .integer(.max), .integer(.min), 1.5, "", "é\n\"", [], [:],
            [nil, true, [1, ["a": nil]]], ["b": [1, 2], "a": ["": "x"]],
        ] as [JSON])
    func roundTrip(_ value: JSON) throws {
        // Wrapped, since a top-level scalar is not what every Foundation takes.
        let data = try JSONEncoder().encode(["value": value])
        let decoded = try JSONDecoder().decode([String: JSON].self, from: data)
        #expect(decoded["value"] == value)
        #expect(try JSON(parsing: data)["value"] == value)
    }

    @Test("Text of this module's writer is read by Foundation and the other way round")
    func text() throws {
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let value = JSON.object(["value": .random(from: &source, depth: 4)])
            let foundation = try JSONSerialization.jsonObject(with: Data(value.bytes))
            let data = try JSONSerialization.data(withJSONObject: foundation)
            #expect(value.isSameByValue(as: try JSON(parsing: data)), "seed \(seed): \(value)")
        }
    }

    @Test("Numbers go through as doubles, objects as they are")
    func numbersAndObjects() throws {
        struct Holder: Codable, Equatable {
            var score: JSONNumber
            var members: JSONObject
        }
        let holder = Holder(score: JSONNumber(thousandths: 250), members: ["a": 1])
        let data = try JSONEncoder().encode(holder)
        let decoded = try JSONDecoder().decode(Holder.self, from: data)
        #expect(decoded.score.doubleValue == 0.25)
        #expect(decoded.members == ["a": 1])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Holder.self, from: Data(#"{"score":"x","members":{}}"#.utf8))
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Holder.self, from: Data(#"{"score":1,"members":[]}"#.utf8))
        }
    }

    @Test("Both encoders agree on synthesized types")
    func agreement() throws {
        struct Part: Codable, Equatable {
            var name: String
            var flags: [Bool?]
            var inner: [Part]
        }
        enum Cause: Codable, Equatable {
            case clock(jump: Int)
            case rule(String, part: Part?)
        }
        struct Whole: Codable, Equatable {
            var parts: [Part]
            var cause: Cause
            var small: Int8
            var large: UInt64
            var ratio: Float
            var optional: String?
        }
        let leaf = Part(name: "\u{1}\\é", flags: [true, nil], inner: [])
        let whole = Whole(
            parts: [leaf, Part(name: "", flags: [], inner: [leaf, leaf])],
            cause: .rule("r", part: leaf), small: -128, large: 1 << 40, ratio: 0.5,
            optional: nil)
        let ours = try JSON(encoding: whole)
        let theirs = try JSON(parsing: JSONEncoder().encode(whole))
        #expect(ours.isSameByValue(as: theirs))
        #expect(try ours.decode(as: Whole.self) == whole)
        #expect(try theirs.decode(as: Whole.self) == whole)
        #expect(try JSONDecoder().decode(Whole.self, from: Data(ours.bytes)) == whole)
    }
}

extension JSON {
    /// Equality that takes numbers by their value, since Foundation writes them its own way.
    fileprivate func isSameByValue(as other: JSON) -> Bool {
        switch (self, other) {
        case (.object(let left), .object(let right)):
            return left.count == right.count
                && left.allSatisfy { member in
                    right[member.name].map(member.value.isSameByValue) ?? false
                }
        case (.array(let left), .array(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy { $0.isSameByValue(as: $1) }
        case (.integer, .number), (.number, .integer), (.number, .number):
            return doubleValue == other.doubleValue
        default: return self == other
        }
    }
}
