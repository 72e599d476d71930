import TestBus
import Glibc
import Systemd
import Testing

@Suite(.timeLimit(.minutes(30))) struct ActivationTests {
    @Test func tellsListeningFromConnected() throws {
        let scratch = try ScratchDirectory()
        let listening = try UnixSocket.listening(path: scratch.path("socket"))
        let (one, other) = try UnixSocket.pair()
        defer { [listening, one, other].forEach { close($0) } }
        #expect(ActivatedSocket(descriptor: listening, name: "varlink").kind == .listening)
        #expect(ActivatedSocket(descriptor: one, name: "connection").kind == .connected)
    }

    @Test func callsEverythingElseOther() throws {
        let scratch = try ScratchDirectory()
        let datagram = try UnixSocket.bound(type: SOCK_DGRAM, path: scratch.path("datagram"))
        let unconnected = try UnixSocket.made(SOCK_STREAM)
        let (packet, peer) = try UnixSocket.pair(type: SOCK_SEQPACKET)
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { [datagram, unconnected, packet, peer, file].forEach { close($0) } }
        for descriptor in [datagram, unconnected, packet, file, -1] {
            #expect(ActivatedSocket(descriptor: descriptor, name: "x").kind == .other)
        }
    }

    /// The descriptors from 3 on are not all ours, so the last of them is the one that is looked
    /// at.
    @Test func takesTheDescriptorsOnce() async {
        await #expect(processExitsWith: .success) {
            let scratch = try ScratchDirectory()
            let socket = try UnixSocket.listening(path: scratch.path("socket"))
            let count = socket - 2
            let names = (1..<count).map { "n\($0)" } + ["varlink"]
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "\(count)", 1)
            setenv("LISTEN_FDNAMES", names.joined(separator: ":"), 1)
            let sockets = try Activation.adoptSockets()
            #expect(sockets.map(\.name) == names)
            #expect(sockets.map(\.descriptor) == Array(3...socket))
            #expect(sockets.last?.kind == .listening)
            #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
            for variable in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] {
                #expect(getenv(variable) == nil, "\(variable) is still set")
            }
            try #expect(Activation.adoptSockets() == [])
        }
    }

    @Test func namesWhatTheUnitDidNotName() async {
        await #expect(processExitsWith: .success) {
            let (one, other) = try UnixSocket.pair()
            let last = max(one, other)
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "\(last - 2)", 1)
            unsetenv("LISTEN_FDNAMES")
            let socket = try Activation.adoptSockets().last
            #expect(socket?.name == "unknown")
            #expect(socket?.kind == .connected)
        }
    }

    @Test func isNothingWithoutActivation() async {
        await #expect(processExitsWith: .success) {
            unsetenv("LISTEN_PID")
            try #expect(Activation.adoptSockets() == [])
            setenv("LISTEN_PID", "1", 1)
            setenv("LISTEN_FDS", "1", 1)
            try #expect(Activation.adoptSockets() == [], "descriptors of another process")
        }
    }

    @Test(arguments: ["many", "-1", "2147483647"])
    func saysSoWhenTheVariablesAreDamaged(count: String) async {
        await #expect(processExitsWith: .success) { [count] in
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", count, 1)
            #expect(throws: SystemError.self) { try Activation.adoptSockets() }
        }
    }
}
