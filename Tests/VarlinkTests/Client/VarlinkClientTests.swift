import Glibc
import NIOCore
import Testing

@testable import Varlink

@Suite("The blocking client")
struct VarlinkClientTests {
    @Test("Calls with and without parameters, untyped and typed")
    func calls() throws {
        let service = try TestService()
        let client = try service.client()
        #expect(try client.call("org.example.test.Nothing") == [:])
        #expect(try client.call("org.example.test.Echo", ["text": "a"]) == ["text": "a"])
        let typed: TestInterface.Echo = try client.call(
            "org.example.test.Echo", TestInterface.Echo(text: "typed"))
        #expect(typed.text == "typed")
    }

    @Test("A service's error is thrown as it is, and the connection goes on")
    func errors() throws {
        let service = try TestService()
        let client = try service.client()
        #expect(throws: VarlinkError("org.example.test.Failed", ["code": 3])) {
            try client.call("org.example.test.Fail", ["code": 3])
        }
        #expect(throws: VarlinkError.methodNotFound("org.example.test.Nope")) {
            try client.call("org.example.test.Nope")
        }
        #expect(throws: VarlinkError.expectedMore) { try client.call("org.example.test.Watch") }
        #expect(throws: VarlinkError.invalidParameter("text")) {
            try client.call("org.example.test.Echo", ["text": 1])
        }
        #expect(try client.call("org.example.test.Nothing") == [:])
    }

    @Test("Replies of a stream come one by one, to the last or until stopped")
    func more() throws {
        let service = try TestService()
        let client = try service.client()
        var numbers: [Int] = []
        try client.callMore("org.example.test.Count", ["to": 4]) { reply in
            numbers.append(
                try VarlinkClient.decode(reply, as: TestInterface.Number.self).number)
            return .continue
        }
        #expect(numbers == [1, 2, 3, 4])
        #expect(try client.call("org.example.test.Nothing") == [:])

        numbers = []
        try client.callMore("org.example.test.Count", ["to": 4]) { reply in
            numbers.append(Int(reply["number"]?.intValue ?? 0))
            return numbers.count == 2 ? .stop : .continue
        }
        #expect(numbers == [1, 2])
        #expect(throws: ClientError.disconnected) { try client.call("org.example.test.Nothing") }
    }

    @Test("An error ends a stream by a throw")
    func moreError() throws {
        let service = try TestService()
        #expect(throws: VarlinkError("org.example.test.Failed", ["code": 9])) {
            try service.client().callMore("org.example.test.Fail", ["code": 9]) { _ in .continue }
        }
    }

    @Test("Nobody there: no file, no listener")
    func notRunning() throws {
        let service = try TestService(isListening: false)
        #expect(throws: ClientError.notRunning(path: service.path)) { try service.client() }
        close(try ListeningSocket(binding: service.path).descriptor)
        #expect(throws: ClientError.notRunning(path: service.path)) { try service.client() }
    }

    @Test("Paths that no socket can have", arguments: ["", String(repeating: "x", count: 108)])
    func badAddress(_ path: String) {
        #expect(throws: ClientError.badAddress(path)) { try VarlinkClient(path: path) }
    }

    @Test("A service that does not answer in time")
    func timeout() throws {
        let service = try TestService()
        let client = try service.client(timeout: .milliseconds(20))
        #expect(throws: ClientError.timedOut) { try client.call("org.example.test.Later") }
        #expect(throws: ClientError.timedOut) {
            try service.client(timeout: .zero).call("org.example.test.Later")
        }
        #expect(throws: ClientError.timedOut) {
            try service.client().callMore(
                "org.example.test.Watch", timeout: .milliseconds(20)
            ) { _ in .continue }
        }
    }

    @Test("A service that does not take the call in time")
    func sendTimeout() throws {
        let service = try TestService(isListening: false)
        let socket = try ListeningSocket(binding: service.path)
        defer { close(socket.descriptor) }
        let client = try service.client(timeout: .milliseconds(50))
        #expect(throws: ClientError.timedOut) {
            try client.call(
                "org.example.test.Echo", ["text": .string(String(repeating: "x", count: 4 << 20))])
        }
    }

    @Test("A service that goes away")
    func disconnected() throws {
        let service = try TestService()
        let client = try service.client()
        #expect(throws: ClientError.disconnected) { try client.call("org.example.test.Break") }
        #expect(throws: ClientError.disconnected) { try client.call("org.example.test.Nothing") }
    }

    @Test(
        "Answers that make no sense",
        arguments: [
            "", "nonsense", "[]", "{\"parameters\":1}", "{\"continues\":true}",
            "{\"error\":5}", "{\"error\":\"a.b.E\",\"continues\":true}",
        ])
    func malformed(_ answer: String) throws {
        let impostor = try Impostor(answering: Array(answer.utf8) + [0])
        let error = #expect(throws: ClientError.self) {
            try VarlinkClient(path: impostor.path).call("a.b.C")
        }
        guard case .malformedReply(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("A typed reply may hold more than is known, but not less")
    func typedReplies() throws {
        let newer = try Impostor(answering: Array(#"{"parameters":{"text":"t","x":1}}"#.utf8) + [0])
        let reply: TestInterface.Echo = try VarlinkClient(path: newer.path).call(
            "a.b.C", JSONObject())
        #expect(reply.text == "t")
        let odd = try Impostor(answering: Array(#"{"parameters":{"text":1}}"#.utf8) + [0])
        #expect(throws: ClientError.malformedReply(reason: "unexpected `text`")) {
            let _: TestInterface.Echo = try VarlinkClient(path: odd.path).call(
                "a.b.C", JSONObject())
        }
    }

    @Test("What a client sends is the least that says it")
    func wire() throws {
        let impostor = try Impostor(answering: Array("{}\0".utf8))
        let client = try VarlinkClient(path: impostor.path)
        _ = try client.call("a.b.C")
        #expect(impostor.heard == #"{"method":"a.b.C"}"#)
        let second = try Impostor(answering: Array("{}\0".utf8))
        try VarlinkClient(path: second.path).callMore("a.b.D", ["x": 1]) { _ in .continue }
        #expect(second.heard == #"{"method":"a.b.D","parameters":{"x":1},"more":true}"#)
    }

    @Test("Messages for people")
    func descriptions() {
        #expect(ClientError.notRunning(path: "/p").description == "/p: nothing is listening there")
        #expect(ClientError.timedOut.description == "the service did not answer in time")
        #expect(
            ClientError.system(call: "recv", errno: EIO).description == "recv: Input/output error")
    }
}

/// Answers the first message of one connection with given bytes, whatever it says.
private final class Impostor {
    let path: String
    private let directory: String
    private let socket: ListeningSocket
    private let exchange: EventLoopFuture<Exchange>

    private struct Exchange {
        let heard: String
        /// Kept open, so that the client's end stays connected.
        let descriptor: CInt
    }

    init(answering bytes: [UInt8]) throws {
        directory = try TestService.temporaryDirectory()
        path = directory + "/impostor"
        socket = try ListeningSocket(binding: path)
        let descriptor = socket.descriptor
        exchange = WaitingThreads.shared.run {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = Glibc.poll(&poll, 1, 900_000)
            let peer = RawPeer(adopting: accept(descriptor, nil, nil))
            let heard = peer.receive().description
            peer.send(bytes: bytes)
            return Exchange(heard: heard, descriptor: dup(peer.descriptor))
        }
    }

    deinit {
        if let exchange = try? exchange.wait() { close(exchange.descriptor) }
        close(socket.descriptor)
        socket.removeFile()
        rmdir(directory)
    }

    /// The text that the client sent.
    var heard: String? { try? exchange.wait().heard }
}
