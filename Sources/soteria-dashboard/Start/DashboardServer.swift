import API
import Dashboard
import Dispatch
import Foundation
import Glibc
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Systemd
import Varlink

/// Runs the server from start to end, apart from `main`, whose closures are the main thread's.
enum DashboardServer {
    static func start(_ options: Options) throws(StartFailure) {
        switch options.task {
        case .help: say(Options.help, to: STDOUT_FILENO)
        case .version: say(Version.text, to: STDOUT_FILENO)
        case .serve: try serve(options)
        }
    }

    static func say(_ line: String, to descriptor: Int32) {
        var text = line + "\n"
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private static let threads = 2

    private static func serve(_ options: Options) throws(StartFailure) {
        let sockets = try step("cannot use the sockets from systemd", EX_CONFIG) {
            try Activation.adoptSockets().filter { $0.kind != .other }
        }
        let places = try ServerPaths(options)
        let files = EntranceFiles(directory: places.files)
        do {
            try files.prepare()
        } catch {
            throw StartFailure(message: error.reason, code: EX_CANTCREAT)
        }
        let processExit = ProcessExit()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let service = try service(places, files, group.next(), processExit)
        let signals = try watchSignals(processExit)
        if sockets.isEmpty { try places.makeControlDirectory() }
        let socket: Service.ControlSocket =
            sockets.isEmpty ? .path(places.control.path) : .handedOver(sockets)
        processExit.setService(service)
        Task.detached {
            do {
                try await service.serve(socket) { result in
                    switch result {
                    case .success: Notify.ready(status: "Showing pages")
                    case .failure(let error):
                        processExit.fail("cannot open the control socket: \(error)")
                    }
                }
            } catch {
                processExit.fail("cannot open a network port: \(error)")
            }
        }
        withExtendedLifetime((signals, group)) { dispatchMain() }
    }

    private static func service(
        _ places: ServerPaths, _ files: EntranceFiles, _ loop: any EventLoop,
        _ processExit: ProcessExit
    ) throws(StartFailure) -> Service {
        let pages = try pages(places)
        let pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
        let start = ContinuousClock.now
        return try step("cannot open the control socket", EX_SOFTWARE) {
            try Service(
                loop: loop, files: files, pages: pages, daemon: places.daemon, threads: pool,
                elapsed: { start.duration(to: .now) }, logger: .dashboard(),
                onEnd: { processExit.begin() })
        }
    }

    /// Performs a step of the start; if it throws, the failure names the step.
    private static func step<Result>(
        _ what: String, _ code: Int32, _ body: () throws -> Result
    ) throws(StartFailure) -> Result {
        do {
            return try body()
        } catch {
            throw StartFailure(message: "\(what): \(error)", code: code)
        }
    }

    private static func pages(_ places: ServerPaths) throws(StartFailure) -> Pages {
        let environment = ProcessInfo.processInfo.environment
        let executable = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/exe")
        let tool = Tool(
            beside: executable ?? "", environment: environment, socket: places.daemon.path)
        return try step("cannot load the dashboard's pages", EX_SOFTWARE) {
            Pages(
                try Site(
                    PageSurroundings(
                        environment: environment, home: NSHomeDirectory(),
                        runTool: { tool.run($0) })))
        }
    }

    private static func watchSignals(_ processExit: ProcessExit) throws(StartFailure) -> SignalWatch
    {
        let queue = DispatchQueue(label: "org.soteria.signals")
        return try step("cannot watch for signals", EX_OSERR) {
            try Signals.watch([SIGTERM, SIGINT, SIGHUP], queue: queue) { _ in
                // Not on the loop, which may be what hangs.
                queue.asyncAfter(deadline: .now() + .milliseconds(900)) { _exit(1) }
                processExit.begin()
            }
        }
    }
}

/// Ends the process once, with the status of the first request to do so.
private final class ProcessExit: Sendable {
    private let service = Mutex<Service?>(nil)
    private let hasBegun = Mutex(false)

    func setService(_ service: Service) { self.service.withLock { $0 = service } }

    /// Closes everything and exits with 0.
    func begin() { exit(with: 0) }

    /// Prints the error and exits with `EX_CONFIG`: a restart would not help.
    func fail(_ message: String) {
        DashboardServer.say("soteria-dashboard: \(message)", to: STDERR_FILENO)
        exit(with: EX_CONFIG)
    }

    private func exit(with status: Int32) {
        let isFirst = hasBegun.withLock { begun in
            defer { begun = true }
            return !begun
        }
        guard isFirst else { return }
        Notify.stopping()
        let service = service.withLock { $0 }
        Task.detached {
            await service?.close()
            Foundation.exit(status)
        }
    }
}

/// The program: reads the options, then serves until the last page is closed or a signal arrives.
package enum DashboardMain {
    package static func main() {
        // Before any thread is made: a signal that comes early waits until it is watched for.
        Signals.hold([SIGTERM, SIGINT, SIGHUP])
        signal(SIGPIPE, SIG_IGN)
        do {
            try DashboardServer.start(Options(CommandLine.arguments.dropFirst()))
        } catch {
            DashboardServer.say("soteria-dashboard: \(error.message)", to: STDERR_FILENO)
            exit(error.code)
        }
    }
}

/// The reason why the server cannot run, in a sentence, and the exit status.
struct StartFailure: Error, Hashable {
    /// The problem and its remedy.
    var message: String
    /// The exit status, from sysexits(3).
    var code: Int32
}
