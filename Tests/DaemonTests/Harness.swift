import API
import EventStore
import Foundation
import Logging
import NIOCore
import NIOPosix
import RuleFiles
import RuleModel
import Testing
import Varlink

@testable import soteriad
@testable import Systemd

/// The daemon in this process: its own state directory, rule directory and socket, and clocks that
/// only the test moves.
final class Harness: Sendable {
    let directory: String
    let time: Time
    let entries = Entries()
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let daemon: Daemon
    let server: VarlinkServer
    let opening: OpenResult

    var socket: String { directory + "/socket" }
    var rules: String { directory + "/rules" }
    var state: String { directory + "/state" }

    /// Starts a daemon on a directory, new unless one is given, at 2026-11-18 (a Wednesday).
    init(
        rules text: String = "", directory given: String? = nil, time: Time = Time(),
        zone: String = "Europe/Berlin", zoneFiles: String = "/usr/share/zoneinfo",
        tz: String? = nil,
        state: String? = nil, lost: Instant? = nil, prefix: String? = nil
    ) throws {
        let directory = given ?? NSTemporaryDirectory() + "soteria-" + UUID().uuidString
        self.directory = directory
        self.time = time
        let files = FileManager.default
        try files.createDirectory(
            atPath: directory + "/rules", withIntermediateDirectories: true)
        if given == nil {
            try text.write(
                toFile: directory + "/rules/10-own.yaml", atomically: true, encoding: .utf8)
        }
        let settings = Settings(
            directories: RuleDirectories(
                overriding: [directory + "/rules"], prefix: prefix),
            zones: ZoneSource(
                directory: zoneFiles, localtime: "/usr/share/zoneinfo/" + zone, tz: tz),
            cadences: (60, 300, 900),
            listCopies: ListCopies(directory: (state ?? directory + "/state") + "/lists"),
            login: LoginState(path: directory + "/login"))
        opening = try EventStore.open(
            directory: state ?? directory + "/state", at: Instant(milliseconds: time.wall))
        let entries = entries
        let daemon = Daemon(
            loop: group.next(), opening: opening,
            loading: RuleState.atStart(settings, opening), settings: settings,
            clocks: time.clocks, journal: .daemon(Journal { entries.add($0) }))
        self.daemon = daemon
        server = VarlinkServer(
            identity: ServiceIdentity(vendor: "", product: "", version: "", url: ""),
            interfaces: try daemon.interfaces(), eventLoop: daemon.loop)
        let opening = opening
        try daemon.loop.submit {
            daemon.assumeIsolated {
                $0.begin(opening, lost: lost)
                $0.announce()
            }
        }.wait()
        // The first look for what was saved meanwhile is over before a test edits anything.
        try finishReading()
        try server.listen(at: directory + "/socket").wait()
    }

    /// Does something on the daemon's loop.
    func inside<Result: Sendable>(
        _ body: @escaping @Sendable (isolated Daemon) -> Result
    ) throws -> Result {
        let daemon = daemon
        return try daemon.loop.submit { daemon.assumeIsolated { body($0) } }.wait()
    }

    /// Waits until the rule files that were to be read are read and taken in.
    func finishReading() throws {
        try inside { $0.work.rules }.sync {}
        try inside { _ in }
    }

    /// Moves both clocks on, fires the minute's timer where they arrive, and waits until what it
    /// recorded is on disk.
    func pass(minutes: Int64, tick: [Int] = [0]) throws {
        time.pass(minutes * 60_000)
        try inside { $0.tick(tick) }
        try settle()
    }

    /// Waits until what was recorded is on disk and what the store answered has been taken in.
    func settle() throws {
        let written = DispatchSemaphore(value: 0)
        opening.store.append([]) { _ in written.signal() }
        written.wait()
        try inside { _ in }
    }

    func client() throws -> VarlinkClient {
        try VarlinkClient(path: socket, timeout: .seconds(900))
    }

    /// One call; a service's error is thrown.
    func call<Method: TypedMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws -> Method.Reply {
        try client().call(Method.method, parameters, as: Method.Reply.self)
    }

    /// Ends the daemon as SIGTERM would, without leaving the process.
    func stop() throws {
        try inside { $0.handle(.stopping) }
        try server.shutdown().wait()
        opening.store.close()
        try group.syncShutdownGracefully()
    }

    func remove() { try? FileManager.default.removeItem(atPath: directory) }
}

/// Clocks that stand still until the test moves them.
final class Time: @unchecked Sendable {
    private let lock = NSLock()
    private var wallNow: Int64
    private var elapsedNow: Int64 = 3_600_000
    private var asleepNow: Int64 = 0
    private var bootNow = "boot-1"

    /// Clocks that show an instant; the default is 2026-11-18T20:00:00+01:00, a Wednesday.
    init(_ start: String = "2026-11-18T20:00:00+01:00") {
        wallNow = Instant(rfc3339: start)?.milliseconds ?? 0
    }

    var wall: Int64 { lock.withLock { wallNow } }

    func pass(_ milliseconds: Int64) {
        lock.withLock {
            wallNow += milliseconds
            elapsedNow += milliseconds
        }
    }

    /// The machine sleeps.
    func sleep(_ milliseconds: Int64) {
        pass(milliseconds)
        lock.withLock { asleepNow += milliseconds }
    }

    /// A person sets the wall clock.
    func set(by milliseconds: Int64) { lock.withLock { wallNow += milliseconds } }

    /// The machine starts again after a time.
    func reboot(after milliseconds: Int64) {
        lock.withLock {
            wallNow += milliseconds
            elapsedNow = 20_000
            asleepNow = 0
            bootNow += "1"
        }
    }

    var clocks: Clocks {
        Clocks(
            read: {
                self.lock.withLock {
                    ClockSample(
                        wallMilliseconds: self.wallNow, elapsedMilliseconds: self.elapsedNow,
                        asleepMilliseconds: self.asleepNow, bootID: self.bootNow)
                }
            }, isSynchronised: { nil })
    }
}

/// The entries that were sent to the journal.
final class Entries: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [JournalEntry] = []
    private var hook: (kind: EntryKind, body: @Sendable () -> Void)?

    func add(_ entry: JournalEntry) {
        let known = lock.withLock {
            all.append(entry)
            return hook
        }
        if let known, known.kind.id == entry.messageID { known.body() }
    }

    /// Does something on the daemon's loop at each entry of a kind.
    func at(_ kind: EntryKind, _ body: @escaping @Sendable () -> Void) {
        lock.withLock { hook = (kind, body) }
    }
    var list: [JournalEntry] { lock.withLock { all } }

    func of(_ kind: EntryKind) -> [JournalEntry] { list.filter { $0.messageID == kind.id } }
}

/// Rules that most tests use: quiet hours each night over midnight.
let nights = """
    unblock: {wait: {planned: 10s, impulse: 30s}}
    targets:
      shopping: {name: Shopping, sites: [amazon.com, ebay.com], apps: [com.example.Shop]}
      games: {name: Games, sites: [games.example]}
    quiet_hours:
      nights:
        name: Quiet nights
        block: [shopping]
        ranges: [{days: daily, time: "22:30-06:30"}]
    """
