import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import Varlink
import VarlinkIDL

@Suite("Handlers")
struct HandlerTests {
    /// A server whose one method is `handler`, and a peer connected to it.
    private final class Fixture {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server: VarlinkServer
        let peer: RawPeer
        let events: Events

        final class Events: Sendable {
            let noted = Mutex<[ServerEvent]>([])
        }

        init(_ method: Method) throws {
            let description = try InterfaceDescription("interface a.b\nmethod M() -> ()\n")
            let events = Events()
            self.events = events
            server = VarlinkServer(
                identity: TestService.identity,
                interfaces: [try Interface(description, methods: ["M": method])],
                eventLoop: group.next(),
                observer: { event in events.noted.withLock { $0.append(event) } })
            var pair: [CInt] = [0, 0]
            try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
            peer = RawPeer(adopting: pair[1])
            try server.serve(connected: pair[0]).wait()
        }

        deinit {
            try? server.shutdown(grace: .zero).wait()
            group.shutdownGracefully { _ in }
        }
    }

    private struct Odd: Error {}

    private let call = #"{"method":"a.b.M"}"#

    @Test("A decoding error of a handler's own is an invalid parameter")
    func decodingError() throws {
        let fixture = try Fixture(
            Method { _ in
                _ = try JSON.object(["filter": ["day": 1]]).decode(as: [String: [String]].self)
            })
        fixture.peer.send(call)
        #expect(
            fixture.peer.receive()
                == .message(
                    #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"filter"}}"#
                ))
    }

    @Test("What a handler throws after its answer cannot be a second one")
    func throwAfterAnswer() throws {
        let fixture = try Fixture(
            Method { call in
                call.reply()
                throw VarlinkError.permissionDenied
            })
        fixture.peer.send(call)
        #expect(fixture.peer.receive() == .message("{}"))
        #expect(fixture.peer.receive() == .end)
        #expect(
            fixture.events.noted.withLock { $0 } == [
                .handlerFailed(
                    method: "a.b.M", reason: VarlinkError.permissionDenied.description)
            ])
    }

    @Test("Parameters that decode by throwing an error of their own name no parameter")
    func ownDecodingErrors() throws {
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw Odd() }
        }
        struct Refusing: Decodable {
            init(from decoder: any Decoder) throws {
                throw VarlinkError("a.b.Refused", ["why": "mood"])
            }
        }
        let picky = try Fixture(Method { call in _ = try call.decode(Picky.self) })
        picky.peer.send(call)
        #expect(
            picky.peer.receive()
                == .message(
                    #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":""}}"#
                ))
        let refusing = try Fixture(Method { call in _ = try call.decode(Refusing.self) })
        refusing.peer.send(call)
        #expect(
            refusing.peer.receive()
                == .message(#"{"error":"a.b.Refused","parameters":{"why":"mood"}}"#))
    }

    @Test("A call knows its method, flags and parameters")
    func whatACallKnows() throws {
        let fixture = try Fixture(
            Method { call in
                call.reply(
                    [
                        "method": JSON.string(call.method), "more": .bool(call.more),
                        "oneway": .bool(call.oneway), "parameters": .object(call.parameters),
                    ] as JSON)
            })
        fixture.peer.send(#"{"method":"a.b.M","more":true,"parameters":{"x":[1]}}"#)
        #expect(
            fixture.peer.receive()
                == .message(
                    #"{"parameters":{"method":"a.b.M","more":true,"oneway":false,"parameters":{"x":[1]}}}"#
                ))
    }

    @Test("A connection whose other end has gone is closed and its late answers are dropped")
    func lateAnswer() throws {
        let service = try TestService()
        var peer: RawPeer? = try service.peer()
        peer?.send(#"{"method":"org.example.test.Later"}"#)
        let later = try service.kept.next().wait()
        let closed = service.server.eventLoop.makePromise(of: Void.self)
        try service.server.eventLoop.submit { later.onClose { closed.succeed() } }.wait()
        peer = nil
        try closed.futureResult.wait()
        try service.server.eventLoop.submit {
            later.reply()
            later.reply(["x": 1])
            later.fail(.permissionDenied)
            later.whenWritable { Issue.record("nobody is there to write to") }
        }.wait()
        #expect(service.events == [])
        _ = peer
    }

    @Test("Answering twice is a fault of the program")
    func twice() async {
        await #expect(processExitsWith: .failure) {
            let fixture = try Fixture(
                Method { call in
                    call.reply()
                    call.reply()
                })
            fixture.peer.send(#"{"method":"a.b.M"}"#)
            _ = fixture.peer.receive()
        }
    }

    @Test("Going on without having been asked for more is a fault of the program")
    func continuesWithoutMore() async {
        await #expect(processExitsWith: .failure) {
            let fixture = try Fixture(Method { call in call.reply(continues: true) })
            fixture.peer.send(#"{"method":"a.b.M"}"#)
            _ = fixture.peer.receive()
        }
    }
}
