import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import soteria_dashboard

/// Requests that do not come in time, on a clock that only the test moves.
@Suite struct RequestDeadlineTests {
    private let channel = EmbeddedChannel(handler: RequestDeadline())
    private let request = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/"))
    private let response = HTTPResponsePart.head(HTTPResponse(status: .ok))

    init() throws {
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/a"), promise: nil)
    }

    private func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    private func answer() throws {
        try channel.writeOutbound(response)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    private func finish() { _ = try? channel.finish(acceptAlreadyClosed: true) }

    @Test func aHalfSentHeadEndsTheConnection() throws {
        defer { finish() }
        pass(.milliseconds(9999))
        #expect(channel.isActive)
        pass(.milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test func aBodyThatTricklesEndsTheConnection() throws {
        defer { finish() }
        pass(.seconds(9))
        try channel.writeInbound(request)
        for _ in 1...9 {
            pass(.seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
        }
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }

    @Test func anAnswerMayTakeAsLongAsItLikes() throws {
        defer { finish() }
        try channel.writeInbound(request)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        pass(.hours(3))
        #expect(channel.isActive)
        // Then the next request is awaited.
        try answer()
        pass(.seconds(9))
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }

    @Test func aBodyThatIsRefusedMustEndInTimeAsWell() throws {
        defer { finish() }
        try channel.writeInbound(request)
        pass(.seconds(5))
        try answer()
        pass(.seconds(4))
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }

    @Test func requestsBehindAnotherAreNotHurried() throws {
        defer { finish() }
        for _ in 1...2 {
            try channel.writeInbound(request)
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        try answer()
        pass(.hours(1))
        #expect(channel.isActive)
        try answer()
        pass(.seconds(10))
        #expect(!channel.isActive)
    }
}
