import SeededRandom
import Testing

@testable import soteria_dashboard

/// Paths and queries as they are sent, in every spelling.
@Suite struct RequestTargetTests {
    @Test(arguments: [
        ("/", [], true), ("/enter", ["enter"], false), ("/s-1/a/b", ["s-1", "a", "b"], false),
        ("/s-1/a/", ["s-1", "a"], true), ("/a%20b/%C3%A4", ["a b", "ä"], false),
        ("/a+b", ["a+b"], false), ("/%252e%252e", ["%2e%2e"], false), ("/...", ["..."], false),
        ("/.well-known", [".well-known"], false),
    ])
    func partsAreDecodedOnce(text: String, path: [String], slash: Bool) throws {
        let target = try #require(RequestTarget(text))
        #expect(target.path == path && target.endsWithSlash == slash && target.query == [:])
    }

    @Test(arguments: [
        "", "a", "*", "http://127.0.0.1/", "//", "//a", "/a//b", "/a//",
        "/..", "/../a", "/a/..", "/a/../b", "/./a", "/a/.", "/%2e%2e/a", "/%2E%2e", "/.%2e",
        "/%2e", "/a/%2e%2e/%2e%2e/etc/passwd", "/a%2fb", "/a%2Fb", "/..%2f..", "/a%2f%cc%81b",
        "/a%5c%cc%81b", "/..%2f%cc%81..", "/a%5cb", "/a%5Cb",
        "/..\\..\\a", "/a\\b", "/%00", "/a%00b", "/a%0ab", "/a%0d%0ab", "/a%7f", "/a%1b",
        "/%", "/%2", "/%zz", "/a%2", "/%e4", "/%c0%ae%c0%ae/", "/%ed%a0%80", "/%f5%80%80%80",
        "/%u002e", "/ä", "/a b", "/a\u{0}b", "/a\tb", "/a#b",
    ])
    func whatIsNoPathOfOursIsNone(text: String) {
        #expect(RequestTarget(text) == nil)
    }

    @Test func longOnesAreNone() {
        let longest = "/" + String(repeating: "a", count: RequestTarget.longest - 1)
        #expect(RequestTarget(longest)?.path.count == 1)
        #expect(RequestTarget(longest + "a") == nil)
    }

    @Test(arguments: [
        ("/?", [:]), ("/?a=b", ["a": "b"]), ("/?a=b&a=c", ["a": "c"]), ("/?a", ["a": ""]),
        ("/?a=b=c", ["a": "b=c"]), ("/?a+b=%2B+&&c=", ["a b": "+ ", "c": ""]),
        ("/?a=/../%2e%2e", ["a": "/../.."]), ("/?q=?", ["q": "?"]),
    ])
    func queriesAreRead(text: String, query: [String: String]) throws {
        #expect(try #require(RequestTarget(text)).query == query)
    }

    @Test(arguments: ["/?%", "/?a=%zz", "/?a=%ff", "/?a=%00", "/?a=%0a", "/?%0d=x"])
    func brokenQueriesAreNone(text: String) {
        #expect(RequestTarget(text) == nil)
    }
}

/// The encoding of forms.
@Suite struct PercentTests {
    @Test func fieldsKeepTheirOrderAndLines() throws {
        let pairs = try #require(
            Percent.pairs(Array("b=1&a=%0D%0Ax%09&b=2&=e".utf8), allowed: [9, 10, 13]))
        #expect(pairs.map(\.name) == ["b", "a", "b", ""])
        #expect(pairs.map(\.value) == ["1", "\r\nx\t", "2", "e"])
    }

    @Test func namesHaveNoLines() {
        #expect(Percent.pairs(Array("a%0a=1".utf8), allowed: [10]) == nil)
        #expect(Percent.pairs(Array("a=1%00".utf8), allowed: [10]) == nil)
    }

    @Test func nothingIsNoField() {
        #expect(Percent.pairs([])?.count == 0)
        #expect(Percent.pairs(Array("&&".utf8))?.count == 0)
    }

    @Test(arguments: [
        ("/s-1/goals?done=added", "/s-1/goals?done=added"), ("ä b", "%C3%A4%20b"),
        ("a\r\nSet-Cookie: x", "a%0D%0ASet-Cookie:%20x"), ("a%20b", "a%20b"), ("\u{7f}", "%7F"),
    ])
    func addressesForHeadersHaveNothingElseInThem(text: String, encoded: String) {
        #expect(Percent.encoded(text) == encoded)
    }

    @Test func whateverIsEncodedIsReadBack() {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let bytes = (0..<12).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let digits = bytes.map { byte in
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            let isText = String(validating: bytes, as: UTF8.self) != nil
            let hasControl = bytes.contains { $0 < 0x20 || $0 == 0x7f }
            let decoded = Percent.decoded(Array(digits.joined().utf8), plusIsSpace: false)
            #expect((decoded != nil) == (isText && !hasControl), "seed \(generator.seed), \(bytes)")
            if let decoded { #expect(Array(decoded.utf8) == bytes, "seed \(generator.seed)") }
        }
    }
}
