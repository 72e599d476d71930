import Foundation
import SeededRandom
import Testing

@testable import EventStore

/// The two formats by themselves, held against others' readers where there are some.
struct TextFormatTests {
    @Test(
        "An object on one line is found with its members as written",
        arguments: [
            "{}", "{ }", #"{"a":1}"#, #"{"a":{"b":[1,2,{"c":null}]},"d":"e\"}"}"#,
            #"{"a" : -0.5e+10 , "b":[ ],"c":true}"#, #"{"\u00e9":"\ud83d\ude00"}"#,
        ])
    func objects(text: String) throws {
        #expect(JSONLine.isObject(text))
        let members = try #require(JSONLine.members(of: Array(text.utf8)[...]))
        let known = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(Set(members.keys) == Set((known ?? [:]).keys))
        for (name, value) in members {
            let whole = "{\(JSONString.encode(name)):\(String(decoding: value, as: UTF8.self))}"
            let again = try JSONSerialization.jsonObject(with: Data(whole.utf8)) as? NSDictionary
            #expect(again?[name] as? NSObject == known?[name] as? NSObject)
        }
    }

    @Test(
        "What is none is not taken for one",
        arguments: [
            "", "1", "[]", "null", "{", "}", "{}}", "{} ", " {}x", #"{"a"}"#, #"{"a":}"#,
            #"{"a":1,}"#, #"{,}"#, #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":+1}"#,
            #"{"a":1e}"#, #"{"a":tru}"#, #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, #"{"a":"b}"#,
            "{\"a\":\n1}", "{\"a\":\"\n\"}", "{\"a\":\"\u{1}\"}", "{'a':1}", #"{"a":1 "b":2}"#,
            #"{"\ud800":1}"#, #"{"a":[1,]}"#, #"{"a":[}"#, #"{"a":-}"#,
            "{\"a\":" + String(repeating: "[", count: 5_000), " {}", "\t{}",
        ])
    func noObjects(text: String) {
        #expect(!JSONLine.isObject(text))
    }

    @Test(
        "In a sheet no text is a formula",
        arguments: [
            ("=1+1", "'=1+1"), ("+49", "'+49"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"), ("a=1", "a=1"), ("", ""), ("'", "'"), ("ü-1", "ü-1"),
        ])
    func formulas(text: String, shown: String) {
        #expect(CSVRow.plain(text) == shown)
    }

    @Test("Strings come back from their JSON, ours and others'")
    func strings() throws {
        let texts = [
            "", "a", "\"", "\\", "\n\r\t", "\u{0}\u{1}\u{1f}\u{7f}", "é 😀 \u{2028}", "\u{feff}",
            "e\u{301}", "\r\n", "👩‍👩‍👧", String(repeating: "\\\"", count: 100),
        ]
        for text in texts {
            let json = JSONString.encode(text)
            #expect(JSONString.decode(Array(json.utf8)[...]) == text)
            #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
            let other = try JSONEncoder().encode(text)
            #expect(JSONString.decode(Array(other)[...]) == text)
        }
        #expect(JSONString.decode(Array(#""\ud83d\uDE00\/\b\f""#.utf8)[...]) == "😀/\u{8}\u{c}")
        for broken in [#""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\u0041""#, "\"", "x"] {
            #expect(JSONString.decode(Array(broken.utf8)[...]) == nil)
        }
        #expect(JSONString.decode([0x22, 0xff, 0x22]) == nil)
    }

    @Test("Rows come back from their CSV, whatever their fields hold", arguments: 1...20)
    func rows(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let pieces = ["", "a", "\"", ",", "\r", "\n", "\r\n", " ", "é", "😀", "\"\"", "1"]
        var rows: [[String?]] = []
        for _ in 0..<50 {
            let row = (0..<Int.random(in: 1...9, using: &random)).map { _ -> String? in
                guard Int.random(in: 0..<5, using: &random) > 0 else { return nil }
                let count = Int.random(in: 0...6, using: &random)
                return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }
            rows.append(row)
        }
        var reader = CSVReader()
        var found: [[String?]] = []
        for byte in rows.map(CSVRow.encode).joined().utf8 {
            guard let row = try reader.consume(byte) else { continue }
            found.append(row.map { $0.map { String(decoding: $0, as: UTF8.self) } })
        }
        #expect(found == rows)
        #expect(!reader.isWithinRow)
    }

    @Test("What is no such row is refused, and rows that end with a line feed alone are taken")
    func malformed() throws {
        for text in ["a\"b\r\n", "\"a\"b\r\n", "a\rb\r\n", "\"a\" ,b\r\n"] {
            #expect(throws: ImportProblem.self) {
                var reader = CSVReader()
                for byte in text.utf8 { _ = try reader.consume(byte) }
            }
        }
        var reader = CSVReader()
        var rows: [[[UInt8]?]] = []
        for byte in "a,,\"\"\n".utf8 { if let row = try reader.consume(byte) { rows.append(row) } }
        #expect(rows == [[[97], nil, []]])
    }

    @Test("Instants come back from their text to the millisecond", arguments: 1...10)
    func instants(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var values: [Int64] = [
            0, -1, 1, 999, 1000, -999, -1000, .min, .max, -62_135_596_800_000, 253_402_300_799_999,
            -62_135_596_800_001, 253_402_300_800_000,
        ]
        for _ in 0..<500 {
            values.append(
                Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random))
        }
        for value in values {
            #expect(ExportInstant.milliseconds(ExportInstant.text(value)) == value)
        }
        for text in ["", "x", "0", "2026-11-21", "2026-11-21T21:30:00", "1795296600000"] {
            #expect(ExportInstant.milliseconds(text) == nil, "\(text)")
        }
    }
}
