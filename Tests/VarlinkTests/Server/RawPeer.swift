import Glibc
import Testing

/// A blocking unix stream socket that sends whatever bytes a test wants a server to see.
///
/// Waits are limited to a quarter of an hour, which no passing test comes near.
final class RawPeer {
    let descriptor: CInt
    private var received: [UInt8] = []

    init(connectingTo path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(outcome == 0, "connect: \(String(cString: strerror(errno)))")
        limitWaits()
    }

    /// Takes over a socket that is connected already.
    init(adopting descriptor: CInt) {
        self.descriptor = descriptor
        limitWaits()
    }

    deinit { close(descriptor) }

    private func limitWaits() {
        var limit = timeval(tv_sec: 900, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    /// Sends a message with its NUL.
    func send(_ message: String) { send(bytes: Array(message.utf8) + [0]) }

    /// Sends bytes as they are; a server that has closed meanwhile is no fault.
    func send(bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Says that nothing more will be sent.
    func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    enum Received: Equatable, CustomStringConvertible {
        case message(String)
        case end
        case nothingInTime

        var description: String {
            switch self {
            case .message(let text): text
            case .end: "the end"
            case .nothingInTime: "nothing in time"
            }
        }
    }

    /// The next message, without its NUL, or the end of the connection.
    func receive() -> Received {
        var searched = 0
        while true {
            if let end = received[searched...].firstIndex(of: 0) {
                let message = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end + 1)
                return .message(message)
            }
            searched = received.count
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count > 0 {
                received += chunk[..<count]
            } else if count == 0 || errno == ECONNRESET {
                return .end
            } else if errno != EINTR {
                return .nothingInTime
            }
        }
    }
}
