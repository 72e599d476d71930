import Glibc

/// How native messaging frames its messages: a length of 32 bits in the machine's order, then so
/// many bytes of JSON.
enum Frame {
    /// The longest message in either direction, in bytes.
    static let longest = 1 << 20
    /// The bytes of a length.
    static let header = 4
}

/// Reads frames, one after another, from a descriptor that it does not own.
struct FrameReader {
    let descriptor: CInt

    /// The next frame's bytes; nil where the input ends between two frames.
    func next() throws(InputFault) -> [UInt8]? {
        guard let header = try read(Frame.header, mayEnd: true) else { return nil }
        let length = header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard length <= Frame.longest else { throw .tooLong(bytes: Int(length)) }
        return try read(Int(length), mayEnd: false)
    }

    /// Exactly so many bytes; nil where the input ends before the first and may do so.
    private func read(_ count: Int, mayEnd: Bool) throws(InputFault) -> [UInt8]? {
        var fault: InputFault?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, fault == nil {
                let rest = UnsafeMutableRawBufferPointer(
                    UnsafeMutableBufferPointer(rebasing: buffer[filled..<count]))
                let got = Glibc.read(descriptor, rest.baseAddress, rest.count)
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    fault = .truncated
                } else if !Interruption.isPassing(descriptor, POLLIN) {
                    fault = .system(call: "read", errno: errno)
                }
            }
        }
        if fault == .truncated, bytes.isEmpty, mayEnd { return nil }
        if let fault { throw fault }
        return bytes
    }
}

/// What stops a read or a write for the moment only.
enum Interruption {
    /// Whether the last system call is to be tried again; waits until the descriptor is ready
    /// where a browser has made it one that does not block. `errno` is kept where it is not.
    static func isPassing(_ descriptor: CInt, _ event: CInt) -> Bool {
        switch errno {
        case EINTR: return true
        case EAGAIN:
            var ready = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            _ = poll(&ready, 1, -1)
            return true
        default: return false
        }
    }
}
