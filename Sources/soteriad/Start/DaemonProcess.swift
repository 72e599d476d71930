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

/// The daemon process, from its options to its end.
struct DaemonProcess {
    let options: Options
    private let places = MachinePaths()
    private let journal = Logger.daemon()

    static func settings(_ options: Options, _ places: MachinePaths) -> Settings {
        let directories =
            options.rules.isEmpty
            ? RuleDirectories.standard(prefix: MachinePaths.prefix, environment: places.environment)
            : RuleDirectories(overriding: options.rules, prefix: MachinePaths.prefix)
        return Settings(
            directories: directories, zones: ZoneSource(environment: places.environment),
            cadences: (options.tick, options.autoProtectionInterval, options.riskInterval))
    }

    /// Runs until a signal ends the process; throws if it cannot start.
    func run() throws(StartFailure) {
        // Sockets first: without them, nothing else is touched.
        let sockets = try StartFailure.wrapping(
            "Cannot use the sockets from systemd: ", code: 78
        ) { try Activation.adoptSockets().filter { $0.kind != .other } }
        let path = sockets.isEmpty ? try freeSocketPath() : nil
        let state =
            if let given = options.state { given } else { try places.stateDirectory() }
        var settings = Self.settings(options, places)
        settings.listCopies = ListCopies(directory: state + "/lists")
        let damage = DamageReporter()
        let wall = Instant(milliseconds: ClockSample.now().wallMilliseconds)
        let opening = try StartFailure.wrapping(code: 78) {
            try EventStore.open(directory: state, at: wall) { damage.handle($0) }
        }
        let lost = EarlierRecord.lost(before: opening, isInStandardPlace: options.state == nil)
        let loading = RuleState.atStart(settings, opening)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let daemon = Daemon(
            loop: group.next(), opening: opening, loading: loading, settings: settings,
            journal: journal)
        let watches = try StartFailure.wrapping(
            "Cannot watch the clock or the rules: ", code: 1
        ) { try Watches(daemon, settings) }
        // Nothing is answered before the state is current: the answers would be wrong.
        try StartFailure.wrapping(code: 1) {
            try daemon.loop.submit { daemon.assumeIsolated { $0.begin(opening, lost: lost) } }
                .wait()
        }
        damage.deliver(to: daemon)
        let server = try serve(daemon, sockets, path)
        let signals = try watchSignals(daemon, server)
        daemon.enter { $0.announce() }
        withExtendedLifetime((watches, signals, server, group)) { dispatchMain() }
    }

    private func serve(
        _ daemon: Daemon, _ sockets: [ActivatedSocket], _ path: String?
    ) throws(StartFailure) -> VarlinkServer {
        let journal = journal
        let server = VarlinkServer(
            identity: ServiceIdentity(
                vendor: "Soteria", product: "soteriad", version: Version.text, url: ""),
            interfaces: try StartFailure.wrapping(code: 1) { try daemon.interfaces() },
            eventLoop: daemon.loop,
            refusal: {
                DaemonAPI.TooManyConnections(maximum: $0.maximum, ofProcess: $0.isOfProcess)
                    .varlinkError
            }, releaseMemory: { ProcessMemory.release() },
            observer: { journal.log($0) })
        daemon.enter { $0.connections.connect { server.connectionCount } }
        try StartFailure.wrapping("Cannot open the socket: ", code: 78) {
            for socket in sockets {
                if socket.kind == .connected {
                    try server.serve(connected: socket.descriptor).wait()
                } else {
                    try server.serve(listening: socket.descriptor).wait()
                }
            }
            if let path { try server.listen(at: path).wait() }
        }
        return server
    }

    /// The path of the socket; throws if another process listens there already.
    private func freeSocketPath() throws(StartFailure) -> String {
        let path = try socketPath()
        if (try? VarlinkClient(path: path)) != nil {
            throw .configuration(
                "Cannot open the socket: \(BindError.addressInUse(path: path))")
        }
        return path
    }

    /// The path of the socket; creates its directory if only that is missing.
    private func socketPath() throws(StartFailure) -> String {
        if let given = options.socket { return given }
        let address = try StartFailure.wrapping(code: 78) {
            try API.SocketAddress.standard(variable: { places.environment[$0] })
        }
        let directory = address.path[..<(address.path.lastIndex(of: "/") ?? address.path.endIndex)]
        if mkdir(String(directory), 0o700) != 0, errno != EEXIST {
            throw .configuration(
                "Cannot create \(directory): \(String(cString: strerror(errno))). "
                    + "Pass --socket PATH, or set XDG_RUNTIME_DIR.")
        }
        return address.path
    }

    private func watchSignals(
        _ daemon: Daemon, _ server: VarlinkServer
    ) throws(StartFailure) -> SignalWatch {
        try StartFailure.wrapping("Cannot watch signals: ", code: 1) {
            try Signals.watch([SIGTERM, SIGINT, SIGHUP], queue: Watches.queue) { signal in
                if signal == SIGHUP {
                    daemon.enter { $0.reloadForManager() }
                } else {
                    // The service promises to stop in time; not on the loop, which may hang.
                    Watches.queue.asyncAfter(deadline: .now() + .milliseconds(900)) { _exit(1) }
                    daemon.enter { $0.stop(server) }
                }
            }
        }
    }
}
