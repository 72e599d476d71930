import Glibc
import NIOCore
import Testing

@testable import Varlink

@Suite("The end of connections and servers")
struct ShutdownTests {
    @Test("A peer that stops sending still gets its answers, late ones too")
    func halfOpen() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Nothing"}"#)
        peer.send(#"{"method":"org.example.test.Later","parameters":{"tag":"t"}}"#)
        peer.send(#"{"method":"org.example.test.Echo","parameters":{"text":"last"}}"#)
        peer.endSending()
        #expect(peer.receive() == .message("{}"))
        try service.answer { call in call.reply(call.parameters) }
        #expect(peer.receive() == .message(#"{"parameters":{"tag":"t"}}"#))
        #expect(peer.receive() == .message(#"{"parameters":{"text":"last"}}"#))
        #expect(peer.receive() == .end)
        #expect(service.events == [])
    }

    @Test("A peer that stops sending still gets its stream, until it closes")
    func halfOpenStream() throws {
        let service = try TestService()
        var peer: RawPeer? = try service.peer()
        peer?.send(#"{"method":"org.example.test.Watch","more":true}"#)
        peer?.endSending()
        let call = try service.kept.next().wait()
        let closed = service.server.eventLoop.makePromise(of: Void.self)
        try service.server.eventLoop.submit {
            call.onClose { closed.succeed() }
            call.reply(TestInterface.Number(number: 1), continues: true)
        }.wait()
        #expect(peer?.receive() == .message(#"{"parameters":{"number":1},"continues":true}"#))
        peer = nil
        try closed.futureResult.wait()
        #expect(try service.server.connectionCount.wait() == 0)
    }

    @Test("A peer that stops within a message is told of and closed")
    func stoppedWithinAMessage() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(bytes: Array(#"{"method":"org.exam"#.utf8))
        peer.endSending()
        #expect(peer.receive() == .end)
        guard case .malformedMessage(_, let reason) = service.events.first else {
            Issue.record("\(service.events)")
            return
        }
        #expect(reason == "the peer stopped in the middle of a message")
    }

    @Test("A peer that says nothing and goes is no event")
    func silentPeers() throws {
        let service = try TestService()
        for _ in 0..<20 {
            let peer = try service.peer()
            peer.endSending()
            #expect(peer.receive() == .end)
        }
        #expect(service.events == [])
        #expect(try service.server.connectionCount.wait() == 0)
    }

    @Test("Shutting down answers what is in hand, ends streams and closes idle connections")
    func drain() throws {
        let service = try TestService()
        let idle = try service.peer()
        idle.send(#"{"method":"org.example.test.Nothing"}"#)
        #expect(idle.receive() == .message("{}"))
        let stream = try service.peer()
        stream.send(#"{"method":"org.example.test.Watch","more":true}"#)
        let watch = try service.kept.next().wait()
        let waiting = try service.peer()
        waiting.send(#"{"method":"org.example.test.Later","parameters":{"tag":"last"}}"#)
        let later = try service.kept.next().wait()

        let closed = service.server.eventLoop.makePromise(of: Void.self)
        try service.server.eventLoop.submit {
            watch.onClose { closed.succeed() }
            watch.reply(TestInterface.Number(number: 9), continues: true)
        }.wait()
        let done = service.server.shutdown(grace: .seconds(60))
        #expect(idle.receive() == .end)
        #expect(stream.receive() == .message(#"{"parameters":{"number":9},"continues":true}"#))
        #expect(stream.receive() == .end)
        try closed.futureResult.wait()
        #expect(throws: ClientError.notRunning(path: service.path)) { try service.client() }

        try service.server.eventLoop.submit { later.reply(later.parameters) }.wait()
        #expect(waiting.receive() == .message(#"{"parameters":{"tag":"last"}}"#))
        #expect(waiting.receive() == .end)
        try done.wait()
        #expect(try service.server.connectionCount.wait() == 0)
    }

    @Test("Calls that were received before the end are answered")
    func drainPipelined() throws {
        let service = try TestService()
        let peer = try service.peer()
        // In one piece: of two, the second could come after the end.
        let calls = [
            #"{"method":"org.example.test.Later"}"#,
            #"{"method":"org.example.test.Echo","parameters":{"text":"too"}}"#,
        ]
        peer.send(bytes: calls.flatMap { Array($0.utf8) + [0] })
        let later = try service.kept.next().wait()
        let done = service.server.shutdown(grace: .seconds(60))
        try service.server.eventLoop.submit { later.reply() }.wait()
        #expect(peer.receive() == .message("{}"))
        #expect(peer.receive() == .message(#"{"parameters":{"text":"too"}}"#))
        #expect(peer.receive() == .end)
        try done.wait()
    }

    @Test("A call that is never answered holds the end no longer than the grace")
    func grace() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Later"}"#)
        let later = try service.kept.next().wait()
        try service.server.shutdown(grace: .milliseconds(1)).wait()
        #expect(peer.receive() == .end)
        try service.server.eventLoop.submit {
            #expect(!later.isOpen)
            later.reply()
        }.wait()
    }

    @Test("Shutting down twice, and without any connection, is fine")
    func twice() throws {
        let service = try TestService()
        try service.server.shutdown().wait()
        try service.server.shutdown().wait()
        #expect(try service.server.connectionCount.wait() == 0)
    }
}
