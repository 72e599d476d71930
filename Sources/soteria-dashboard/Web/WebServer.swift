import HummingbirdCore
import Logging
import NIOCore

/// The HTTP server at a free port of 127.0.0.1.
enum WebServer {
    private static let connections = 256

    /// Serves until the process ends; `onBegin` is called once with the port, on any thread.
    ///
    /// This is Hummingbird's server without its `Application`, whose clock for the date of
    /// responses would wake the machine every second.
    static func run(
        _ responder: Responder, on group: any EventLoopGroup, logger: Logger,
        onBegin: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws {
        var quiet = logger
        quiet.logLevel = .error
        let server = try HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [
                    SecurityHeaders(), RequestDeadline(), HostOfTarget.Installer(),
                ])
        ).buildServer(
            configuration: ServerConfiguration(
                address: .hostname("127.0.0.1", port: 0),
                availableConnectionsDelegate: MaximumAvailableConnections(connections)),
            eventLoopGroup: group, logger: quiet
        ) { request, writer, channel in
            let response = await responder.respond(request, on: channel)
            try await writer.write(response: response.head, body: response.body)
        } onServerRunning: { channel in
            await onBegin(channel.localAddress?.port ?? 0)
        }
        try await server.run()
    }
}
