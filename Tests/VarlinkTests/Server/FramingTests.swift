import Testing

@testable import Varlink

@Suite("Messages on the socket")
struct FramingTests {
    private let echo = #"{"method":"org.example.test.Echo","parameters":{"text":"hi"}}"#
    private let echoed = RawPeer.Received.message(#"{"parameters":{"text":"hi"}}"#)

    @Test("A message may come byte by byte")
    func split() throws {
        let service = try TestService()
        let peer = try service.peer()
        for byte in Array(echo.utf8) + [0] { peer.send(bytes: [byte]) }
        #expect(peer.receive() == echoed)
    }

    @Test("Several messages may come in one write and are answered in order")
    func joined() throws {
        let service = try TestService()
        let peer = try service.peer()
        let messages = (1...50).map {
            #"{"method":"org.example.test.Echo","parameters":{"text":"\#($0)"}}"# + "\0"
        }
        peer.send(bytes: Array(messages.joined().utf8))
        for number in 1...50 {
            #expect(peer.receive() == .message(#"{"parameters":{"text":"\#(number)"}}"#))
        }
    }

    @Test("A message and a half, then the other half")
    func oneAndAHalf() throws {
        let service = try TestService()
        let peer = try service.peer()
        let bytes = Array(echo.utf8) + [0]
        peer.send(bytes: bytes + bytes[..<20])
        #expect(peer.receive() == echoed)
        peer.send(bytes: Array(bytes[20...]))
        #expect(peer.receive() == echoed)
    }

    @Test(
        "What is no call closes the connection without a reply",
        arguments: [
            "", " ", "\n", "{", "}", "[]", "1", "null", "\"x\"", "{}", "hello",
            #"{"method":5}"#, #"{"method":null}"#, #"{"method":""}"#, #"{"parameters":{}}"#,
            #"{"method":"org.example.test.Nothing"}x"#,
            #"{"method":"org.example.test.Nothing",}"#,
            #"{"method":"org.example.test.Nothing","parameters":[]}"#,
            #"{"method":"org.example.test.Nothing","parameters":5}"#,
            #"{"method":"org.example.test.Nothing","more":1}"#,
            #"{"method":"org.example.test.Nothing","more":"true"}"#,
            #"{"method":"org.example.test.Nothing","more":null}"#,
            #"{"method":"org.example.test.Nothing","oneway":{}}"#,
            #"{"method":"org.example.test.Nothing","upgrade":0}"#,
            #"{"method":"org.example.test.Nothing","unknown":true}"#,
            #"{"method":"org.example.test.Nothing","continues":true}"#,
            #"{"method":"org.example.test.Nothing","error":"org.example.E"}"#,
            #"{"method":"org.example.test.Nothing","more":true,"oneway":true}"#,
            #"{"method":"org.example.test.Nothing","more":true,"upgrade":true}"#,
            #"{"method":"org.example.test.Nothing","oneway":true,"upgrade":true}"#,
            #"{"method":"org.example.test.Nothing","method":"org.example.test.Nothing"}"#,
            #"{"method":"org.example.test.Nothing","parameters":{"a":1,"a":2}}"#,
        ])
    func malformed(_ message: String) throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(message)
        #expect(peer.receive() == .end)
        let events = service.events
        #expect(events.count == 1)
        guard case .malformedMessage(_, let reason) = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(
        "Text that is not UTF-8 closes the connection without a reply",
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0x80],
        ] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) throws {
        let service = try TestService()
        let peer = try service.peer()
        let before = #"{"method":"org.example.test.Echo","parameters":{"text":""#
        peer.send(bytes: Array(before.utf8) + bytes + Array(#""}}"#.utf8) + [0])
        #expect(peer.receive() == .end)
        #expect(service.events.count == 1)
    }

    @Test("Calls before a malformed message are answered")
    func answersBeforeMalformed() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(bytes: Array("\(echo)\0\(echo)\0nonsense\0\(echo)\0".utf8))
        #expect(peer.receive() == echoed)
        #expect(peer.receive() == echoed)
        #expect(peer.receive() == .end)
    }

    @Test(
        "Absent, null and empty parameters are the same",
        arguments: ["", #","parameters":null"#, #","parameters":{}"#, #", "parameters" : { } "#])
    func emptyParameters(_ parameters: String) throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Nothing"\#(parameters)}"#)
        #expect(peer.receive() == .message("{}"))
    }

    @Test("Flags that are false and extensions under a domain name change nothing")
    func harmlessMembers() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(
            """
            {"more":false,"oneway":false,"upgrade":false,"com.example.trace":"17",
             "method":"org.example.test.Nothing"}
            """)
        #expect(peer.receive() == .message("{}"))
    }

    @Test("White space around a message is no harm")
    func whiteSpace() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send("\r\n\t \(echo) \n")
        #expect(peer.receive() == echoed)
    }

    @Test("Text goes through unchanged, escaped or not")
    func text() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(
            #"{"method":"org.example.test.Echo","parameters":{"text":"é€😀\u0000\u0001\"\\\/\ud83d\ude00"}}"#
        )
        #expect(peer.receive() == .message(#"{"parameters":{"text":"é€😀\u0000\u0001\"\\/😀"}}"#))
    }
}
