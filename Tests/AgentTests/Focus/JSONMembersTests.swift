import SeededRandom
import Testing

@testable import soteria_agent

/// The scanner of JSON, byte by byte.
struct JSONMembersTests {
    private static func objects(_ text: String) throws -> [JSONMembers.Object] {
        var scanner = JSONMembers()
        return try text.utf8.compactMap { try scanner.read($0) }
    }

    private static func members(_ text: String) throws -> [JSONMembers.Name: JSONMembers.Value] {
        try objects(text).last?.members ?? [:]
    }

    @Test("Objects are told where they end, with their name and depth")
    func objects() throws {
        let found = try Self.objects(
            #"{"change":"focus","container":{"id":4,"nodes":[{"pid":1},{"pid":2}]},"#
                + #""windows":[{},3]}"#)
        #expect(found.map(\.name) == [nil, nil, .container, .windows, nil])
        #expect(found.map(\.depth) == [3, 3, 2, 2, 1])
        #expect(found[1].members == [.pid: .number(2)])
        #expect(found[2].members == [.id: .number(4)])
        #expect(
            found[4].members == [.change: .text("focus"), .container: .other, .windows: .other])
    }

    @Test(
        "Values of wanted members",
        arguments: [
            (#"{"pid":0}"#, .number(0)), (#"{"pid" : -12 }"#, .number(-12)),
            (#"{"pid":9223372036854775807}"#, .number(.max)),
            (#"{"pid":9223372036854775808}"#, .other), (#"{"pid":1.5}"#, .other),
            (#"{"pid":1e5}"#, .other), (#"{"pid":null}"#, .null), (#"{"pid":true}"#, .truth(true)),
            (#"{"pid":false}"#, .truth(false)), (#"{"pid":"7"}"#, .other), (#"{"pid":[]}"#, .other),
            (#"{"pid":{}}"#, .other), (#"{"x":{"pid":1},"pid":2}"#, .number(2)),
        ] as [(String, JSONMembers.Value)])
    func values(_ text: String, _ value: JSONMembers.Value) throws {
        #expect(try Self.members(text) == [.pid: value])
    }

    @Test(
        "Names that are not known are passed over",
        arguments: [
            #"{"pi":1}"#, #"{"pidd":1}"#, #"{"":1}"#, #"{"PID":1}"#, #"{"p\u0069d\n":1}"#,
            #"{"name":"app_id"}"#, #"["pid","app_id"]"#,
        ])
    func unknown(_ text: String) throws {
        #expect(try Self.members(text).isEmpty)
    }

    @Test(
        "Escapes in texts",
        arguments: [
            (#"a\"b\\c\/d"#, "a\"b\\c/d"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"),
            (#"\u00e9\u20AC"#, "é€"), (#"\ud83d\ude00"#, "😀"), (#"\ud83dx"#, "x"),
            (#"\ude00"#, "\u{FFFD}"), ("é😀", "é😀"),
        ])
    func escapes(_ text: String, _ value: String) throws {
        #expect(try Self.members("{\"class\":\"\(text)\"}") == [.className: .text(value)])
    }

    @Test("A text that is too long is not kept, nor told is an empty one")
    func long() throws {
        let longest = String(repeating: "a", count: JSONMembers.longestText)
        #expect(try Self.members("{\"class\":\"\(longest)\"}") == [.className: .text(longest)])
        #expect(try Self.members("{\"class\":\"\(longest)a\"}") == [.className: .other])
        #expect(try Self.objects(#"{"class":""}"#).first?.text(.className) == nil)
    }

    @Test(
        "What is no JSON fails",
        arguments: [
            "}", "]", "{]", "[}", "{1:2}", "{\"a\" 1}", "{\"a\":}", "{\"a\":1,}x", "[1 2]", "nul!",
            "trux", "{\"a\":tru}", "\"\\x\"", "\"\\u12g4\"", "[-]", "[1.]", "[+1]", "abc",
            "{\"a\"}",
            "[\"a\":1]",
        ])
    func failures(_ text: String) {
        #expect(throws: JSONMembers.Failure.syntax) { try Self.objects(text) }
    }

    @Test("Nesting is bounded")
    func nesting() throws {
        let deepest = String(repeating: "[", count: JSONMembers.deepest)
        #expect(try Self.objects(deepest).isEmpty)
        #expect(throws: JSONMembers.Failure.nesting) { try Self.objects(deepest + "[") }
    }

    @Test("Several values follow each other")
    func stream() throws {
        var scanner = JSONMembers()
        var depths: [Int] = []
        for byte in "{\"pid\":1}\n{\"a\":{}} 12 null".utf8 {
            if let object = try scanner.read(byte) { depths.append(object.depth) }
        }
        #expect(depths == [1, 2, 1])
        #expect(scanner.isBetweenValues)
        _ = try scanner.read(UInt8(ascii: "["))
        #expect(!scanner.isBetweenValues)
    }

    @Test("All objects of random JSON are told")
    func random() throws {
        var random = SeededGenerator()
        for _ in 0..<300 {
            var count = 0
            let text = Self.value(4, &count, &random)
            #expect(try Self.objects(text).count == count, "\(text)")
        }
    }

    private static func value(
        _ depth: Int, _ objects: inout Int, _ random: inout SeededGenerator
    ) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return "\(Int.random(in: -5...5000, using: &random))"
        case 1: return ["true", "false", "null"].randomElement(using: &random) ?? "null"
        case 2, 3, 4:
            return ["\"\"", #""{}""#, #""\"{[\\""#, #""pid""#].randomElement(using: &random) ?? ""
        case 5:
            objects += 1
            let members = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let name = JSONMembers.Name.allCases.randomElement(using: &random) ?? .pid
                return "\"\(name.rawValue)\" : \(value(depth - 1, &objects, &random))"
            }
            return "{\(members.joined(separator: " ,\n"))}"
        default:
            let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                value(depth - 1, &objects, &random)
            }
            return "[ \(elements.joined(separator: ","))]"
        }
    }
}
