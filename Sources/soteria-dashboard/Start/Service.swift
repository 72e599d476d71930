import API
import Glibc
import Logging
import NIOCore
import NIOPosix
import Systemd
import Varlink

/// The HTTP server and the control socket, from their beginning to their end.
struct Service: Sendable {
    enum ControlSocket: Sendable {
        case path(String)
        case handedOver([ActivatedSocket])
    }

    let access: AccessControl
    let responder: Responder
    let control: VarlinkServer
    let logger: Logger

    /// A service that does not listen yet. All but the making of pages, on the running `threads`,
    /// happens on the loop; `elapsed` includes sleep, `user` may use the control socket, and
    /// `onEnd` is called on the loop once nobody looks at pages any more. Throws where the
    /// interface's description is damaged.
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

    /// Serves pages until the process ends, and ways in to them as soon as there is a port;
    /// `onReady` is called then, or with why the control socket cannot be had.
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

    /// Removes the files and the control socket, where it answers first what is in hand.
    func close() async {
        await access.close()
        try? await control.shutdown(grace: .milliseconds(300)).get()
    }
}
