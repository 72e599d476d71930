import TestSupport
import API
import Dashboard
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing
import Varlink

@testable import soteria_dashboard

/// A server at a port of its own, with pages and a clock that the test gives it.
final class LiveServer: Sendable {
    let port: Int
    let control: String
    let directory: String
    let access: AccessControl
    /// How much time has passed, as far as the server knows.
    private let time: Elapsed
    private let service: Service
    private let group: MultiThreadedEventLoopGroup
    private let threads: NIOThreadPool
    private let serving: Task<Void, any Error>
    /// Whether the server said that nobody looks at pages any more.
    let ended: Handover<Void>

    /// Runs `body` with a server of these pages for a daemon at a path, and ends it after that.
    static func run(
        _ pages: FakePages = FakePages(), daemon: String = "/nowhere/soteria",
        user: UInt32 = geteuid(), logger: Logger = .silent,
        _ body: @escaping @Sendable (LiveServer) throws -> Void
    ) async throws {
        try await OwnThread.run {
            let server = try start(pages.pages, daemon, user, logger)
            do {
                try body(server)
            } catch {
                try server.stop()
                throw error
            }
            try server.stop()
        }
    }

    private static func start(
        _ pages: Pages, _ daemon: String, _ user: UInt32, _ logger: Logger
    ) throws -> LiveServer {
        let base = NSTemporaryDirectory() + "soteria-web-\(UUID().uuidString.prefix(8))"
        let files = EntranceFiles(directory: base)
        try files.prepare()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let threads = NIOThreadPool(numberOfThreads: 2)
        threads.start()
        let time = Elapsed()
        let ended = Handover<Void>()
        let service = try Service(
            loop: group.next(), files: files, pages: pages,
            daemon: API.SocketAddress(path: daemon), threads: threads, elapsed: { time.now },
            user: user, logger: logger, onEnd: { ended.give(()) })
        let control = base + ".control"
        let ready = Handover<Int>()
        let serving = Task.detached {
            try await service.serve(.path(control)) { ready.give((try? $0.get()) ?? 0) }
        }
        let port = try #require(ready.next())
        return LiveServer(
            port: port, control: control, directory: base, time: time, service: service,
            group: group, threads: threads, serving: serving, ended: ended)
    }

    private init(
        port: Int, control: String, directory: String, time: Elapsed, service: Service,
        group: MultiThreadedEventLoopGroup, threads: NIOThreadPool,
        serving: Task<Void, any Error>, ended: Handover<Void>
    ) {
        self.port = port
        self.control = control
        self.directory = directory
        self.time = time
        self.service = service
        self.group = group
        self.threads = threads
        self.serving = serving
        self.ended = ended
        access = service.access
    }

    /// Ends it as the program does, and everything that it stood on.
    private func stop() throws {
        let closed = Handover<Void>()
        Task.detached { [service, serving] in
            await service.close()
            serving.cancel()
            _ = try? await serving.value
            closed.give(())
        }
        try #require(closed.next() != nil)
        try threads.syncShutdownGracefully()
        try group.syncShutdownGracefully()
    }

    /// Runs `body` where the reception's state is.
    func onLoop<Result: Sendable>(
        _ body: @escaping @Sendable (isolated AccessControl) -> Result
    ) throws -> Result {
        try group.next().submit { [access] in access.assumeIsolated { body($0) } }.wait()
    }

    /// Lets so much time pass, and the server's timer ring.
    func pass(_ length: Duration) throws {
        time.pass(length)
        try onLoop { $0.alarmFired() }
    }

    var host: String { "127.0.0.1:\(port)" }
    var origin: String { "http://\(host)" }

    /// The files that lead in.
    var entrances: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    /// Makes a way in over the control socket; the file's path.
    func open(page: String? = nil) throws -> String {
        let client = try SoteriaClient(API.SocketAddress(path: control), timeout: .seconds(900))
        return try client.call(DashboardAPI.Open.self, .init(page: page)).file
    }

    /// The token in a file that leads in.
    static func token(in file: String) throws -> String {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let tail = try #require(text.components(separatedBy: "/enter?token=").dropFirst().first)
        return String(tail.prefix { $0.isHexDigit })
    }

    /// Asks for something, over a connection of its own.
    func ask(
        _ method: String = "GET", _ target: String, _ headers: [String: String] = [:],
        body: String = ""
    ) throws -> Reply {
        let browser = try Browser(port: port)
        browser.send(request(method, target, headers, body: body))
        return try browser.reply(isHead: method == "HEAD")
    }

    /// The text of a request; an empty header is left out.
    func request(
        _ method: String = "GET", _ target: String, _ headers: [String: String] = [:],
        body: String = ""
    ) -> String {
        var fields = ["Host": host]
        if !body.isEmpty || method == "POST" { fields["Content-Length"] = "\(body.utf8.count)" }
        fields.merge(headers) { $1 }
        let lines = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }
        return "\(method) \(target) HTTP/1.1\r\n\(lines.joined())\r\n\(body)"
    }

    /// Goes in as a browser does.
    func enter(page: String? = nil) throws -> Visitor {
        let token = try Self.token(in: open(page: page))
        let reply = try ask("GET", "/enter?token=\(token)")
        try #require(reply.status == 200)
        return try Visitor(server: self, reply)
    }
}

/// A browser that was let in.
struct Visitor {
    let server: LiveServer
    /// `soteria=…`, as the browser sends it back.
    let cookie: String
    /// The cookie with everything that was said of it.
    let attributes: String
    let base: String
    /// Where it was led.
    let address: String
    /// The page that led there.
    let page: String

    init(server: LiveServer, _ reply: Reply) throws {
        self.server = server
        page = reply.text
        attributes = try #require(reply["set-cookie"])
        cookie = String(attributes.prefix { $0 != ";" })
        let path = try #require(attributes.components(separatedBy: "Path=").last)
        base = String(path.dropLast())
        let tail = try #require(reply.text.components(separatedBy: "url=").dropFirst().first)
        address = String(tail.prefix { $0 != "\"" })
    }

    func get(_ path: String = "/", _ headers: [String: String] = [:]) throws -> Reply {
        try ask("GET", path, headers)
    }

    func ask(_ method: String, _ path: String, _ headers: [String: String] = [:]) throws -> Reply {
        try server.ask(method, base + path, ["Cookie": cookie].merging(headers) { $1 })
    }

    /// The token that the forms of its pages carry.
    func csrf() throws -> String {
        let tail = try #require(get().text.components(separatedBy: "csrf=").dropFirst().first)
        return String(tail.prefix { $0.isHexDigit })
    }

    /// Sends a form as one of our own pages does; headers replace what it sends.
    func post(
        _ path: String = "/form", _ body: String, _ headers: [String: String] = [:]
    ) throws -> Reply {
        let usual = [
            "Cookie": cookie, "Origin": server.origin, "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
        ]
        return try server.ask("POST", base + path, usual.merging(headers) { $1 }, body: body)
    }

    /// Opens a stream of events.
    func stream(_ headers: [String: String] = [:]) throws -> (Browser, Reply) {
        let browser = try Browser(port: server.port)
        browser.send(
            server.request("GET", base + "/events", ["Cookie": cookie].merging(headers) { $1 }))
        return (browser, try browser.head())
    }
}

/// A clock that only the test turns on.
final class Elapsed: Sendable {
    private let time = Mutex(Duration.zero)

    var now: Duration { time.withLock { $0 } }
    func pass(_ length: Duration) { time.withLock { $0 += length } }
}

/// A thread for a test that waits for sockets: the few threads on which everything asynchronous
/// runs, the server under test included, must not wait.
final class OwnThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body` on a thread of its own, within the present test.
    static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withTaskExecutorPreference(OwnThread()) { try body() }
    }
}

extension Logger {
    /// One that says nothing.
    static var silent: Logger { Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() } }
}
