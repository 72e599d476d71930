import API
import Glibc
import Logging
import NIOCore
import NIOPosix
import Systemd
import Varlink

/// The HTTP server and the control socket.
struct Service: Sendable {
    enum ControlSocket: Sendable {
        case path(String)
        case handedOver([ActivatedSocket])
    }

    let access: AccessControl
    let responder: Responder
    let control: VarlinkServer
    let logger: Logger

    /// A service that does not listen yet. Pages are made on the running `threads`, the rest runs
    /// on the loop. `elapsed` includes sleep; `user` may use the control socket; `onEnd` is called
    /// on the loop after the last page is closed. Throws if the interface's description is damaged.
    init(
        loop: any EventLoop, files: EntranceFiles, pages: Pages, daemon: API.SocketAddress,
        threads: NIOThreadPool, elapsed: @escaping @Sendable () -> Duration,
        user: UInt32 = geteuid(), logger: Logger, onEnd: @escaping @Sendable () -> Void
    ) throws {
        let hub = EventHub(loop: loop, describe: pages.describe) { notify in
            DaemonSubscriptions(address: daemon, notify: notify)
        }
        access = AccessControl(
            loop: loop, files: files, hub: hub, elapsed: elapsed, onEnd: onEnd)
        responder = Responder(
            access: access, pages: pages,
            connections: DaemonConnections(address: daemon), threads: threads)
        control = VarlinkServer(
            identity: ServiceIdentity(
                vendor: "Soteria", product: "soteria-dashboard", version: Version.text, url: ""),
            interfaces: [try DashboardAPI.served(by: access)], eventLoop: loop,
            allowedUser: user, observer: { logger.log($0) })
        self.logger = logger
    }

    /// Serves pages until the process ends, and the control socket as soon as there is a port.
    /// `onReady` then gets the port, or the error if the control socket cannot be opened.
    func serve(
        _ socket: ControlSocket, onReady: @escaping @Sendable (Result<Int, any Error>) -> Void
    ) async throws {
        try await WebServer.run(responder, on: control.eventLoop, logger: logger) { port in
            await access.begin(port: port)
            do {
                switch socket {
                case .path(let path): try await control.listen(at: path).get()
                case .handedOver(let sockets):
                    for socket in sockets { try await adopt(socket) }
                }
                onReady(.success(port))
            } catch {
                onReady(.failure(error))
            }
        }
    }

    private func adopt(_ socket: ActivatedSocket) async throws {
        if socket.kind == .connected {
            try await control.serve(connected: socket.descriptor).get()
        } else {
            try await control.serve(listening: socket.descriptor).get()
        }
    }

    /// Removes the files and the control socket, after its calls in progress are answered.
    func close() async {
        await access.close()
        try? await control.shutdown(grace: .milliseconds(300)).get()
    }
}
