import Glibc

/// A blocking unix stream socket that carries NUL-terminated messages, with time limits.
final class ClientSocket {
    private let descriptor: CInt
    private var received: [UInt8] = []
    private var taken = 0
    /// Replies beyond this many bytes are refused rather than gathered.
    private static let longestReply = 64 << 20

    init(connectingTo path: String, timeout: Duration) throws(ClientError) {
        guard var address = sockaddr_un(path: path) else { throw .badAddress(path) }
        descriptor = socket(
            AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(call: "socket", errno: errno) }
        try limit(SO_SNDTIMEO, timeout)
        while address.with({ connect(descriptor, $0, $1) }) != 0 {
            switch errno {
            case EINTR: continue
            case ENOENT, ECONNREFUSED: throw .notRunning(path: path)
            // A full queue of a listener that does not accept, after the send time limit.
            case EAGAIN: throw .timedOut
            case let code: throw .system(call: "connect", errno: code)
            }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Ends the conversation; later calls throw `disconnected`.
    func shutDown() { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// Limits each wait for sending (`SO_SNDTIMEO`) or receiving (`SO_RCVTIMEO`); nil lifts it.
    func limit(_ option: CInt, _ timeout: Duration?) throws(ClientError) {
        var value = timeval()
        if let timeout {
            let (seconds, attoseconds) = timeout.components
            value.tv_sec = Int(clamping: max(0, seconds))
            value.tv_usec = Int(clamping: max(0, attoseconds) / 1_000_000_000_000)
            // Zero would mean no limit at all.
            if value.tv_sec == 0, value.tv_usec == 0 { value.tv_usec = 1 }
        }
        let size = socklen_t(MemoryLayout<timeval>.size)
        guard setsockopt(descriptor, SOL_SOCKET, option, &value, size) == 0 else {
            throw .system(call: "setsockopt", errno: errno)
        }
    }

    /// Sends a message and its NUL.
    func send(_ message: [UInt8]) throws(ClientError) {
        let bytes = message + [0]
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: throw .timedOut
            case EPIPE, ECONNRESET: throw .disconnected
            case let code: throw .system(call: "send", errno: code)
            }
        }
    }

    /// The next message, without its NUL.
    func receive() throws(ClientError) -> ArraySlice<UInt8> {
        received.removeFirst(taken)
        taken = 0
        var searched = 0
        while true {
            if let end = received[searched...].firstIndex(of: 0) {
                taken = end + 1
                return received[..<end]
            }
            searched = received.count
            guard searched <= Self.longestReply else {
                throw .malformedReply(reason: "more than \(Self.longestReply) bytes")
            }
            try receiveMore()
        }
    }

    private func receiveMore() throws(ClientError) {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            if count > 0 {
                received += chunk[..<count]
                return
            }
            if count == 0 { throw .disconnected }
            switch errno {
            case EINTR: continue
            case EAGAIN: throw .timedOut
            case ECONNRESET: throw .disconnected
            case let code: throw .system(call: "recv", errno: code)
            }
        }
    }
}
