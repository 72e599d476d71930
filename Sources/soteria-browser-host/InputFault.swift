import Glibc

/// Why what the browser sent cannot be carried on. None of it says what was in the message.
enum InputFault: Error, Hashable, CustomStringConvertible {
    /// A message announced as longer than may be.
    case tooLong(bytes: Int)
    /// The input ended within a message.
    case truncated
    /// Not JSON in UTF-8 from the byte at this offset.
    case notJSON(offset: Int)
    /// JSON that is no message of the extension's: why.
    case notAMessage(String)
    /// The number of a call that is still under way.
    case numberInUse(Int64)
    /// A system call failed.
    case system(call: String, errno: CInt)

    /// The status with which the program ends, of sysexits.h.
    var exitStatus: CInt {
        if case .system = self { EX_IOERR } else { EX_DATAERR }
    }

    /// The fault in words.
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
