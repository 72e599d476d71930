import Foundation
import Testing

/// A connection to a server, over which the test sends whatever bytes it likes.
final class Browser {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects to a port of 127.0.0.1. Reading gives up after so long that no passing test comes
    /// near.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var limit = timeval(tv_sec: 900, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0, "nothing is listening at port \(port)")
    }

    deinit { close(descriptor) }

    /// Sends bytes; what the server does not take any more is left out.
    func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Sends text.
    func send(_ text: String) { send(text.utf8) }

    /// Whether there was more to read.
    @discardableResult
    private func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        received += chunk[..<count]
        return true
    }

    /// Reads up to and with the bytes; nil where the connection ends before.
    private func consume(until end: String) -> [UInt8]? {
        let end = Array(end.utf8)
        var searched = 0
        while true {
            if let range = received[searched...].firstRange(of: end) {
                defer { received.removeFirst(range.upperBound) }
                return Array(received[..<range.upperBound])
            }
            searched = max(received.count - end.count, 0)
            guard receive() else { return nil }
        }
    }

    private func consume(_ count: Int) -> [UInt8]? {
        while received.count < count {
            guard receive() else { return nil }
        }
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }

    /// Reads an answer; with `isHead` one without a body, whatever its length says.
    func reply(isHead: Bool = false) throws -> Reply {
        var reply = try head()
        guard !isHead, reply.status != 204, reply.status != 304 else { return reply }
        if reply["transfer-encoding"] == "chunked" {
            while let chunk = chunk() {
                if chunk.isEmpty { return reply }
                reply.body += chunk
            }
            reply.isCutOff = true
        } else if let length = reply["content-length"].flatMap({ Int($0) }) {
            reply.body = try #require(consume(length))
        }
        return reply
    }

    /// Reads the head of an answer.
    func head() throws -> Reply {
        let bytes = try #require(
            consume(until: "\r\n\r\n"), "the connection ended without an answer")
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        let status = try #require(Int(lines[0].split(separator: " ")[1]))
        let fields = lines.dropFirst().filter { !$0.isEmpty }.map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (
                name: parts[0].lowercased(),
                value: parts[1].trimmingCharacters(in: .whitespaces)
            )
        }
        return Reply(status: status, fields: fields)
    }

    /// The next piece of a chunked body, empty for its end; nil where the connection ends first.
    func chunk() -> [UInt8]? {
        guard let line = consume(until: "\r\n"),
            let length = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16),
            let chunk = consume(length + 2)
        else { return nil }
        return Array(chunk.dropLast(2))
    }

    /// Whether the server has ended the connection; waits until it does.
    var isEnded: Bool {
        while receive() {}
        return true
    }
}

/// The response of a server.
struct Reply {
    let status: Int
    let fields: [(name: String, value: String)]
    var body: [UInt8] = []
    /// Whether the body ended before it said so.
    var isCutOff = false

    init(status: Int, fields: [(name: String, value: String)]) {
        self.status = status
        self.fields = fields
    }

    /// The header of a name in lower case.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }
}
