import Glibc
import NIOCore
import Testing

@testable import Varlink

@Suite("Binding, activation, shutting down")
struct ListeningTests {
    private func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private func failure(_ service: TestService, _ path: String) -> BindError? {
        #expect(throws: BindError.self) { try service.server.listen(at: path).wait() }
    }

    @Test("The socket file has mode 0600 and goes when the server does")
    func mode() throws {
        let service = try TestService()
        let made = try #require(status(service.path))
        #expect(made.st_mode & S_IFMT == S_IFSOCK)
        #expect(made.st_mode & 0o777 == 0o600)
        try service.server.shutdown().wait()
        #expect(status(service.path) == nil)
    }

    @Test("A path where somebody listens is in use, and stays theirs")
    func inUse() throws {
        let first = try TestService()
        let second = try TestService(isListening: false)
        #expect(failure(second, first.path) == .addressInUse(path: first.path))
        #expect(try first.client().call("org.example.test.Nothing") == [:])
        #expect(
            BindError.addressInUse(path: "/p").description
                == "/p: another process is already listening there")
    }

    @Test("A listener whose queue is full is somebody too")
    func fullQueue() throws {
        let service = try TestService(isListening: false)
        let socket = try ListeningSocket(binding: service.path)
        defer { close(socket.descriptor) }
        #expect(listen(socket.descriptor, 0) == 0)
        let waiting = try RawPeer(connectingTo: service.path)
        #expect(failure(service, service.path) == .addressInUse(path: service.path))
        _ = waiting
    }

    @Test("A socket that was left behind is replaced")
    func stale() throws {
        let service = try TestService(isListening: false)
        let left = try ListeningSocket(binding: service.path)
        close(left.descriptor)
        #expect(status(service.path) != nil)
        try service.server.listen(at: service.path).wait()
        #expect(try service.client().call("org.example.test.Nothing") == [:])
    }

    @Test("A file that has taken the place of one's own is left alone")
    func replaced() throws {
        let service = try TestService()
        unlink(service.path)
        let successor = try ListeningSocket(binding: service.path)
        defer { close(successor.descriptor) }
        try service.server.shutdown().wait()
        #expect(status(service.path) != nil)
        successor.removeFile()
        #expect(status(service.path) == nil)
    }

    @Test("Of several that start together on a stale path exactly one gets it")
    func race() throws {
        let service = try TestService(isListening: false)
        close(try ListeningSocket(binding: service.path).descriptor)
        let group = service.group
        let attempts = (0..<8).map { _ in
            group.any().makeFutureWithTask { () -> CInt? in
                try? ListeningSocket(binding: service.path).descriptor
            }
        }
        let bound = try attempts.compactMap { try $0.wait() }
        #expect(bound.count == 1)
        for descriptor in bound { close(descriptor) }
    }

    @Test("A file that is no socket is left alone")
    func notASocket() throws {
        let service = try TestService(isListening: false)
        let descriptor = open(service.path, O_CREAT | O_WRONLY, 0o644)
        close(descriptor)
        #expect(failure(service, service.path) == .notASocket(path: service.path))
        #expect(status(service.path)?.st_mode.isRegularFile == true)
    }

    @Test("Paths that cannot be bound are told apart")
    func badPaths() throws {
        let service = try TestService(isListening: false)
        let long = service.directory + "/" + String(repeating: "x", count: 108)
        #expect(failure(service, long) == .badPath(path: long))
        #expect(failure(service, "") == .badPath(path: ""))
        #expect(failure(service, "/tmp/a\0b") == .badPath(path: "/tmp/a\0b"))
        let missing = service.directory + "/none/socket"
        #expect(failure(service, missing) == .system(path: missing, call: "open", errno: ENOENT))
        let longest =
            service.directory + "/"
            + String(repeating: "y", count: 106 - service.directory.utf8.count)
        #expect(longest.utf8.count == 107)
        try service.server.listen(at: longest).wait()
        #expect(try VarlinkClient(path: longest).call("org.example.test.Nothing") == [:])
    }

    @Test("A listening socket that was handed over is served, and its file left in place")
    func activation() throws {
        let service = try TestService(isListening: false)
        let socket = try ListeningSocket(binding: service.path)
        try service.server.serve(listening: socket.descriptor).wait()
        #expect(try service.client().call("org.example.test.Nothing") == [:])
        try service.server.shutdown().wait()
        #expect(status(service.path) != nil)
    }

    @Test("A call that came before the server did is answered")
    func callBeforeServing() throws {
        let service = try TestService(isListening: false)
        let socket = try ListeningSocket(binding: service.path)
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Nothing"}"#)
        try service.server.serve(listening: socket.descriptor).wait()
        #expect(peer.receive() == .message("{}"))
    }

    @Test("A connected socket that was handed over is served")
    func connected() throws {
        let service = try TestService(isListening: false)
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let peer = RawPeer(adopting: pair[1])
        peer.send(#"{"method":"org.example.test.Echo","parameters":{"text":"a"}}"#)
        try service.server.serve(connected: pair[0]).wait()
        #expect(peer.receive() == .message(#"{"parameters":{"text":"a"}}"#))
        #expect(try service.server.connectionCount.wait() == 1)
        peer.endSending()
        #expect(peer.receive() == .end)
        #expect(try service.server.connectionCount.wait() == 0)
    }

    @Test("One server listens at several places")
    func several() throws {
        let service = try TestService()
        let second = service.directory + "/second"
        try service.server.listen(at: second).wait()
        #expect(try service.client().call("org.example.test.Nothing") == [:])
        #expect(try VarlinkClient(path: second).call("org.example.test.Nothing") == [:])
        try service.server.shutdown().wait()
        #expect(status(second) == nil)
    }
}

extension mode_t {
    fileprivate var isRegularFile: Bool { self & S_IFMT == S_IFREG }
}
