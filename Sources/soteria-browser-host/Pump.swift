import API
import Varlink

/// Forwards the extension's calls to the daemon and the daemon's answers back.
///
/// Single calls are made by the reading thread, one after another over one connection, so that
/// further input waits in the browser's pipe, not in this program's memory.
struct Pump: ~Copyable {
    private let input: FrameReader
    private let output: FrameWriter
    private let address: SocketAddress
    private let timeout: Duration
    private let connection = PersistentConnection()
    private let streams: Streams

    /// `timeout` limits each single call, and the opening of each connection.
    init(
        input: FrameReader, output: FrameWriter, address: SocketAddress,
        timeout: Duration = VarlinkClient.patience
    ) {
        self.input = input
        self.output = output
        self.address = address
        self.timeout = timeout
        streams = Streams(output: output, address: address, timeout: timeout)
    }

    deinit { streams.cancelAll() }

    /// Greets the extension, then forwards messages until the input ends or is invalid.
    func run() throws(InputFault) {
        let hello = HostMessage.hello(
            version: Version.text, protocolVersion: BrowserExtension.protocolVersion)
        _ = output.write(hello)
        var version: String?
        while let frame = try input.next() {
            switch try ExtensionMessage(frame) {
            case .cancel(let id): streams.cancel(id)
            case .hello(let id, let said):
                guard !streams.contains(id) else { throw .numberInUse(id) }
                version = said
                _ = output.write(HostMessage.reply(id, [:]))
            case .call(let id, let method, let parameters, let more):
                guard !streams.contains(id) else { throw .numberInUse(id) }
                if !AllowedMethods.allows(method) {
                    _ = output.write(HostMessage.error(id, HostError.notAllowed(method)))
                } else if more {
                    streams.begin(id, method, parameters, version: version)
                } else {
                    call(id, method, parameters)
                }
            }
        }
    }

    private func call(_ id: Int64, _ method: String, _ parameters: JSONObject) {
        do {
            let reply = try connection.call(
                method, parameters, at: address.path, within: timeout)
            output.write(HostMessage.reply(id, reply), to: id)
        } catch {
            output.write(HostMessage.failure(id, error), to: id)
        }
    }
}
