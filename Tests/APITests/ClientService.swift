import API
import Foundation
import NIOCore
import NIOPosix
import Varlink
import VarlinkIDL

/// A service at a path of its own that can stop and come back, as a daemon that is restarted.
final class ClientService {
    let address: API.SocketAddress
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private var server: VarlinkServer?

    init() {
        address = API.SocketAddress(
            path: NSTemporaryDirectory() + "soteria-client-\(UUID().uuidString.prefix(8))")
    }

    deinit {
        stop()
        group.shutdownGracefully { _ in }
    }

    /// Serves `org.soteria.quiethours`; methods that are not given are denied.
    func start(_ methods: [String: Method]) throws {
        let description = try InterfaceDescription(QuietHoursAPI.description)
        var answering = methods
        for method in description.methods where methods[method.name] == nil {
            answering[method.name] = Method { $0.fail(.permissionDenied) }
        }
        let server = VarlinkServer(
            identity: ServiceIdentity(vendor: "a", product: "b", version: "c", url: "d"),
            interfaces: [try Interface(description, methods: answering)], eventLoop: group.next())
        try server.listen(at: address.path).wait()
        self.server = server
    }

    func stop() {
        try? server?.shutdown(grace: .zero).wait()
        server = nil
    }

    /// Runs `body` where calls may be answered.
    func onLoop(_ body: @escaping @Sendable () -> Void) throws {
        try server?.eventLoop.submit(body).wait()
    }

    /// How many connections the service has.
    var connectionCount: Int {
        get throws { try server?.connectionCount.wait() ?? 0 }
    }
}
