import Glibc
import Synchronization
import Varlink

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

/// A passing interruption of a read or a write.
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

/// The only place that writes to the browser: whole frames, one after another, from any thread.
///
/// Whoever writes waits until the browser has taken the frame. So nothing gathers here while it
/// does not read: its calls are not read either, and the daemon ends what follows it too slowly.
final class FrameWriter: Sendable {
    private let descriptor: CInt
    private let turn = Mutex(())
    private let whenGone: @Sendable () -> Void

    /// Writes to a descriptor that it does not own. `whenGone` is called on the writing thread
    /// when the browser takes no more, and may be called again by later writes.
    init(descriptor: CInt, whenGone: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.whenGone = whenGone
    }

    /// Writes a message, unless it is not wanted any more when its turn has come. False where it
    /// is longer than a frame may be: nothing was written.
    func write(_ message: JSONObject, ifWanted isWanted: () -> Bool = { true }) -> Bool {
        let text = JSON.object(message).bytes
        guard text.count <= Frame.longest else { return false }
        var frame: [UInt8] = []
        frame.reserveCapacity(Frame.header + text.count)
        withUnsafeBytes(of: UInt32(text.count)) { frame += $0 }
        frame += text
        let isGone = turn.withLock { _ in isWanted() && !write(frame) }
        if isGone { whenGone() }
        return true
    }

    /// Writes what answers a call, or in its place that it is too long.
    func write(_ answer: JSONObject, to id: Int64, ifWanted isWanted: () -> Bool = { true }) {
        if !write(answer, ifWanted: isWanted) {
            _ = write(Answer.error(id, HostError.tooLong), ifWanted: isWanted)
        }
    }

    /// Whether all of it was taken.
    private func write(_ frame: [UInt8]) -> Bool {
        var sent = 0
        while sent < frame.count {
            let count = frame[sent...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                sent += count
            } else if !Interruption.isPassing(descriptor, POLLOUT) {
                return false
            }
        }
        return true
    }
}

/// Why what the browser sent cannot be carried on. None of it says what was in the message.
enum InputFault: Error, Hashable, CustomStringConvertible {
    case tooLong(bytes: Int)
    case truncated
    /// Not JSON in UTF-8 from the byte at this offset.
    case notJSON(offset: Int)
    /// JSON that is no message of the extension's: why.
    case notAMessage(String)
    case numberInUse(Int64)
    case system(call: String, errno: CInt)

    /// The status with which the program ends, of sysexits.h.
    var exitStatus: CInt {
        if case .system = self { EX_IOERR } else { EX_DATAERR }
    }

    var description: String {
        switch self {
        case .tooLong(let bytes):
            "a message of \(bytes) bytes; at most \(Frame.longest) are taken"
        case .truncated: "the input ends within a message"
        case .notJSON(let offset): "a message is not JSON from byte \(offset) on"
        case .notAMessage(let reason): "a message makes no sense: \(reason)"
        case .numberInUse(let id): "the call \(id) is still under way"
        case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
        }
    }
}
