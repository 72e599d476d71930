import TestSupport
import API
import Foundation
import NIOCore
import NIOPosix
import Varlink
import VarlinkIDL

/// A service with the daemon's interfaces, whose answers a test gives.
final class DaemonDouble {
    let address: API.SocketAddress
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private var server: VarlinkServer?
    /// The calls that were not answered at once, in their order.
    let kept = Handover<Call>()

    init() {
        address = API.SocketAddress(
            path: NSTemporaryDirectory() + "soteria-host-\(UUID().uuidString.prefix(8))")
    }

    deinit {
        stop()
        group.shutdownGracefully { _ in }
    }

    /// Answers `protection.Check` with what was asked, `usage.SetIdle` and
    /// `daemon.RegisterExtension` with nothing, and keeps every other method that is allowed.
    func start(_ given: [String: Method] = [:]) throws {
        var interfaces: [Interface] = []
        for text in [
            ProtectionAPI.description, UsageAPI.description, PromptsAPI.description,
            UnblockAPI.description, DaemonAPI.description, TargetsAPI.description,
            CheckInAPI.description,
        ] {
            let description = try InterfaceDescription(text)
            var methods: [String: Method] = [:]
            for method in description.methods {
                let name = "\(description.name).\(method.name)"
                methods[method.name] = given[name] ?? Self.standard(name, kept)
            }
            interfaces.append(try Interface(description, methods: methods))
        }
        let server = VarlinkServer(
            identity: ServiceIdentity(vendor: "a", product: "b", version: "c", url: "d"),
            interfaces: interfaces, eventLoop: group.next())
        try server.listen(at: address.path).wait()
        self.server = server
    }

    private static func standard(_ name: String, _ kept: Handover<Call>) -> Method {
        switch name {
        case "org.soteria.protection.Check": Method { $0.reply($0.parameters) }
        case "org.soteria.usage.SetIdle", "org.soteria.daemon.RegisterExtension":
            Method { $0.reply() }
        default: Method { kept.give($0) }
        }
    }

    func stop() {
        try? server?.shutdown(grace: .zero).wait()
        server = nil
    }

    /// Does something with the next call that was kept, where calls may be answered.
    func answer(_ body: @escaping @Sendable (Call) -> Void) throws {
        guard let call = kept.next() else { throw CocoaError(.featureUnsupported) }
        try onLoop { body(call) }
    }

    func onLoop(_ body: @escaping @Sendable () -> Void) throws {
        try server?.eventLoop.submit(body).wait()
    }

    var connectionCount: Int {
        get throws { try server?.connectionCount.wait() ?? 0 }
    }
}
