import Glibc

/// Why a client got no answer. A service's own errors are thrown as `VarlinkError` instead.
package enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody listens there: no such socket, or one that was left behind.
    case notRunning(path: String)
    /// The service closed the connection before it had answered.
    case disconnected
    /// No answer came in time, or the service did not take the call in time.
    case timedOut
    /// What came is no reply to this call.
    case malformedReply(reason: String)
    /// The address is not `unix:PATH`, or the path is empty or longer than 107 bytes.
    case badAddress(String)
    /// A system call failed.
    case system(call: String, errno: CInt)

    /// The reason in words.
    package var description: String {
        switch self {
        case .notRunning(let path): "\(path): nobody listens there"
        case .disconnected: "the service closed the connection"
        case .timedOut: "the service did not answer in time"
        case .malformedReply(let reason): "the service's answer makes no sense: \(reason)"
        case .badAddress(let address): "\(address): not the address of a unix socket"
        case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
        }
    }
}
