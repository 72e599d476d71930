import Glibc
import NIOCore
import SeededRandom
import Testing

@testable import Varlink

@Suite("Connections that are kept")
struct PersistentConnectionTests {
    private func echo(
        _ connection: PersistentConnection, _ text: String, at path: String,
        onConnect: () -> Void = {}
    ) throws -> String? {
        try connection.call(
            "org.example.test.Echo", ["text": .string(text)], at: path, within: .seconds(900),
            onConnect: onConnect)["text"]?.stringValue
    }

    @Test("One connection serves many calls, errors included")
    func kept() throws {
        let service = try TestService()
        let connection = PersistentConnection()
        var connects = 0
        #expect(!connection.isOpen)
        for number in 0..<20 {
            #expect(
                try echo(connection, "\(number)", at: service.path, onConnect: { connects += 1 })
                    == "\(number)")
            #expect(throws: VarlinkError("org.example.test.Failed", ["code": 3])) {
                try connection.call(
                    "org.example.test.Fail", ["code": 3], at: service.path, within: .seconds(900))
            }
            #expect(connection.isOpen)
        }
        #expect(connects == 1)
        #expect(try service.server.connectionCount.wait() == 1)
    }

    @Test("A connection that the service closed is made again, without losing a call")
    func madeAnew() throws {
        let service = try TestService()
        let connection = PersistentConnection()
        var connects = 0
        #expect(throws: ClientError.disconnected) {
            try connection.call(
                "org.example.test.Break", [:], at: service.path, within: .seconds(900),
                onConnect: { connects += 1 })
        }
        #expect(!connection.isOpen)
        #expect(
            try echo(connection, "again", at: service.path, onConnect: { connects += 1 })
                == "again")
        #expect(connects == 2)
    }

    @Test("Nobody there: the call fails and the next one tries again")
    func notRunning() throws {
        let service = try TestService(isListening: false)
        let connection = PersistentConnection()
        for _ in 0..<2 {
            #expect(throws: ClientError.notRunning(path: service.path)) {
                try echo(connection, "x", at: service.path)
            }
        }
        try service.server.listen(at: service.path).wait()
        #expect(try echo(connection, "y", at: service.path) == "y")
    }

    @Test("After a call that was not answered in time the connection is given up")
    func timedOut() throws {
        let service = try TestService()
        let connection = PersistentConnection()
        #expect(throws: ClientError.timedOut) {
            try connection.call(
                "org.example.test.Later", [:], at: service.path, within: .milliseconds(20))
        }
        #expect(!connection.isOpen)
        try service.answer { $0.reply() }
        #expect(try echo(connection, "mine", at: service.path) == "mine")
    }

    @Test("A reply that nobody asked for is not taken for the next call's")
    func unasked() throws {
        let pair = try SocketPairAtPath()
        defer { pair.remove() }
        let client = try VarlinkClient(path: pair.path)
        let peer = try pair.accepted()
        #expect(client.isOpen)
        peer.send("{}")
        #expect(!client.isOpen)
    }

    @Test("A peer that answers byte by byte has no more time than one that is silent")
    func dribbling() throws {
        let pair = try SocketPairAtPath()
        defer { pair.remove() }
        let client = try VarlinkClient(path: pair.path)
        let peer = try pair.accepted()
        peer.send(bytes: Array("{\"par".utf8))
        let descriptor = peer.descriptor
        let dribble = WaitingThreads.shared.run {
            // Until the client hangs up.
            var space: UInt8 = 0x20
            while send(descriptor, &space, 1, CInt(MSG_NOSIGNAL)) == 1 { usleep(1000) }
        }
        #expect(throws: ClientError.timedOut) {
            try client.call("a.b.C", [:], within: .milliseconds(60))
        }
        shutdown(descriptor, CInt(SHUT_RDWR))
        try dribble.wait()
    }
}

@Suite("Cancelling from another thread")
struct CancellationTests {
    @Test("A client that waits for ever ends, and the service sees it")
    func waiting() throws {
        let service = try TestService()
        let cancellation = Cancellation()
        let path = service.path
        let ending = WaitingThreads.shared.run { () -> ClientError? in
            do {
                let client = try VarlinkClient(path: path, cancellation: cancellation)
                try client.callMore("org.example.test.Watch") { _ in .continue }
                return nil
            } catch {
                return error as? ClientError
            }
        }
        try service.answer { $0.reply(["number": 1] as JSON, continues: true) }
        cancellation.cancel()
        #expect(try ending.wait() == .disconnected)
        #expect(cancellation.isCancelled)
    }

    @Test("What was cancelled connects no more")
    func later() throws {
        let service = try TestService()
        let cancellation = Cancellation()
        cancellation.cancel()
        cancellation.cancel()
        #expect(throws: ClientError.disconnected) {
            try VarlinkClient(path: service.path, cancellation: cancellation)
        }
        #expect(throws: ClientError.notRunning(path: "/nowhere/at/all")) {
            try VarlinkClient(path: "/nowhere/at/all", cancellation: Cancellation())
        }
    }

    @Test("It serves one client after another and touches no other descriptor")
    func oneAfterAnother() throws {
        let service = try TestService()
        let cancellation = Cancellation()
        for _ in 0..<3 {
            let client = try VarlinkClient(path: service.path, cancellation: cancellation)
            #expect(try client.call("org.example.test.Nothing") == [:])
        }
        // The last client has gone; its number now belongs to this one.
        let other = try service.client()
        cancellation.cancel()
        #expect(try other.call("org.example.test.Nothing") == [:])
    }

    @Test("Cancelled at any moment of connecting and calling, it always ends")
    func anyMoment() throws {
        let service = try TestService()
        let path = service.path
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let cancellation = Cancellation()
            let ending = WaitingThreads.shared.run { () -> Bool in
                do {
                    let client = try VarlinkClient(path: path, cancellation: cancellation)
                    try client.callMore("org.example.test.Watch") { _ in .continue }
                    return false
                } catch {
                    return error as? ClientError == .disconnected
                }
            }
            let spins = source.next() % 20_000
            for _ in 0..<spins { _ = cancellation.isCancelled }
            cancellation.cancel()
            #expect(try ending.wait(), "seed \(seed), round \(round)")
        }
    }
}

/// A listener of the test's own, for a peer that says what it likes.
private struct SocketPairAtPath {
    private let directory: String
    let path: String
    private let socket: ListeningSocket

    init() throws {
        directory = try TestService.temporaryDirectory()
        path = directory + "/peer"
        socket = try ListeningSocket(binding: path)
    }

    /// The other end of the client that has connected.
    func accepted() throws -> RawPeer {
        var poll = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        try #require(Glibc.poll(&poll, 1, 900_000) == 1)
        return RawPeer(adopting: accept(socket.descriptor, nil, nil))
    }

    func remove() {
        close(socket.descriptor)
        socket.removeFile()
        rmdir(directory)
    }
}
