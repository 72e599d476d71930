import SeededRandom
import Testing

@testable import Varlink

@Suite("JSON values")
struct JSONValueTests {
    @Test("Accessors answer for their kind and for no other")
    func accessors() throws {
        let values: [JSON] = [nil, true, 1, 1.5, "s", [1], ["a": 1]]
        #expect(
            values.map(\.kind) == ["null", "bool", "int", "float", "string", "array", "object"])
        #expect(values.compactMap(\.boolValue) == [true])
        #expect(values.compactMap(\.intValue) == [1])
        #expect(values.compactMap(\.doubleValue) == [1, 1.5])
        #expect(values.compactMap(\.stringValue) == ["s"])
        #expect(values.compactMap(\.arrayValue) == [[1]])
        #expect(values.compactMap(\.objectValue) == [["a": 1]])
        #expect(values.compactMap { $0["a"] } == [1])
        #expect(values.compactMap { $0[0] } == [1])
        #expect(values[5][1] == nil)
        #expect(values[5][-1] == nil)
        #expect(try JSON(parsing: "1e999").doubleValue == nil)
    }

    @Test("Objects look up, replace, append and remove, and keep their order")
    func objects() {
        var object: JSONObject = ["b": 1, "a": 2]
        object["c"] = 3
        object["b"] = 4
        #expect(object.description == #"{"b":4,"a":2,"c":3}"#)
        object["a"] = nil
        object["missing"] = nil
        #expect(object.names == ["b", "c"])
        #expect(object.map(\.value) == [4, 3])
        #expect(object["a"] == nil)
        #expect(object.first?.name == "b")
        #expect(JSONObject([("x", 1), ("y", 2), ("x", 3)]) == ["x": 3, "y": 2])
    }

    @Test("Objects are equal whatever the order of their members")
    func equality() {
        let left: JSONObject = ["a": 1, "b": ["c": [2]]]
        let right: JSONObject = ["b": ["c": [2]], "a": 1]
        #expect(left == right)
        #expect(Set([left, right]).count == 1)
        #expect(left != ["a": 1])
        #expect(left != ["a": 1, "b": nil])
        #expect(left != ["a": 1, "c": ["c": [2]]])
        #expect(JSON.array([1, 2]) != [2, 1])
        #expect(JSON.integer(1) != 1.0, "a number is what was written")
    }

    @Test(
        "Thousandths have exactly three decimals",
        arguments: [
            (0, "0.000"), (1, "0.001"), (10, "0.010"), (437, "0.437"), (999, "0.999"),
            (1000, "1.000"), (1500, "1.500"), (12345, "12.345"), (-1, "-0.001"),
            (-437, "-0.437"), (-2001, "-2.001"), (Int.max, "9223372036854775.807"),
            (Int.min, "-9223372036854775.808"),
        ])
    func thousandths(_ count: Int, _ text: String) throws {
        #expect(JSONNumber(thousandths: count).literal == text)
        #expect(
            try JSON(encoding: ["score": JSONNumber(thousandths: count)]).text
                == "{\"score\":\(text)}")
    }

    @Test("Number literals are checked")
    func literals() {
        for text in ["0", "-1", "1.50", "1e5", "123456789012345678901234567890"] {
            #expect(JSONNumber(literal: text)?.literal == text)
        }
        for text in ["", "-", "01", "1.", "\"1\"", "null", "1 2", "NaN"] {
            #expect(JSONNumber(literal: text) == nil)
        }
        #expect(JSONNumber(0.1)?.literal == "0.1")
        #expect(JSONNumber(1e300)?.doubleValue == 1e300)
        #expect(JSONNumber(.infinity) == nil)
        #expect(JSONNumber(.nan) == nil)
        #expect(JSON(floatLiteral: .nan) == .null)
    }

    @Test(
        "Compact text, escaped only where it must be",
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (-5, "-5"),
            (.integer(.min), "-9223372036854775808"), ("", "\"\""), ("a\"b\\c/d", #""a\"b\\c/d""#),
            ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\0\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
            ("é😀\u{7F}\u{2028}", "\"é😀\u{7F}\u{2028}\""), ([], "[]"), ([[], [[:]]], "[[],[{}]]"),
            (["a": [1, nil], "b": [:], "c": "{"], #"{"a":[1,null],"b":{},"c":"{"}"#),
            (["[", "{", ":"], #"["[","{",":"]"#), (["": ["": ""]], #"{"":{"":""}}"#),
        ] as [(JSON, String)])
    func writing(_ value: JSON, _ text: String) throws {
        #expect(value.text == text)
        #expect(value.description == text)
        #expect(try JSON(parsing: text) == value)
    }

    @Test("Random values survive writing and reading")
    func roundTrip() throws {
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = JSON.random(from: &source, depth: 5)
            #expect(try JSON(parsing: value.bytes) == value, "seed \(seed)")
            #expect(try JSON(encoding: value) == value, "seed \(seed)")
            #expect(try value.decode(as: JSON.self) == value, "seed \(seed)")
        }
    }
}
