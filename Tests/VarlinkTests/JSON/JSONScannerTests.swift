import Testing

@testable import Varlink

@Suite("Reading JSON")
struct JSONScannerTests {
    @Test(
        "Values of every kind",
        arguments: [
            ("null", .null), ("true", .bool(true)), ("false", .bool(false)),
            ("0", .integer(0)), ("\"\"", .string("")), ("[]", .array([])),
            ("{}", .object([:])),
            (" \t\r\n[ 1 , \"a\" , null ] ", [1, "a", nil]),
            (#"{"a":{"b":[{}]},"c":false}"#, ["a": ["b": [[:]]], "c": false]),
            ("[[[[1]]]]", [[[[1]]]]),
        ] as [(String, JSON)])
    func values(_ text: String, _ value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test(
        "Integers are exact, everything else keeps its text",
        arguments: [
            ("0", .integer(0)), ("-0", .integer(0)), ("7", .integer(7)), ("-7", .integer(-7)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(JSONNumber(checked: "9223372036854775808"))),
            ("-9223372036854775809", .number(JSONNumber(checked: "-9223372036854775809"))),
            ("0.0", .number(JSONNumber(checked: "0.0"))),
            ("1.250", .number(JSONNumber(checked: "1.250"))),
            ("1e2", .number(JSONNumber(checked: "1e2"))),
            ("1E+2", .number(JSONNumber(checked: "1E+2"))),
            ("-1.5e-10", .number(JSONNumber(checked: "-1.5e-10"))),
            ("1e999", .number(JSONNumber(checked: "1e999"))),
        ] as [(String, JSON)])
    func numbers(_ text: String, _ value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
        #expect(try JSON(parsing: "[\(text)]") == [value])
        #expect(try JSON(parsing: "{\"n\":\(text) }")["n"] == value)
    }

    @Test(
        "What is no number",
        arguments: [
            "-", "+1", "01", "-01", "00", "1.", ".5", "1.e5", "1e", "1e+", "1e-", "0x10", "1_000",
            "--1", "NaN", "Infinity", "-Infinity", "1.2.3", "1 2", "١",
        ])
    func badNumbers(_ text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "[\(text)]") }
    }

    @Test(
        "Strings and escapes",
        arguments: [
            (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00""#, "😀"),
            (#""\uD83D\uDE00!""#, "😀!"), (#""\u0000""#, "\0"), (#""a\u0000b""#, "a\0b"),
            ("\"é€😀\"", "é€😀"), (#""é\n€""#, "é\n€"), ("\"\u{7F}\"", "\u{7F}"),
            (#""\uFFFF""#, "\u{FFFF}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            (#""e\u0301""#, "e\u{301}"),
        ])
    func strings(_ text: String, _ string: String) throws {
        let value = try #require(try JSON(parsing: text).stringValue)
        #expect(Array(value.unicodeScalars) == Array(string.unicodeScalars))
    }

    @Test(
        "What is no string",
        arguments: [
            "\"", "\"abc", #""\"#, #""\""#, #""\x""#, #""\u""#, #""\u12""#, #""\u12G4""#,
            #""\u+123""#, #""\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#,
            #""\ud800\u0041""#, #""\udc00""#, #""\ude00\ud83d""#, "\"a\nb\"", "\"\t\"",
            "\"\u{1F}\"", "\"\0\"", #""\ud83d\"#, #""\ud83d\u"#, "'a'", "a",
        ])
    func badStrings(_ text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    }

    @Test(
        "Bytes that are not UTF-8",
        arguments: [
            [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0x81], [0xC3], [0xC3, 0x28], [0xE2, 0x82],
            [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFE], [0xFF],
        ] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [quote] + bytes + [quote]) }
        let escape = Array(#"\n"#.utf8)
        #expect(throws: JSONSyntaxError.self) {
            try JSON(parsing: [quote] + bytes + escape + [quote])
        }
        #expect(throws: JSONSyntaxError.self) {
            try JSON(parsing: [quote] + escape + bytes + [quote])
        }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
    }

    @Test(
        "Faults are told with their place",
        arguments: [
            ("", 0, "the text ends where a value is expected"),
            ("  ", 2, "the text ends where a value is expected"),
            ("[1,]", 3, "expected a value"), ("[1 2]", 3, "expected `,` or `]`"),
            ("[", 1, "the text ends where a value is expected"),
            ("[1", 2, "expected `,` or `]`"), ("{", 1, "expected a name"),
            ("{1:2}", 1, "expected a name"), (#"{"a" 1}"#, 5, "expected `:`"),
            (#"{"a":1,}"#, 7, "expected a name"), (#"{"a":1 "b":2}"#, 7, "expected `,` or `}`"),
            ("1 1", 2, "text after the value"), ("{}}", 2, "text after the value"),
            ("tru", 0, "expected a value"), ("nulL", 0, "expected a value"),
            ("007", 0, "a number with a leading zero"), ("[-x]", 2, "expected a digit"),
            (#"["\q"]"#, 2, "an unknown escape"), (#"["\ud800"]"#, 2, "half of a surrogate pair"),
            (#"{"a":1,"b":2,"a":3}"#, 13, "a duplicate name"),
            ("\u{FEFF}1", 0, "expected a value"), ("// x", 0, "expected a value"),
        ])
    func places(_ text: String, _ offset: Int, _ reason: String) {
        #expect(throws: JSONSyntaxError(offset: offset, reason: reason)) {
            try JSON(parsing: text)
        }
    }

    @Test("Nesting is taken to its limit and no deeper")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSON(parsing: nested(JSON.maximumDepth))
        #expect(throws: JSONSyntaxError(offset: 128, reason: "nested too deeply")) {
            try JSON(parsing: nested(JSON.maximumDepth + 1))
        }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: nested(1_000_000)) }
        let objects = String(repeating: #"{"a":"#, count: 500_000)
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: objects) }
        let deepest = nested(JSON.maximumDepth - 1)
        #expect(try JSON(parsing: "[\(deepest),\(deepest),{\"a\":[]}]")[2] == ["a": []])
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "[\(deepest),[\(deepest)]]") }
    }

    @Test("A name that comes twice is found among few members and among very many")
    func repeatedNames() throws {
        for count in [1, 2, 15, 16, 17, 40, 5000] {
            let members = (0..<count).map { #""n\#($0)":\#($0)"# }
            let object = try JSON(parsing: "{\(members.joined(separator: ","))}")
            #expect(object.objectValue?.count == count)
            #expect(object["n\(count - 1)"] == .integer(Int64(count - 1)))
            for repeated in [0, count / 2, count - 1] {
                let twice = members + [#""n\#(repeated)":null"#]
                #expect(throws: JSONSyntaxError.self) {
                    try JSON(parsing: "{\(twice.joined(separator: ","))}")
                }
            }
        }
    }

    @Test("The order of members is kept")
    func order() throws {
        let value = try JSON(parsing: #"{"z":1,"a":2,"m":3}"#)
        #expect(value.objectValue?.names == ["z", "a", "m"])
        #expect(value.text == #"{"z":1,"a":2,"m":3}"#)
    }

    @Test("Text may come as any sequence of bytes")
    func sequences() throws {
        let bytes = Array(#"{"a":[1]}"#.utf8)
        let value: JSON = ["a": [1]]
        #expect(try JSON(parsing: bytes) == value)
        #expect(try JSON(parsing: ([0] + bytes)[1...]) == value)
        #expect(try JSON(parsing: AnySequence(bytes)) == value)
    }

    @Test("No cut and no changed byte of a valid text makes the scanner fail other than by a throw")
    func cutsAndChanges() throws {
        let text = Array(
            #"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00é"],"b":{"c":null,"d":true},"e":false}"#.utf8)
        for length in 0..<text.count {
            #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text[..<length]) }
        }
        var accepted = 0
        for index in text.indices {
            for byte in UInt8.min ... .max {
                var changed = text
                changed[index] = byte
                guard let value = try? JSON(parsing: changed) else { continue }
                accepted += 1
                #expect(try JSON(parsing: value.bytes) == value)
            }
        }
        #expect(accepted > text.count)
    }
}
