import Glibc
import NIOCore
import Testing

@testable import Varlink

@Suite("What a server puts up with")
struct LimitTests {
    private func echo(_ text: String) -> String {
        #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}}"#
    }

    @Test("A message of exactly the limit is taken, one byte more closes the connection")
    func messageLength() throws {
        var limits = ServerLimits()
        limits.messageBytes = 1000
        let service = try TestService(limits: limits)
        let overhead = echo("").utf8.count
        let longest = String(repeating: "x", count: 1000 - overhead)
        let peer = try service.peer()
        peer.send(echo(longest))
        #expect(peer.receive() == .message(#"{"parameters":{"text":"\#(longest)"}}"#))
        #expect(service.events == [])
        peer.send(echo(longest + "x"))
        #expect(peer.receive() == .end)
        #expect(service.events.map(\.isMessageTooLong) == [true])
    }

    @Test("One MiB is the usual limit, and an endless message is cut off there")
    func endlessMessage() throws {
        #expect(ServerLimits().messageBytes == 1_048_576)
        let service = try TestService()
        let peer = try service.peer()
        peer.send(bytes: [UInt8](repeating: UInt8(ascii: " "), count: 1_048_576 + 1))
        #expect(peer.receive() == .end)
        #expect(service.events.map(\.isMessageTooLong) == [true])
        let other = try service.peer()
        other.send(echo("still there"))
        #expect(other.receive() == .message(#"{"parameters":{"text":"still there"}}"#))
    }

    @Test("A message that is nearly one MiB is answered whole")
    func longMessage() throws {
        let service = try TestService()
        let text = String(repeating: "0123456789", count: 104_000)
        let reply = try service.client().call(
            "org.example.test.Echo", TestInterface.Echo(text: text), as: TestInterface.Echo.self)
        #expect(reply.text == text)
    }

    @Test("A connection beyond the limit is closed, and room is made when one goes")
    func connections() throws {
        #expect(ServerLimits().connections == 1024)
        var limits = ServerLimits()
        limits.connections = 3
        let service = try TestService(limits: limits)
        var peers = try (1...3).map { _ in try service.peer() }
        for peer in peers {
            peer.send(echo("in"))
            #expect(peer.receive() == .message(#"{"parameters":{"text":"in"}}"#))
        }
        let fourth = try service.peer()
        #expect(fourth.receive() == .end)
        let expected = PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid())
        let limit = ConnectionLimit(maximum: 3, isOfProcess: false)
        #expect(service.events == [.connectionLimit(expected, limit)])
        #expect(try service.server.connectionCount.wait() == 3)

        // The server has seen the end of one when it says so itself.
        peers[0].endSending()
        #expect(peers[0].receive() == .end)
        peers.removeFirst()
        let fifth = try service.peer()
        fifth.send(echo("in"))
        #expect(fifth.receive() == .message(#"{"parameters":{"text":"in"}}"#))
    }

    @Test("No process gets more than its share of the connections")
    func share() throws {
        #expect(ServerLimits().connectionsPerProcess == 256)
        var limits = ServerLimits()
        limits.connectionsPerProcess = 2
        let service = try EmbeddedService(limits: limits)
        let first = try service.peer(pid: 1)
        let second = try service.peer(pid: 1)
        let third = try service.peer(pid: 1)
        #expect(!third.isConnected)
        #expect(
            try third.received() == [
                #"{"error":"org.example.test.Full","parameters":{"maximum":2,"ofProcess":true}}"#
            ])
        #expect(
            service.events == [
                .connectionLimit(
                    PeerCredentials(pid: 1, uid: 2, gid: 3),
                    ConnectionLimit(maximum: 2, isOfProcess: true))
            ])
        #expect(try service.peer(pid: 2).isConnected)
        // Room is made when one goes.
        try first.channel.close().wait()
        #expect(try service.peer(pid: 1).isConnected)
        #expect(try !service.peer(pid: 1).isConnected)
        #expect(second.isConnected)
    }

    @Test("The last connections are for processes that have few")
    func reserve() throws {
        #expect(ServerLimits().reservedConnections == 128)
        #expect(ServerLimits().fewConnections == 8)
        var limits = ServerLimits()
        limits.connections = 6
        limits.reservedConnections = 2
        limits.fewConnections = 2
        let service = try EmbeddedService(limits: limits)
        let greedy = try (1...5).map { _ in try service.peer(pid: 1) }
        #expect(greedy.map(\.isConnected) == [true, true, true, true, false])
        #expect(try service.peer(pid: 2).isConnected)
        #expect(try service.peer(pid: 3).isConnected)
        let last = try service.peer(pid: 4)
        #expect(
            try last.received() == [
                #"{"error":"org.example.test.Full","parameters":{"maximum":6,"ofProcess":false}}"#
            ])
    }

    @Test("A client that is refused learns why, whether it has sent its call already or not")
    func reason() throws {
        var limits = ServerLimits()
        limits.connections = 0
        let full = VarlinkError("org.example.test.Full", ["maximum": 0])
        let service = try TestService(limits: limits, refusal: { _ in full })
        let early = try service.client()
        #expect(throws: full) { try early.call("org.example.test.Nothing") }
        let late = try service.client()
        // Connections are accepted in order, so `late` is closed when a later one is.
        let last = try service.peer()
        while last.receive() != .end {}
        #expect(throws: full) { try late.call("org.example.test.Nothing") }
    }

    @Test("Another user's connection is closed before anything is read")
    func otherUser() throws {
        let service = try TestService(allowedUser: geteuid() + 1)
        let peer = try service.peer()
        peer.send(echo("let me in"))
        #expect(peer.receive() == .end)
        let expected = PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid())
        #expect(service.events == [.refusedUser(expected)])
        #expect(try service.server.connectionCount.wait() == 0)
    }

    @Test("A call tells who calls")
    func credentials() throws {
        let service = try TestService(allowedUser: nil)
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Later"}"#)
        let call = try service.kept.next().wait()
        #expect(call.peer == PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid()))
    }

    @Test("A stream whose client does not read is dropped, and the others are served meanwhile")
    func slowReader() throws {
        #expect(ServerLimits().queuedMessages == 1000)
        #expect(ServerLimits().queuedBytes == 4 << 20)
        let service = try TestService()
        let slow = try service.peer()
        slow.send(#"{"method":"org.example.test.Watch","more":true}"#)
        let watched = try service.kept.next().wait()
        let text = String(repeating: "x", count: 1000)
        let closed = service.server.eventLoop.makePromise(of: Void.self)
        try service.server.eventLoop.submit { watched.onClose { closed.succeed() } }.wait()

        var sent = 0
        while try service.server.eventLoop.submit({ watched.isOpen }).wait() {
            try service.server.eventLoop.submit {
                for _ in 0..<100 { watched.reply(["text": text], continues: true) }
            }.wait()
            sent += 100
            let quick = try service.peer()
            quick.send(echo("quick"))
            #expect(quick.receive() == .message(#"{"parameters":{"text":"quick"}}"#))
            try #require(sent < 100_000, "the slow reader is never dropped")
        }
        try closed.futureResult.wait()
        let expected = PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid())
        #expect(
            service.events == [.slowReader(expected, method: "org.example.test.Watch")])
        #expect(sent >= 1000)
        #expect(sent <= 3000, "far more is held than the limits say")
    }

    @Test("The bytes that wait are limited too")
    func slowReaderOfLargeReplies() throws {
        var limits = ServerLimits()
        limits.queuedBytes = 100_000
        let service = try TestService(limits: limits)
        let slow = try service.peer()
        slow.send(#"{"method":"org.example.test.Watch","more":true}"#)
        let large = String(repeating: "x", count: 90_000)
        try service.answer { call in
            var sent = 0
            while call.isOpen, sent < 100 {
                call.reply(["text": large], continues: true)
                sent += 1
            }
            #expect(sent < 20)
        }
        #expect(service.events.count == 1)
    }

    @Test("A single reply larger than the queue's limit is sent all the same")
    func oneLargeReply() throws {
        var limits = ServerLimits()
        limits.queuedBytes = 1000
        let service = try TestService(limits: limits)
        let text = String(repeating: "y", count: 1_000_000)
        let reply = try service.client().call(
            "org.example.test.Echo", TestInterface.Echo(text: text), as: TestInterface.Echo.self)
        #expect(reply.text.utf8.count == 1_000_000)
        #expect(service.events == [])
    }

    @Test("A client that sends 10,000 calls and reads nothing meanwhile gets every answer")
    func pipeliningWithoutReading() throws {
        let service = try TestService()
        let peer = try service.peer()
        // More answers than the kernel and the queue hold, and fewer calls than may wait.
        let count = 10_000
        for number in 0..<count { peer.send(echo("\(number)")) }
        for number in 0..<count {
            try #require(peer.receive() == .message(#"{"parameters":{"text":"\#(number)"}}"#))
        }
        #expect(service.events == [])
    }

    @Test("A client that pipelines more than it may wait for is read no further, then answered")
    func pipelining() throws {
        var limits = ServerLimits()
        limits.messageBytes = 4096
        let service = try TestService(limits: limits)
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Later"}"#)
        let first = try service.kept.next().wait()
        let text = String(repeating: "z", count: 3000)
        let count = 30
        for _ in 0..<count { peer.send(echo(text)) }
        try service.server.eventLoop.submit { first.reply() }.wait()
        #expect(peer.receive() == .message("{}"))
        for _ in 0..<count {
            #expect(peer.receive() == .message(#"{"parameters":{"text":"\#(text)"}}"#))
        }
    }
}

extension ServerEvent {
    fileprivate var isMessageTooLong: Bool {
        if case .messageTooLong = self { true } else { false }
    }
}
