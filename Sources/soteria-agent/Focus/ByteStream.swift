import Dispatch
import Glibc
import Synchronization
import Systemd

/// The address of a local socket.
enum LocalAddress: Hashable, Sendable {
    case path(String)
    /// A name in the abstract namespace, without the leading NUL.
    case abstract(String)
}

/// A connection to a local stream socket, which lasts until it is closed.
///
/// Bytes are read into one fixed buffer, which is overwritten with zeros after each read. No
/// call blocks.
final class ByteStream: Sendable {
    /// The most bytes that wait to be sent.
    static let longestQueue = 64 << 10
    /// The size of the buffer for reading, in bytes.
    private static let bufferSize = 16 << 10
    private static let mostRounds = 64

    private struct State {
        var outgoing: [UInt8] = []
        /// Whether there is nothing to read or write any more, and `onEnd` will say why.
        var hasFailed = false
        var isClosed = false

        var hasEnded: Bool { hasFailed || isClosed }
    }

    let descriptor: Int32
    private let queue: DispatchQueue
    // The thread of the streams is alone with it.
    nonisolated(unsafe) private let buffer: UnsafeMutableRawBufferPointer
    private let state = Mutex(State())
    private let onBytes: @Sendable (RawSpan) -> Bool
    private let onEnd: @Sendable (String) -> Void

    /// Connects. `onBytes` is called on the streams' thread with what arrives, and returns false if
    /// nothing came of it, so that more of its kind can wait. `onEnd` is called on the serial queue
    /// once, with the reason, unless `close()` ended the connection. Throws if the socket is not
    /// there, or does not accept a connection at once.
    init(
        connectingTo address: LocalAddress, queue: DispatchQueue,
        onBytes: @escaping @Sendable (RawSpan) -> Bool,
        onEnd: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        descriptor = try Self.connected(to: address)
        self.queue = queue
        self.onBytes = onBytes
        self.onEnd = onEnd
        buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        StreamThread.shared.add(self)
    }

    deinit {
        Glibc.close(descriptor)
        buffer.deallocate()
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    /// Whether bytes wait for room.
    var hasToWrite: Bool { state.withLock { !$0.outgoing.isEmpty } }

    /// Sends bytes, now or as soon as the peer takes them. The connection ends if more than
    /// `longestQueue` wait.
    func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let (failure, hasToWait) = state.withLock { state -> (String?, Bool) in
            guard !state.hasEnded else { return (nil, false) }
            let isWaiting = !state.outgoing.isEmpty
            state.outgoing += bytes
            let failure = isWaiting ? nil : write(&state)
            let excess =
                state.outgoing.count > Self.longestQueue
                ? "does not read what the agent sends" : nil
            return (failure ?? excess, !isWaiting && !state.outgoing.isEmpty)
        }
        if let failure { return end(failure) }
        if hasToWait { StreamThread.shared.wake() }
    }

    /// Ends the connection. After a call on the queue, `onEnd` does not run.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.outgoing = []
        }
        // The thread's wait ends as well, and with it the last reference.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func end(_ reason: String) {
        state.withLock { $0.hasFailed = true }
        queue.async { [self] in
            guard !state.withLock({ $0.isClosed }) else { return }
            close()
            onEnd(reason)
        }
    }

    /// Writes and reads what can be, on the streams' thread. Returns true if anything came of it.
    func serve() -> Bool {
        if let failure = state.withLock({ $0.hasEnded ? nil : write(&$0) }) {
            end(failure)
            return true
        }
        return read()
    }

    /// Reads all that is there. After some rounds the other streams come first.
    private func read() -> Bool {
        var isOfUse = false
        for _ in 0..<Self.mostRounds {
            guard !hasEnded else { return true }
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                let filled = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
                if onBytes(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(filled))) { isOfUse = true }
                filled.initializeMemory(as: UInt8.self, repeating: 0)
            } else if count == 0 {
                end("closed the connection")
                return true
            } else if errno == EAGAIN {
                return isOfUse
            } else if errno != EINTR {
                end(SystemError.last("recv").description)
                return true
            }
        }
        return true
    }

    /// Writes what it can. Returns why the connection fails.
    private func write(_ state: inout State) -> String? {
        while !state.outgoing.isEmpty {
            let sent = state.outgoing.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent >= 0 {
                state.outgoing.removeFirst(sent)
            } else if errno == EAGAIN {
                return nil
            } else if errno != EINTR {
                return SystemError.last("send").description
            }
        }
        return nil
    }

    private static func connected(to address: LocalAddress) throws(SystemError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .last("socket") }
        let result = withSocketAddress(address) { connect(descriptor, $0, $1) }
        guard let result, result == 0 else {
            let failure =
                result == nil
                ? SystemError(function: "connect", code: ENAMETOOLONG) : .last("connect")
            Glibc.close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// Passes the address to the body; nil if it is too long.
    private static func withSocketAddress(
        _ address: LocalAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32? {
        let name: [UInt8]
        switch address {
        case .path(let path): name = Array(path.utf8) + [0]
        case .abstract(let text): name = [0] + text.utf8
        }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &target.sun_path) { bytes in
            guard name.count <= bytes.count else { return false }
            bytes.copyBytes(from: name)
            return true
        }
        guard fits else { return nil }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + name.count }
        return withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(length ?? MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
