import Glibc

/// A blocking unix stream socket that carries NUL-terminated messages, with time limits.
final class ClientSocket {
    private let descriptor: CInt
    private let cancellation: Cancellation?
    private var received: [UInt8] = []
    private var taken = 0
    /// The limits set in the kernel, so that only changes are set.
    private var limits: [CInt: Duration] = [:]
    /// The largest reply in bytes; a longer one is refused.
    private static let longestReply = 64 << 20
    private static let chunk = 64 << 10

    init(connectingTo path: String, timeout: Duration, cancellation: Cancellation? = nil)
        throws(ClientError)
    {
        guard var address = sockaddr_un(path: path) else { throw .badAddress(path) }
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        self.cancellation = cancellation
        guard descriptor >= 0 else { throw .system(call: "socket", errno: errno) }
        if let cancellation, !cancellation.adopt(descriptor) { throw .disconnected }
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
        // A shutdown before there was a connection had no effect.
        if let cancellation, cancellation.isCancelled { throw .disconnected }
    }

    deinit {
        guard descriptor >= 0 else { return }
        cancellation?.release(descriptor)
        close(descriptor)
    }

    /// Closes the connection; later calls throw `disconnected`.
    func shutDown() { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// True if the connection is open and no unrequested data has arrived.
    var isQuiet: Bool {
        guard taken == received.count else { return false }
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) < 0 {
            if errno != EINTR { return errno == EAGAIN }
        }
        return false
    }

    /// Limits each wait for sending (`SO_SNDTIMEO`) or receiving (`SO_RCVTIMEO`); nil lifts it.
    private func limit(_ option: CInt, _ timeout: Duration?) throws(ClientError) {
        guard limits[option] != timeout else { return }
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
        limits[option] = timeout
    }

    /// Sends a message and its NUL, all within the limit.
    func send(_ message: [UInt8], within timeout: Duration?) throws(ClientError) {
        let bytes = message + [0]
        let deadline = Deadline(after: timeout)
        try limit(SO_SNDTIMEO, timeout)
        var sent = 0
        while true {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
                if sent == bytes.count { return }
            } else {
                switch errno {
                case EINTR: break
                case EAGAIN: throw .timedOut
                case EPIPE, ECONNRESET: throw .disconnected
                case let code: throw .system(call: "send", errno: code)
                }
            }
            // A peer that reads byte by byte gets no more time than one that reads nothing.
            if deadline.hasPassed { throw .timedOut }
            try limit(SO_SNDTIMEO, deadline.remaining)
        }
    }

    /// Receives the next whole message, without its NUL, within the limit.
    func receive(within timeout: Duration?) throws(ClientError) -> ArraySlice<UInt8> {
        received.removeFirst(taken)
        taken = 0
        var searched = 0
        let deadline = Deadline(after: timeout)
        while true {
            if let end = received[searched...].firstIndex(of: 0) {
                taken = end + 1
                return received[..<end]
            }
            guard received.count <= Self.longestReply else {
                throw .malformedReply(reason: "more than \(Self.longestReply) bytes")
            }
            // The first wait gets the full limit, which is usually set in the kernel already.
            if searched == 0 {
                try limit(SO_RCVTIMEO, timeout)
            } else {
                if deadline.hasPassed { throw .timedOut }
                try limit(SO_RCVTIMEO, deadline.remaining)
            }
            searched = received.count
            try receiveMore(by: deadline)
        }
    }

    private func receiveMore(by deadline: Deadline) throws(ClientError) {
        while true {
            var code: CInt = 0
            // Only memory that receives data is touched: many connections wait here for ever.
            let count = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 16) {
                let count = recv(descriptor, $0.baseAddress, $0.count, 0)
                code = errno
                if count > 0 { received += UnsafeRawBufferPointer(rebasing: $0[..<count]) }
                return count
            }
            if count > 0 { return }
            if count == 0 { throw .disconnected }
            switch code {
            case EINTR: if deadline.hasPassed { throw .timedOut }
            case EAGAIN: throw .timedOut
            case ECONNRESET: throw .disconnected
            default: throw .system(call: "recv", errno: code)
            }
        }
    }
}
