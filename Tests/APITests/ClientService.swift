import API
import Foundation
import NIOCore
import NIOPosix
import Synchronization
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

/// What another thread hands over, one after another; whoever waits for it waits at most ten
/// seconds, which no passing test comes near.
final class Handover<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
        values.withLock { $0.append(value) }
        arrivals.signal()
    }

    /// The next one; nil where none came.
    func next() -> Value? {
        guard arrivals.wait(timeout: .now() + 900) == .success else { return nil }
        return values.withLock { $0.removeFirst() }
    }

    /// What came and was not asked for yet.
    var rest: [Value] { values.withLock { $0 } }
}
