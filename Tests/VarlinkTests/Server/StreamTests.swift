import NIOCore
import Testing

@testable import Varlink

@Suite("Calls with more")
struct StreamTests {
    private let watch = #"{"method":"org.example.test.Watch","more":true}"#

    @Test("All replies but the last continue")
    func continues() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Count","parameters":{"to":3},"more":true}"#)
        #expect(peer.receive() == .message(#"{"parameters":{"number":1},"continues":true}"#))
        #expect(peer.receive() == .message(#"{"parameters":{"number":2},"continues":true}"#))
        #expect(peer.receive() == .message(#"{"parameters":{"number":3}}"#))
        peer.send(#"{"method":"org.example.test.Count","parameters":{"to":3}}"#)
        #expect(peer.receive() == .message(#"{"parameters":{"number":3}}"#))
    }

    @Test("A method that answers once may be called with more")
    func moreOfASingleAnswer() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Nothing","more":true}"#)
        #expect(peer.receive() == .message("{}"))
    }

    @Test("A stream occupies its connection until its last reply")
    func occupation() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(watch)
        peer.send(#"{"method":"org.example.test.Nothing"}"#)
        try service.answer { call in
            call.reply(TestInterface.Number(number: 1), continues: true)
            call.reply(TestInterface.Number(number: 2))
        }
        #expect(peer.receive() == .message(#"{"parameters":{"number":1},"continues":true}"#))
        #expect(peer.receive() == .message(#"{"parameters":{"number":2}}"#))
        #expect(peer.receive() == .message("{}"))
    }

    @Test("An error ends a stream and does not continue")
    func error() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(watch)
        try service.answer { call in
            call.reply(continues: true)
            call.fail(VarlinkError("org.example.test.Failed", ["code": 2]))
            #expect(!call.isOpen)
        }
        #expect(peer.receive() == .message(#"{"continues":true}"#))
        #expect(
            peer.receive()
                == .message(#"{"error":"org.example.test.Failed","parameters":{"code":2}}"#))
    }

    @Test("What was encoded once is sent to many, continuing and not")
    func encodedOnce() throws {
        let service = try TestService()
        let peers = try (1...20).map { _ in try service.peer() }
        for peer in peers { peer.send(watch) }
        let calls = try peers.map { _ in try service.kept.next().wait() }
        let encoded = try EncodedParameters(TestInterface.Number(number: 5))
        let empty = try EncodedParameters(JSONObject())
        try service.server.eventLoop.submit {
            for call in calls {
                call.reply(encoded, continues: true)
                call.reply(empty, continues: true)
                call.reply(encoded)
            }
        }.wait()
        for peer in peers {
            #expect(peer.receive() == .message(#"{"parameters":{"number":5},"continues":true}"#))
            #expect(peer.receive() == .message(#"{"continues":true}"#))
            #expect(peer.receive() == .message(#"{"parameters":{"number":5}}"#))
        }
    }

    @Test("A client cancels by closing, and the subscriber is told once")
    func cancellation() throws {
        let service = try TestService()
        let closed = service.server.eventLoop.makePromise(of: Void.self)
        var peer: RawPeer? = try service.peer()
        peer?.send(watch)
        let call = try service.kept.next().wait()
        try service.server.eventLoop.submit {
            call.onClose { closed.succeed() }
            call.reply(TestInterface.Number(number: 1), continues: true)
        }.wait()
        #expect(peer?.receive() == .message(#"{"parameters":{"number":1},"continues":true}"#))
        peer = nil
        try closed.futureResult.wait()
        try service.server.eventLoop.submit {
            #expect(!call.isOpen)
            call.reply(TestInterface.Number(number: 2), continues: true)
            call.reply(TestInterface.Number(number: 3))
        }.wait()
        #expect(service.events == [])
        #expect(try service.server.connectionCount.wait() == 0)
    }

    @Test("Whoever asks after the end is told too")
    func closedAlready() throws {
        let service = try TestService()
        let first = service.server.eventLoop.makePromise(of: Void.self)
        let second = service.server.eventLoop.makePromise(of: Void.self)
        var peer: RawPeer? = try service.peer()
        peer?.send(watch)
        let call = try service.kept.next().wait()
        try service.server.eventLoop.submit { call.onClose { first.succeed() } }.wait()
        peer = nil
        try first.futureResult.wait()
        try service.server.eventLoop.submit { call.onClose { second.succeed() } }.wait()
        try second.futureResult.wait()
        #expect(try service.server.eventLoop.submit { call.isOpen }.wait() == false)
        _ = peer
    }

    @Test("After its last reply a call's end is no longer of interest")
    func noCloseAfterTheLastReply() throws {
        let service = try TestService()
        let told = NIOLoopBoundBox<Int>.makeBoxSendingValue(
            0, eventLoop: service.server.eventLoop)
        let peer = try service.peer()
        peer.send(watch)
        try service.answer { call in
            call.onClose { told.value += 1 }
            call.reply()
        }
        #expect(peer.receive() == .message("{}"))
        peer.endSending()
        #expect(peer.receive() == .end)
        #expect(try service.server.eventLoop.submit { told.value }.wait() == 0)
    }

    @Test("A subscriber may be removed while the list of them is being walked")
    func removalIsNeverWithinReply() throws {
        var limits = ServerLimits()
        limits.queuedMessages = 2
        let service = try TestService(limits: limits)
        let peer = try service.peer()
        peer.send(watch)
        let call = try service.kept.next().wait()
        let isReplying = NIOLoopBoundBox<Bool>.makeBoxSendingValue(
            false, eventLoop: service.server.eventLoop)
        let closed = service.server.eventLoop.makePromise(of: Bool.self)
        let text = String(repeating: "x", count: 500_000)
        try service.server.eventLoop.submit {
            call.onClose { closed.succeed(isReplying.value) }
            isReplying.value = true
            for _ in 0..<10 { call.reply(["text": text], continues: true) }
            isReplying.value = false
        }.wait()
        #expect(try closed.futureResult.wait() == false)
    }

    @Test("A long stream that asks before each part reaches a slow client whole")
    func pacing() throws {
        var limits = ServerLimits()
        limits.queuedMessages = 4
        let service = try TestService(limits: limits)
        let peer = try service.peer()
        peer.send(watch)
        let parts = 300
        try service.answer { call in
            Part(call: call, last: parts).send(1)
        }
        for number in 1...parts {
            guard case .message(let text) = peer.receive() else {
                Issue.record("the stream ends before part \(number)")
                return
            }
            let reply = try ReplyMessage(JSON(parsing: text))
            #expect(reply.parameters["number"] == .integer(Int64(number)))
            #expect(reply.continues == (number < parts))
        }
        #expect(service.events == [])
    }

    /// Sends part after part of 50 kB, each when there is room.
    private struct Part: Sendable {
        let call: Call
        let last: Int

        func send(_ number: Int) {
            let body: JSONObject = [
                "number": .integer(Int64(number)),
                "text": .string(String(repeating: "p", count: 50_000)),
            ]
            call.reply(body, continues: number < last)
            if number < last { call.whenWritable { send(number + 1) } }
        }
    }
}
