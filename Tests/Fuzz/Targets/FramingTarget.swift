import NIOCore
import NIOEmbedded

@testable import Varlink
import VarlinkIDL

/// Any bytes from a client of a Varlink server: the first one says how the others are cut into
/// reads, which must make no difference.
enum FramingTarget {
    /// Small, so that an input can be longer.
    private static let limit = 300

    /// The end state of a connection.
    private struct Outcome: Equatable {
        var sent: [UInt8] = []
        var events: [ServerEvent] = []
        var isClosed = false
    }

    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let seed = bytes.first else { return }
        let input = Array(bytes.dropFirst())
        let whole = outcome([input])
        promise(whole.isClosed, "what has ended its input is closed in the end")
        promise(outcome(pieces(of: input, seed)) == whole, "the cuts between reads do not matter")
        checkReplies(to: input, whole)
    }

    private static func pieces(of input: [UInt8], _ seed: UInt8) -> [[UInt8]] {
        var rest = input[...]
        var pieces: [[UInt8]] = []
        var state = UInt32(seed)
        while !rest.isEmpty {
            state = state &* 1_664_525 &+ 1_013_904_223
            let length = 1 + Int(state >> 24) % (1 + Int(seed) % 64)
            pieces.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return pieces
    }

    private static func outcome(_ pieces: [[UInt8]]) -> Outcome {
        let loop = EmbeddedEventLoop()
        let channel = EmbeddedChannel(loop: loop)
        let seen = NIOLoopBoundBox<[ServerEvent]>([], eventLoop: loop)
        var limits = ServerLimits()
        limits.messageBytes = limit
        let registry = ConnectionRegistry(
            eventLoop: loop, service: service, limits: limits, allowedUser: nil,
            observe: { seen.value.append($0) })
        try? registry.admit(channel, peer: PeerCredentials(pid: 1, uid: 2, gid: 3))
        if let address = try? SocketAddress(unixDomainSocketPath: "/a") {
            channel.connect(to: address, promise: nil)
        }
        for piece in pieces where registry.count > 0 {
            _ = try? channel.writeInbound(ByteBuffer(bytes: piece))
            loop.run()
        }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        loop.run()
        var outcome = Outcome()
        while let sent = try? channel.readOutbound(as: ByteBuffer.self) {
            outcome.sent += sent.readableBytesView
        }
        outcome.events = seen.value
        outcome.isClosed = registry.count == 0
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return outcome
    }

    /// Every call that can be read is answered in its turn, once, and nothing else is.
    private static func checkReplies(to input: [UInt8], _ outcome: Outcome) {
        var calls: [CallMessage] = []
        var isWhole = true
        let messages = input.split(separator: 0, omittingEmptySubsequences: false)
        for message in messages.dropLast() where isWhole {
            guard message.count <= limit, let json = try? JSON(parsing: message),
                let call = try? CallMessage(json)
            else {
                isWhole = false
                break
            }
            calls.append(call)
        }
        if messages.last?.isEmpty == false { isWhole = false }
        promise(outcome.events.isEmpty == isWhole, "a message that is none is told of, once")
        promise(outcome.events.count <= 1, "and only the first")
        let texts = outcome.sent.split(separator: 0, omittingEmptySubsequences: false)
        promise(texts.last?.isEmpty ?? true, "every reply ends")
        var last = 0
        for text in texts.dropLast() {
            guard let json = try? JSON(parsing: text), let reply = try? ReplyMessage(json) else {
                return promise(false, "a reply can be read")
            }
            if !reply.continues { last += 1 }
        }
        let expected = calls.count { $0.mode != .oneway }
        promise(last == expected, "\(last) of \(expected) calls were answered")
    }

    // MARK: - What is called

    private static let service = ServiceRouter(
        identity: ServiceIdentity(vendor: "a", product: "b", version: "c", url: "d"),
        interfaces: [interface].compactMap(\.self))

    private struct Echo: Codable {
        var text: String?
        var number: Int?
        var list: [Double]?
        var any: JSON?
    }

    /// Methods that answer at once, later, several times and with an error.
    private static let interface = try? Interface(
        InterfaceDescription(
            """
            interface a.b
            method Echo(text: ?string, number: ?int, list: ?[]float, any: ?any) -> (echo: object)
            method Later() -> ()
            method Count() -> (number: int)
            method Fail() -> ()
            """),
        methods: [
            "Echo": Method { call in
                _ = try call.decode(Echo.self)
                call.reply(["echo": call.parameters])
            },
            "Later": Method { call in
                try call.noParameters()
                call.whenWritable { call.reply() }
            },
            "Count": .streaming { call in
                for number in 1...3 { call.reply(["number": number], continues: number < 3) }
            },
            "Fail": Method { _ in throw VarlinkError("a.b.Failed", ["code": 7]) },
        ])
}
