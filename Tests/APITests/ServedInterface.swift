import API
import Foundation
import NIOCore
import NIOPosix
import Varlink
import VarlinkIDL

/// An interface that a server of the test's own serves, for a client to call.
struct ServedInterface {
    /// The interface file.
    let text: String
    /// The methods that answer; the others are denied.
    let methods: [String: Method]

    /// Serves while `body` runs with a client that is connected.
    func serve(_ body: (SoteriaClient) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "soteria-api-\(UUID().uuidString.prefix(8))"
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let description = try InterfaceDescription(text)
        var answering = methods
        for method in description.methods where methods[method.name] == nil {
            answering[method.name] = Method { $0.fail(.permissionDenied) }
        }
        let server = VarlinkServer(
            identity: ServiceIdentity(vendor: "a", product: "b", version: "c", url: "d"),
            interfaces: [try Interface(description, methods: answering)], eventLoop: group.next())
        try server.listen(at: path).wait()
        defer {
            try? server.shutdown().wait()
            try? group.syncShutdownGracefully()
        }
        try body(SoteriaClient(SocketAddress(path: path), timeout: .seconds(900)))
    }
}
