import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import Varlink

@Suite("Accepting connections")
struct AcceptPauseTests {
    @Test("When accepting fails it pauses, says so once, and goes on by itself")
    func pause() throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { try? group.syncShutdownGracefully() }
        let loop = group.next()
        let directory = try TestService.temporaryDirectory()
        let socket = try ListeningSocket(binding: directory + "/socket")
        defer {
            socket.removeFile()
            rmdir(directory)
        }
        let events = NIOLoopBoundBox<[ServerEvent]>.makeBoxSendingValue([], eventLoop: loop)
        let accepted = loop.makePromise(of: Void.self)
        let listener = try ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptPause(length: .milliseconds(1)) { events.value.append($0) })
                }
            }
            .childChannelInitializer { channel in
                accepted.succeed()
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .withBoundSocket(socket.descriptor).wait()

        let isReading = try loop.submit {
            listener.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
            return try listener.syncOptions?.getOption(.autoRead)
        }.wait()
        #expect(isReading == false)
        let peer = try RawPeer(connectingTo: directory + "/socket")
        try accepted.futureResult.wait()
        #expect(try listener.getOption(.autoRead).wait())
        peer.endSending()
        let noted = try loop.submit { events.value }.wait()
        #expect(noted.count == 1)
        guard case .acceptFailed(let reason) = noted.first else {
            Issue.record("\(noted)")
            return
        }
        #expect(reason.contains("Too many open files"))
    }

    @Test("As many as may connect at once can wait to be accepted")
    func backlog() throws {
        let service = try TestService()
        let busy = service.server.eventLoop.makePromise(of: Void.self)
        let peers = try service.server.eventLoop.submit {
            // The loop is here, so that nothing is accepted meanwhile.
            let made = (0..<300).map { _ in Self.connects(to: service.path) }
            busy.succeed()
            return made
        }.wait()
        #expect(peers.allSatisfy { $0 })
        try busy.futureResult.wait()
    }

    /// Whether a connection is made without waiting.
    private static func connects(to path: String) -> Bool {
        guard var address = sockaddr_un(path: path) else { return false }
        let descriptor = socket(AF_UNIX, sockaddr_un.streamType, 0)
        defer { close(descriptor) }
        return address.with { connect(descriptor, $0, $1) } == 0
    }
}
