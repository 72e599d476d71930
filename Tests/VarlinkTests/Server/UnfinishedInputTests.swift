import NIOCore
import Testing

@testable import Varlink

@Suite("Input that is never finished")
struct UnfinishedInputTests {
    private let nothing = #"{"method":"org.example.test.Nothing"}"#

    private func credentials(_ pid: Int32) -> PeerCredentials {
        PeerCredentials(pid: pid, uid: 2, gid: 3)
    }

    @Test("A peer that sends nothing is disconnected after ten seconds")
    func silent() throws {
        let service = try EmbeddedService()
        let peer = try service.peer(pid: 7)
        service.pass(.milliseconds(9999))
        #expect(peer.isConnected)
        service.pass(.milliseconds(1))
        #expect(!peer.isConnected)
        #expect(service.events == [.messageTooLate(credentials(7), seconds: 10)])
    }

    @Test("A message that has begun must be complete after ten seconds, however often bytes come")
    func trickling() throws {
        let service = try EmbeddedService()
        let peer = try service.peer()
        peer.send(nothing)
        service.pass(.minutes(5))
        peer.send(bytes: Array("{".utf8))
        for _ in 1...9 {
            service.pass(.seconds(1))
            peer.send(bytes: Array(" ".utf8))
        }
        #expect(peer.isConnected)
        service.pass(.seconds(1))
        #expect(!peer.isConnected)
        #expect(service.events == [.messageTooLate(credentials(1), seconds: 10)])
    }

    @Test("The time of a message begins with its first byte, not with that of the one before")
    func nextMessage() throws {
        let service = try EmbeddedService()
        let peer = try service.peer()
        let half = Array(nothing.utf8.prefix(5))
        let rest = Array(nothing.utf8.dropFirst(5)) + [0]
        peer.send(bytes: half)
        for _ in 1...4 {
            service.pass(.seconds(6))
            peer.send(bytes: rest + half)
        }
        service.pass(.seconds(6))
        peer.send(bytes: rest)
        #expect(try peer.received().count == 5)
        #expect(service.events == [])
    }

    @Test("No time runs while the server itself keeps a peer waiting")
    func waiting() throws {
        let service = try EmbeddedService()
        let asking = try service.peer()
        asking.send(#"{"method":"org.example.test.Later"}"#)
        asking.send(bytes: Array(nothing.utf8.prefix(5)))
        let deaf = try service.peer()
        deaf.send(nothing)
        deaf.setReading(false)
        deaf.send(bytes: Array(nothing.utf8.prefix(5)))
        service.pass(.minutes(5))
        #expect(asking.isConnected)
        #expect(deaf.isConnected)
        // Then it runs.
        let call = service.kept.next()
        service.loop.run()
        try call.wait().reply()
        deaf.setReading(true)
        service.pass(.seconds(10))
        #expect(!asking.isConnected)
        #expect(!deaf.isConnected)
    }

    @Test("A peer has its whole time again after the server itself stood still")
    func stopped() throws {
        let service = try EmbeddedService()
        let (honest, silent) = (try service.peer(pid: 1), try service.peer(pid: 2))
        honest.send(bytes: Array(nothing.utf8.prefix(5)))
        service.pass(.seconds(1))
        service.stop(for: .minutes(1))
        service.pass(.seconds(9))
        #expect(honest.isConnected && silent.isConnected)
        service.pass(.milliseconds(9999))
        honest.send(bytes: Array(nothing.utf8.dropFirst(5)) + [0])
        #expect(try honest.received().count == 1)
        service.pass(.milliseconds(1))
        #expect(honest.isConnected && !silent.isConnected)
        #expect(service.events == [.messageTooLate(credentials(2), seconds: 10)])
        // The server is not late any more.
        honest.send(bytes: Array(nothing.utf8.prefix(5)))
        service.pass(.seconds(10))
        #expect(!honest.isConnected)
    }

    @Test("Idle connections have no timer, and neither has a server without connections")
    func noTimer() throws {
        let service = try EmbeddedService()
        let gone = try service.peer()
        _ = try gone.channel.finish()
        #expect(!service.registry.hasTimer)
        let peer = try service.peer()
        peer.send(nothing)
        #expect(service.registry.hasTimer)
        service.pass(.seconds(10))
        #expect(!service.registry.hasTimer)
        service.pass(.hours(5))
        #expect(peer.isConnected)
    }

    @Test("All input that waits has one budget, and whose process has the most is disconnected")
    func budget() throws {
        #expect(ServerLimits().inputBytes == 25_165_824)
        var limits = ServerLimits()
        limits.inputBytes = 100_000
        let service = try EmbeddedService(limits: limits)
        let modest = try service.peer(pid: 1)
        modest.send(bytes: Array(repeating: 32, count: 32_768))
        // Each has less, but their process has more.
        let greedy = try (1...4).map { _ in try service.peer(pid: 2) }
        for peer in greedy.dropLast() { peer.send(bytes: Array(repeating: 32, count: 16_384)) }
        #expect(service.events == [])
        greedy[3].send(bytes: Array(repeating: 32, count: 20_000))
        #expect(service.events == [.inputLimit(credentials(2), limit: 100_000)])
        #expect(greedy.map(\.isConnected) == [true, true, true, false])
        #expect(modest.isConnected)
        // Its memory is free again at once.
        let next = try service.peer(pid: 3)
        next.send(bytes: Array(repeating: 32, count: 10_000))
        #expect(next.isConnected)
    }

    @Test("Long input lies in a block of its own, and nothing of it stays behind")
    func blocks() {
        var frames = IncomingFrames(limit: 1 << 20)
        for memory in [4096, 131_072, 131_072] {
            var bytes = ByteBuffer(bytes: Array(repeating: UInt8(ascii: " "), count: 4096))
            frames.append(&bytes)
            #expect(frames.next() == .incomplete)
            #expect(frames.memory == memory)
        }
        var end = ByteBuffer(bytes: [0])
        frames.append(&end)
        guard case .message(let message) = frames.next() else {
            Issue.record("the message is whole")
            return
        }
        #expect(message.readableBytes == 3 * 4096)
        #expect(frames.memory == 0)
    }

    @Test("Memory is given back once after a burst of input, and after one of connections")
    func release() throws {
        var limits = ServerLimits()
        limits.inputBytes = 400_000
        limits.connections = 40
        limits.reservedConnections = 0
        let service = try EmbeddedService(limits: limits)
        for count in [1000, 120_000] {
            let peer = try service.peer()
            peer.send(bytes: Array(repeating: 32, count: count))
            service.pass(.seconds(10))
            service.pass(.seconds(1))
            #expect(service.releaseCount == (count > 100_000 ? 1 : 0))
        }
        let peers = try (1...11).map { _ in try service.peer() }
        #expect(service.releaseCount == 1)
        for peer in peers { _ = try peer.channel.close().wait() }
        service.pass(.seconds(1))
        #expect(service.releaseCount == 2)
    }
}
