import API
import Dispatch
import EventStore
import Glibc
import Logging
import NIOCore
import NIOPosix
import RuleFiles
import RuleModel
import Systemd
import Varlink

/// The daemon from its start to its end.
struct Run {
    private let options: Options
    private let places = Places()
    private let journal = Logger.daemon()

    init(_ options: Options) { self.options = options }

    static func settings(_ options: Options, _ places: Places) -> Settings {
        let directories =
            options.rules.isEmpty
            ? RuleDirectories.standard(prefix: Places.prefix, environment: places.environment)
            : RuleDirectories(overriding: options.rules, prefix: Places.prefix)
        return Settings(
            directories: directories, zones: ZoneSource(environment: places.environment),
            cadences: (options.tick, options.autoProtectionInterval, options.riskInterval))
    }

    /// Runs until a signal ends it; throws where it cannot start.
    func untilStopped() throws(StartFailure) {
        // Sockets first: where they cannot be had, nothing else is touched.
        let sockets = try activation().filter { $0.kind != .other }
        let path = sockets.isEmpty ? try freeSocketPath() : nil
        let state = try stateDirectory()
        var settings = Self.settings(options, places)
        settings.listCopies = ListCopies(directory: state + "/lists")
        let damage = DamageReport()
        let opening = try open(state, damage)
        let loading = RuleState.atStart(
            settings, recorded: opening.lastRules, edits: opening.state.edits)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let daemon = Daemon(
            loop: group.next(), opening: opening, loading: loading, settings: settings,
            journal: journal)
        let watches = try Watches(daemon, settings)
        do {
            // Nothing is answered before the state is that of now: it would be answered wrongly.
            try daemon.loop.submit { daemon.assumeIsolated { $0.begin(opening) } }.wait()
        } catch {
            throw StartFailure(message: "\(error)", code: 1)
        }
        damage.deliver(to: daemon)
        let server = try serve(daemon, sockets, path)
        let signals = try watchSignals(daemon, server)
        daemon.enter { $0.announce() }
        withExtendedLifetime((watches, signals, server, group)) { dispatchMain() }
    }

    private func activation() throws(StartFailure) -> [ActivatedSocket] {
        do {
            return try Activation.take()
        } catch {
            throw StartFailure.configuration("The sockets from systemd cannot be used: \(error)")
        }
    }

    private func stateDirectory() throws(StartFailure) -> String {
        if let given = options.state { return given }
        return try places.stateDirectory()
    }

    private func open(
        _ directory: String, _ damage: DamageReport
    ) throws(StartFailure) -> Opening {
        let wall = Instant(milliseconds: ClockReading.now().wallMilliseconds)
        do {
            return try EventStore.open(directory: directory, at: wall) { damage.take($0) }
        } catch {
            throw StartFailure.configuration(error.description)
        }
    }

    private func serve(
        _ daemon: Daemon, _ sockets: [ActivatedSocket], _ path: String?
    ) throws(StartFailure) -> VarlinkServer {
        let server: VarlinkServer
        do {
            let journal = journal
            server = VarlinkServer(
                identity: ServiceIdentity(
                    vendor: "Soteria", product: "soteriad", version: Version.text, url: ""),
                interfaces: try daemon.interfaces(), eventLoop: daemon.loop,
                observer: { journal.tell($0) })
        } catch {
            throw StartFailure(message: "\(error)", code: 1)
        }
        daemon.enter { $0.connections.connect { server.connectionCount } }
        do {
            for socket in sockets {
                if socket.kind == .connected {
                    try server.serve(connected: socket.descriptor).wait()
                } else {
                    try server.serve(listening: socket.descriptor).wait()
                }
            }
            if let path { try server.listen(at: path).wait() }
        } catch {
            throw .configuration("The socket cannot be opened: \(error)")
        }
        return server
    }

    /// The socket's path, at which nobody listens yet.
    private func freeSocketPath() throws(StartFailure) -> String {
        let path = try socketPath()
        if (try? VarlinkClient(path: path)) != nil {
            throw .configuration(
                "The socket cannot be opened: \(BindError.addressInUse(path: path))")
        }
        return path
    }

    /// The socket's path; its directory is made where only that is missing.
    private func socketPath() throws(StartFailure) -> String {
        if let given = options.socket { return given }
        let address: API.SocketAddress
        do {
            address = try API.SocketAddress.standard(
                variable: { places.environment[$0] })
        } catch {
            throw .configuration("\(error)")
        }
        let directory = address.path[..<(address.path.lastIndex(of: "/") ?? address.path.endIndex)]
        if mkdir(String(directory), 0o700) != 0, errno != EEXIST {
            throw .configuration(
                "\(directory) cannot be made: \(String(cString: strerror(errno))). "
                    + "Give --socket PATH, or set XDG_RUNTIME_DIR.")
        }
        return address.path
    }

    private func watchSignals(
        _ daemon: Daemon, _ server: VarlinkServer
    ) throws(StartFailure) -> SignalWatch {
        do {
            return try Signals.watch([SIGTERM, SIGINT, SIGHUP], queue: Watches.queue) { signal in
                if signal == SIGHUP {
                    daemon.enter { $0.reloadForManager() }
                } else {
                    // The deadline of the service's promise; not on the loop, which may be what
                    // hangs.
                    Watches.queue.asyncAfter(deadline: .now() + .milliseconds(900)) { _exit(1) }
                    daemon.enter { $0.stop(server) }
                }
            }
        } catch {
            throw StartFailure(message: "Signals cannot be watched: \(error)", code: 1)
        }
    }
}
