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

/// A connection to a local stream socket.
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
        var writable: (any DispatchSourceWrite)?
        var readable: ReadableDescriptor?
        var hasEnded = false
    }

    private let queue: DispatchQueue
    private let descriptor: Int32
    // The handlers of a serial queue are alone with it.
    nonisolated(unsafe) private let buffer: UnsafeMutableRawBufferPointer
    private let state = Mutex(State())
    private let onBytes: @Sendable (RawSpan) -> Void
    private let onEnd: @Sendable (String) -> Void

    /// Connects, and calls both handlers on the serial queue: `onBytes` with what arrives, `onEnd`
    /// once, with the reason, unless `close()` ended the connection. Throws if the socket is not
    /// there, or does not accept a connection at once.
    init(
        connectingTo address: LocalAddress, queue: DispatchQueue,
        onBytes: @escaping @Sendable (RawSpan) -> Void,
        onEnd: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        descriptor = try Self.connected(to: address)
        self.queue = queue
        self.onBytes = onBytes
        self.onEnd = onEnd
        buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        let readable = ReadableDescriptor(owning: descriptor, queue: queue) { [weak self] _ in
            self?.read()
        }
        state.withLock { $0.readable = readable }
    }

    deinit {
        close()
        buffer.deallocate()
    }

    /// Sends bytes, now or as soon as the peer takes them. The connection ends if more than
    /// `longestQueue` wait.
    func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let failure = state.withLock { state -> String? in
            guard !state.hasEnded else { return nil }
            state.outgoing += bytes
            return state.writable == nil ? write(&state) : Self.excess(state)
        }
        if let failure { queue.async { [weak self] in self?.end(failure) } }
    }

    /// Ends the connection. After a call on the queue, no handler runs.
    func close() {
        state.withLock { state in
            state.hasEnded = true
            state.outgoing = []
            state.writable?.cancel()
            state.writable = nil
            state.readable?.cancel()
            state.readable = nil
        }
    }

    private func end(_ reason: String) {
        guard !state.withLock({ $0.hasEnded }) else { return }
        close()
        onEnd(reason)
    }

    /// Reads all that is there: Dispatch does not tell again of what was left, nor of an end
    /// behind it. After some rounds the queue's other work comes first.
    private func read() {
        for _ in 0..<Self.mostRounds {
            guard !state.withLock({ $0.hasEnded }) else { return }
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                let filled = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
                onBytes(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(filled)))
                filled.initializeMemory(as: UInt8.self, repeating: 0)
            } else if count == 0 {
                return end("it closed the connection")
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                return end(SystemError.last("recv").description)
            }
        }
        queue.async { [weak self] in self?.read() }
    }

    /// Writes what it can and watches for room for the rest. Returns why the connection fails.
    private func write(_ state: inout State) -> String? {
        while !state.outgoing.isEmpty {
            let sent = state.outgoing.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent >= 0 {
                state.outgoing.removeFirst(sent)
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return SystemError.last("send").description
            }
        }
        if state.outgoing.isEmpty {
            state.writable?.cancel()
            state.writable = nil
        } else if state.writable == nil {
            watchWriting(&state)
        }
        return Self.excess(state)
    }

    private static func excess(_ state: State) -> String? {
        state.outgoing.count > longestQueue ? "it does not read what is sent" : nil
    }

    /// Watches a duplicate: each source closes its own descriptor.
    private func watchWriting(_ state: inout State) {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: duplicate, queue: queue)
        source.setEventHandler { [weak self] in
            guard let self else { return }
            let failure = self.state.withLock { $0.hasEnded ? nil : self.write(&$0) }
            if let failure { end(failure) }
        }
        source.setCancelHandler { Glibc.close(duplicate) }
        source.activate()
        state.writable = source
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
