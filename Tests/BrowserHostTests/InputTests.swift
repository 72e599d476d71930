import API
import Foundation
import SeededRandom
import Testing
import Varlink

@testable import soteria_browser_host

/// Input that a browser should not send.
@Suite struct InputTests {
    private let nowhere = API.SocketAddress(path: "/nowhere/soteria")

    private func fault(after bytes: [UInt8]) throws -> InputFault? {
        let browser = try Extension(address: nowhere)
        try browser.greeting()
        browser.send(bytes: bytes)
        browser.endInput()
        let fault = browser.fault()
        #expect(fault?.exitStatus == EX_DATAERR)
        #expect(fault?.description.isEmpty == false)
        return fault
    }

    private func fault(after text: String) throws -> InputFault? {
        try fault(after: Extension.frame(Array(text.utf8)))
    }

    @Test(arguments: [1 << 20 + 1, 1 << 24, Int(UInt32.max)])
    func aMessageThatIsTooLong(length: Int) throws {
        let header = withUnsafeBytes(of: UInt32(length)) { Array($0) }
        #expect(try fault(after: header) == .tooLong(bytes: length))
    }

    @Test func aMessageAsLongAsMayBe() throws {
        let around = #"{"id":1,"method":""}"#.utf8.count
        let method = String(repeating: "x", count: (1 << 20) - around)
        let browser = try Extension(address: nowhere)
        try browser.greeting()
        browser.send("{\"id\":1,\"method\":\"\(method)\"}")
        // Not allowed, and too long to say of what.
        #expect(try browser.next()?["error"] == "org.soteria.browser.NotAllowed")
        browser.endInput()
        #expect(browser.endsWell())
    }

    @Test func aMessageThatIsCutShort() throws {
        let whole = Extension.frame(Array(#"{"id":1,"cancel":true}"#.utf8))
        for count in 1..<whole.count {
            #expect(try fault(after: Array(whole[..<count])) == .truncated, "\(count) bytes")
        }
    }

    @Test func aMessageThatComesByteByByte() throws {
        let browser = try Extension(address: nowhere)
        try browser.greeting()
        for byte in Extension.frame(Array(#"{"id":1,"method":"x"}"#.utf8)) {
            browser.send(bytes: [byte])
        }
        #expect(try browser.next()?["id"] == 1)
    }

    @Test func noMessageAtAll() throws {
        #expect(try fault(after: "") == .notJSON(offset: 0))
    }

    @Test func whatIsNotUTF8() throws {
        let bytes = Array(#"{"id":1,"method":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        #expect(try fault(after: Extension.frame(bytes)) == .notJSON(offset: 18))
        #expect(try fault(after: Extension.frame([0xFF])) == .notJSON(offset: 0))
        #expect(try fault(after: Extension.frame([0xEF, 0xBB, 0xBF])) == .notJSON(offset: 0))
    }

    @Test(
        arguments: [
            "nonsense", "{", "{}x", "{\"id\":1,}", "{'id':1}", "{\"id\":01}", "\u{0}",
            "{\"id\":1,\"id\":2}", "{\"id\":1,\"method\":\"\\ud800\"}",
        ])
    func whatIsNotJSON(text: String) throws {
        guard case .notJSON = try fault(after: text) else {
            Issue.record("it was read")
            return
        }
    }

    @Test(
        arguments: [
            "[]", "null", "7", "\"x\"", "true", "{}", #"{"method":"x"}"#,
            #"{"id":"1","method":"x"}"#,
            #"{"id":1.5,"method":"x"}"#, #"{"id":null,"method":"x"}"#,
            #"{"id":9223372036854775808,"method":"x"}"#, #"{"id":1}"#, #"{"id":1,"method":7}"#,
            #"{"id":1,"method":null}"#, #"{"id":1,"method":"x","parameters":[]}"#,
            #"{"id":1,"method":"x","parameters":null}"#, #"{"id":1,"method":"x","more":1}"#,
            #"{"id":1,"method":"x","more":"true"}"#, #"{"id":1,"method":"x","oneway":true}"#,
            #"{"id":1,"method":"x","upgrade":true}"#, #"{"id":1,"cancel":false}"#,
            #"{"id":1,"cancel":1}"#, #"{"id":1,"cancel":true,"method":"x"}"#,
            #"{"id":1,"cancel":true,"more":true}"#,
        ])
    func whatIsNoMessage(text: String) throws {
        guard case .notAMessage(let reason) = try fault(after: text) else {
            Issue.record("it was taken")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(arguments: [129, 5000, 500_000])
    func whatIsNestedTooDeeply(depth: Int) throws {
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        guard
            case .notJSON = try fault(
                after: #"{"id":1,"method":"x","parameters":{"a":\#(nested)}}"#)
        else {
            Issue.record("it was read")
            return
        }
    }

    /// Nothing that was in a message is in what the host says of it.
    @Test func faultsTellNothingOfTheMessage() throws {
        for text in [
            #"{"secret":1,"secret":2}"#, #"{"id":1,"method":"x","secret":"secret"}"#,
            #"{"id":"secret"}"#, "secret", #"["secret"]"#, #"{"id":1,"method":["secret"]}"#,
        ] {
            let fault = try #require(try fault(after: text))
            #expect(!fault.description.contains("secret"), "\(fault)")
        }
    }

    @Test func aBrowserThatIsGoneIsFound() throws {
        let browser = try Extension(address: nowhere)
        try browser.greeting()
        browser.endOutput()
        browser.call(1, "x")
        browser.call(2, "x")
        browser.endInput()
        #expect(browser.endsWell())
        #expect(browser.timesGone == 2)
    }

    /// While the browser does not read, the host does not either: nothing gathers in it.
    @Test func aBrowserThatDoesNotReadIsNotReadEither() throws {
        let browser = try Extension(address: nowhere)
        try browser.greeting()
        // Both pipes together hold far less than this.
        let most = 100_000
        var sent = 0
        while sent < most, browser.canSend { browser.call(sent, "x"); sent += 1 }
        #expect(sent < most)
        for id in 0..<sent {
            guard try browser.next()?["id"] == .integer(Int64(id)) else {
                Issue.record("answer \(id)")
                return
            }
        }
        browser.call(most, "x")
        #expect(try browser.next()?["id"] == .integer(Int64(most)))
    }

    @Test func randomBytesNeverTrap() throws {
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let length = Int(source.next() % 200)
            var bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: source.next()) }
            if round.isMultiple(of: 2) {
                // Bytes of a good message changed here and there.
                bytes = Array(#"{"id":1,"method":"x","parameters":{"a":[1,"b"]},"more":true}"#.utf8)
                for _ in 0..<3 {
                    bytes[Int(source.next() % UInt64(bytes.count))] =
                        UInt8(truncatingIfNeeded: source.next())
                }
            }
            let outcome = Result { () throws(InputFault) in try ExtensionMessage(bytes) }
            if case .success(.call(let id, _, _, _)) = outcome {
                #expect(bytes.contains(UInt8(ascii: "0") + UInt8(abs(id) % 10)))
            }
        }
    }
}
