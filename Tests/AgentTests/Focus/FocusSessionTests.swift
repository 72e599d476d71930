import Dispatch
import Glibc
import Systemd
import TestBus
import Testing

@testable import soteria_agent

/// Connections to sockets of the test's own.
@Suite(.timeLimit(.minutes(5)))
struct FocusSessionTests {
    private let scratch: ScratchDirectory
    private let queue = DispatchQueue(label: "focus")
    private let reports = Mailbox<FocusReport>()
    private let window = #"{"pid":5,"app_id":"a","focused":true}"#

    init() throws {
        scratch = try ScratchDirectory()
    }

    /// A listening socket. Its waits have a thread of their own: the tests' few threads must stay
    /// free for what is waited for.
    private final class Server {
        private let listener: Int32
        private var peer: Int32 = -1
        private let thread = DispatchQueue(label: "server")

        init(_ address: LocalAddress) throws {
            var name: [UInt8]
            switch address {
            case .path(let path): name = Array(path.utf8) + [0]
            case .abstract(let text): name = [0] + text.utf8
            }
            listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var own = sockaddr_un()
            own.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &own.sun_path) { $0.copyBytes(from: name) }
            let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
            let isBound = withUnsafePointer(to: &own) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
            }
            try #require(isBound == 0 && listen(listener, 5) == 0)
        }

        deinit {
            close()
            Glibc.close(listener)
        }

        /// Accepts a connection that has been made, instead of the one before.
        func accept() async {
            close()
            peer = await wait { [listener] in Glibc.accept(listener, nil, nil) }
        }

        func close() {
            if peer >= 0 { Glibc.close(peer) }
            peer = -1
        }

        /// The next bytes, exactly so many unless the connection ends.
        func read(_ count: Int) async -> [UInt8] {
            await wait { [peer] in
                var bytes = [UInt8](repeating: 0, count: count)
                let got = recv(peer, &bytes, count, Int32(MSG_WAITALL))
                return Array(bytes.prefix(max(0, got)))
            }
        }

        private func wait<Result: Sendable>(
            _ body: @escaping @Sendable () -> Result
        ) async -> Result {
            await withCheckedContinuation { continuation in
                thread.async { continuation.resume(returning: body()) }
            }
        }

        func write(_ bytes: [UInt8]) {
            #expect(Glibc.send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        }
    }

    private func session(_ candidate: FocusCandidate) throws -> FocusSession {
        try FocusSession(candidate, awayAfter: 180, queue: queue) { [reports] in reports.post($0) }
    }

    @Test("The first socket that accepts is used, and its end is told once")
    func sway() async throws {
        let address = LocalAddress.path(scratch.path("sway"))
        let server = try Server(address)
        let session = try session(
            FocusCandidate(kind: .sway, addresses: [.path(scratch.path("none")), address]))
        await server.accept()
        var source = SwayFocus()
        let first = source.begin()
        #expect(await server.read(first.count) == first)
        server.write(SwayFocus.message(2, #"{"success":true}"#) + SwayFocus.message(4, window))
        #expect(try await reports.next() == .ready(FocusAbilities(reportsFront: true)))
        #expect(try await reports.next() == .event(FocusBench.front("a", 5)))
        #expect(!session.putAway(FrontWindow(app: "a", process: nil)))
        server.write(SwayFocus.message(0x8000_0003, #"{"change":"close","container":{}}"#))
        #expect(await server.read(14) == SwayFocus.message(4))
        server.close()
        #expect(try await reports.next() == .lost("closed the connection"))
        #expect(await reports.rest() == [])
    }

    @Test("A failure of the protocol ends the session")
    func failure() async throws {
        let server = try Server(.path(scratch.path("s")))
        let session = try session(
            FocusCandidate(kind: .sway, addresses: [.path(scratch.path("s"))]))
        await server.accept()
        server.write(Array("this is no message".utf8))
        #expect(try await reports.next() == .lost("does not speak the protocol of i3"))
        #expect(!session.putAway(FrontWindow(app: "a", process: nil)))
        #expect(await reports.rest() == [])
    }

    @Test("After an end on the queue nothing is reported")
    func ended() async throws {
        let server = try Server(.path(scratch.path("s")))
        let session = try session(
            FocusCandidate(kind: .sway, addresses: [.path(scratch.path("s"))]))
        await server.accept()
        queue.sync { session.end() }
        _ = await server.read(1000)
        server.close()
        queue.sync {}
        #expect(await reports.rest() == [])
    }

    @Test("Hyprland's requests have a connection each")
    func hyprland() async throws {
        let events = LocalAddress.path(scratch.path("events"))
        let requests = LocalAddress.path(scratch.path("requests"))
        let server = try Server(events)
        let answers = try Server(requests)
        let session = try session(
            FocusCandidate(kind: .hyprland, addresses: [events], requests: requests))
        await server.accept()
        func answer(_ request: String, _ text: String) async {
            await answers.accept()
            #expect(await answers.read(request.utf8.count) == Array(request.utf8))
            answers.write(Array(text.utf8))
            answers.close()
        }
        await answer("j/activewindow", #"{"address":"0x1","class":"a","pid":5}"#)
        _ = try await reports.next()
        #expect(try await reports.next() == .event(FocusBench.front("a", 5)))
        server.write(Array("activewindowv2>>2\n".utf8))
        await answer("j/activewindow", #"{"address":"0x2","class":"b","pid":6}"#)
        #expect(try await reports.next() == .event(FocusBench.front("b", 6)))
        #expect(session.putAway(FrontWindow(app: "b", process: nil)))
        await answer("j/clients", #"[{"address":"0x2","class":"b","pid":6}]"#)
        await answer("[[BATCH]]dispatch movetoworkspacesilent special:soteria,address:0x2", "ok")
        server.write(Array("activewindowv2>>\n".utf8))
        #expect(try await reports.next() == .event(.front(nil)))
        session.end()
    }

    @Test("Sockets that are not there, and kinds that have none")
    func none() {
        let nowhere = FocusCandidate(kind: .sway, addresses: [.path(scratch.path("none"))])
        #expect(throws: SystemError(function: "connect", code: ENOENT)) { try session(nowhere) }
        let empty = FocusCandidate(kind: .x11)
        #expect(throws: SystemError(function: "connect", code: ENOENT)) { try session(empty) }
        let long = FocusCandidate(
            kind: .wayland, addresses: [.path("/" + String(repeating: "a", count: 200))])
        #expect(throws: SystemError(function: "connect", code: ENAMETOOLONG)) { try session(long) }
        for kind in [FocusKind.kwin, .gnome, .estimate] {
            #expect(throws: SystemError(function: "connect", code: ENOSYS)) {
                try session(FocusCandidate(kind: kind))
            }
        }
    }

    @Test("What a peer does not take waits, up to a limit", arguments: [false, true])
    func queueing(_ isTooMuch: Bool) async throws {
        let address = LocalAddress.abstract("soteria-test-\(getpid())-\(isTooMuch)")
        let server = try Server(address)
        let ends = Mailbox<String>()
        let stream = try ByteStream(
            connectingTo: address, queue: queue, onBytes: { _ in true }, onEnd: { ends.post($0) })
        await server.accept()
        let piece = [UInt8](repeating: 7, count: 16 << 10)
        for _ in 0..<(isTooMuch ? 100 : 13) { stream.send(piece) }
        if isTooMuch {
            #expect(try await ends.next() == "does not read what the agent sends")
        } else {
            #expect(await server.read(13 << 14).count == 13 << 14)
            stream.close()
        }
        #expect(await ends.rest() == [])
    }

    @Test("The cookie of a display, and the sockets of a directory with the newest first")
    func files() throws {
        let entry = "\u{1}\0\0\u{1}a\0\u{1}3\0\u{12}MIT-MAGIC-COOKIE-1\0\u{2}xy"
        try scratch.write(entry, to: "cookies")
        let display = XDisplay(":3", authority: scratch.path("cookies"))
        #expect(display?.cookie == Array("xy".utf8))
        #expect(XDisplay(":4", authority: scratch.path("cookies"))?.cookie == nil)
        #expect(XDisplay(":3", authority: scratch.path("none"))?.cookie == nil)
        try scratch.makeDirectory("hypr/abc")
        for (name, time) in [("wayland-0", 50), ("wayland-1", 90), ("bus", 99), ("hypr/abc", 70)] {
            if name != "hypr/abc" { try scratch.write("", to: name) }
            var times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, scratch.path(name), &times, 0) == 0)
        }
        #expect(
            DisplaySettings.socketNames(in: scratch.path) == ["wayland-1", "hypr/abc", "wayland-0"])
        #expect(DisplaySettings.socketNames(in: scratch.path("none")) == [])
    }
}
