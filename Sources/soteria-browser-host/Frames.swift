import Glibc
import Synchronization
import Varlink

/// The framing of native messaging: a length of 32 bits in native byte order, then that many bytes
/// of JSON.
enum Frame {
    /// The longest message in either direction, in bytes.
    static let maxLength = 1 << 20
    /// The size of the length field, in bytes.
    static let headerSize = 4
}

/// Reads frames from a descriptor that it does not own.
struct FrameReader {
    let descriptor: CInt

    /// The contents of the next frame; nil if the input ends between two frames.
    func next() throws(InputFault) -> [UInt8]? {
        guard let header = try read(Frame.headerSize, mayEnd: true) else { return nil }
        let length = header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard length <= Frame.maxLength else { throw .tooLong(bytes: Int(length)) }
        return try read(Int(length), mayEnd: false)
    }

    /// Reads exactly `count` bytes; nil if the input ends before the first byte and `mayEnd` is
    /// true.
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
                } else if !Interruption.shouldRetry(descriptor, POLLIN) {
                    fault = .system(call: "read", errno: errno)
                }
            }
        }
        if fault == .truncated, bytes.isEmpty, mayEnd { return nil }
        if let fault { throw fault }
        return bytes
    }
}

/// Classifies failed reads and writes.
enum Interruption {
    /// Whether the last system call should be retried; waits until the descriptor is ready if a
    /// browser has made it non-blocking. `errno` is unchanged if the result is false.
    static func shouldRetry(_ descriptor: CInt, _ event: CInt) -> Bool {
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

/// Writes whole frames to the browser, from any thread; nothing else writes to it.
///
/// A writer waits until the browser has read the frame, so nothing piles up here while the browser
/// does not read: its calls are not read either, and the daemon drops subscriptions that read too
/// slowly.
final class FrameWriter: Sendable {
    private let descriptor: CInt
    private let turn = Mutex(())
    private let onDisconnect: @Sendable () -> Void

    /// Writes to a descriptor that it does not own. `onDisconnect` is called on the writing thread
    /// when the browser stops reading, and may be called again by later writes.
    init(descriptor: CInt, onDisconnect: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.onDisconnect = onDisconnect
    }

    /// Writes a message if `isWanted` is still true when its turn comes. Returns false if the
    /// message is too long for a frame: nothing was written.
    func write(_ message: JSONObject, ifWanted isWanted: () -> Bool = { true }) -> Bool {
        let text = JSON.object(message).bytes
        guard text.count <= Frame.maxLength else { return false }
        var frame: [UInt8] = []
        frame.reserveCapacity(Frame.headerSize + text.count)
        withUnsafeBytes(of: UInt32(text.count)) { frame += $0 }
        frame += text
        let isGone = turn.withLock { _ in isWanted() && !write(frame) }
        if isGone { onDisconnect() }
        return true
    }

    /// Writes the answer to a call, or an error in its place if the answer is too long.
    func write(_ answer: JSONObject, to id: Int64, ifWanted isWanted: () -> Bool = { true }) {
        if !write(answer, ifWanted: isWanted) {
            _ = write(HostMessage.error(id, HostError.tooLong), ifWanted: isWanted)
        }
    }

    /// Returns whether the whole frame was written.
    private func write(_ frame: [UInt8]) -> Bool {
        var sent = 0
        while sent < frame.count {
            let count = frame[sent...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                sent += count
            } else if !Interruption.shouldRetry(descriptor, POLLOUT) {
                return false
            }
        }
        return true
    }
}

/// The reason why the browser's input cannot be processed. No case holds contents of a message.
enum InputFault: Error, Hashable, CustomStringConvertible {
    case tooLong(bytes: Int)
    case truncated
    /// The message is not valid JSON in UTF-8 from this byte offset on.
    case notJSON(offset: Int)
    /// JSON that is no message of the extension, for this reason.
    case notAMessage(String)
    case numberInUse(Int64)
    case system(call: String, errno: CInt)

    /// The exit status of the program, from sysexits.h.
    var exitStatus: CInt {
        if case .system = self { EX_IOERR } else { EX_DATAERR }
    }

    var description: String {
        switch self {
        case .tooLong(let bytes):
            "a message is too long: \(bytes) bytes; the limit is \(Frame.maxLength) bytes"
        case .truncated: "the input ends in the middle of a message"
        case .notJSON(let offset): "a message is not valid JSON: error at byte \(offset)"
        case .notAMessage(let reason): "a message is invalid: \(reason)"
        case .numberInUse(let id): "the id \(id) is already used by a call that is still running"
        case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
        }
    }
}
