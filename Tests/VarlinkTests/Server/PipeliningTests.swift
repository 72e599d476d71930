import NIOCore
import Testing

@testable import Varlink

@Suite("Calls of a peer that does not read the answers")
struct PipeliningTests {
    private func echo(_ text: String) -> String {
        #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}}"#
    }

    @Test("They wait, are read no further than the limit, and are answered once it reads")
    func waiting() throws {
        var limits = ServerLimits()
        limits.messageBytes = 1000
        let service = try EmbeddedService(limits: limits)
        let peer = try service.peer()
        peer.setReading(false)
        for number in 0..<10 { peer.send(echo("\(number)")) }
        #expect(try peer.received() == [])
        #expect(peer.isRead)
        for number in 10..<20 { peer.send(echo("\(number)")) }
        #expect(try peer.received() == [])
        #expect(!peer.isRead)
        peer.setReading(true)
        #expect(
            try peer.received() == (0..<20).map { #"{"parameters":{"text":"\#($0)"}}"# })
        #expect(peer.isRead)
        #expect(service.events == [])
    }

    @Test("A peer that ends its input while answers wait is still answered, then closed")
    func endOfInput() throws {
        let service = try EmbeddedService()
        let peer = try service.peer()
        peer.setReading(false)
        peer.send(echo("last"))
        peer.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(peer.isConnected)
        peer.setReading(true)
        #expect(try peer.received() == [#"{"parameters":{"text":"last"}}"#])
        #expect(!peer.isConnected)
    }

    @Test("A stream that is not read is dropped at the queue's limit")
    func stream() throws {
        var limits = ServerLimits()
        limits.queuedMessages = 3
        let service = try EmbeddedService(limits: limits)
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Watch","more":true}"#)
        let call = service.kept.next()
        service.loop.run()
        peer.setReading(false)
        for _ in 1...3 { try call.wait().reply(continues: true) }
        #expect(service.events == [])
        try call.wait().reply(continues: true)
        service.loop.run()
        #expect(
            service.events == [
                .slowReader(
                    PeerCredentials(pid: 1, uid: 2, gid: 3), method: "org.example.test.Watch")
            ])
        #expect(!peer.isConnected)
    }
}
