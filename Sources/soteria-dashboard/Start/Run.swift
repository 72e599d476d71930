import API
import Dashboard
import Dispatch
import Foundation
import Logging
import NIOCore
import NIOPosix
import Systemd
import Varlink

/// The server from its start to its end. Apart from `main`, whose closures belong to the main
/// thread.
enum Run {
    static func start(_ options: Options) throws(StartFailure) {
        switch options.task {
        case .help: say(Options.help, to: STDOUT_FILENO)
        case .version: say(Version.text, to: STDOUT_FILENO)
        case .serve: try untilEnded(options)
        }
    }

    /// A line on one of the program's streams.
    static func say(_ line: String, to descriptor: Int32) {
        var text = line + "\n"
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// How many pages are made at a time.
    private static let threads = 2

    private static func untilEnded(_ options: Options) throws(StartFailure) {
        let sockets: [ActivatedSocket]
        do {
            sockets = try Activation.take().filter { $0.kind != .other }
        } catch {
            throw StartFailure(
                message: "the sockets from systemd cannot be used: \(error)", code: EX_CONFIG)
        }
        let places = try Places(options)
        let files = EntranceFiles(directory: places.files)
        do {
            try files.prepare()
        } catch {
            throw StartFailure(message: error.reason, code: EX_CANTCREAT)
        }
        let pages = try pages()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
        let logger = Logger.dashboard()
        let server = DashboardServer(
            loop: group.next(), files: files, pages: pages, daemon: places.daemon, threads: pool,
            logger: logger)
        let signals = try watchSignals(server)
        server.begin(group) { () throws(StartFailure) in
            if sockets.isEmpty { try places.makeControlDirectory() }
            return sockets.isEmpty ? .path(places.control.path) : .handedOver(sockets)
        }
        withExtendedLifetime((server, signals, group, pool)) { dispatchMain() }
    }

    private static func pages() throws(StartFailure) -> Pages {
        let information = ProcessInfo.processInfo
        do {
            let site = try Site(
                PageSurroundings(
                    environment: information.environment, home: NSHomeDirectory()))
            return Pages(site)
        } catch {
            throw StartFailure(message: "the pages are damaged: \(error)", code: EX_SOFTWARE)
        }
    }

    private static func watchSignals(
        _ server: DashboardServer
    ) throws(StartFailure) -> SignalWatch {
        let queue = DispatchQueue(label: "org.soteria.signals")
        do {
            return try Signals.watch([SIGTERM, SIGINT, SIGHUP], queue: queue) { _ in
                // Not on the loop, which may be what hangs.
                queue.asyncAfter(deadline: .now() + .milliseconds(900)) { _exit(1) }
                server.stop()
            }
        } catch {
            throw StartFailure(message: "signals cannot be watched: \(error)", code: EX_OSERR)
        }
    }
}
