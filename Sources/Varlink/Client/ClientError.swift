import Glibc

/// The reason why a client got no answer. A service's own errors are thrown as `VarlinkError`
/// instead.
package enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing is listening at the path: the socket is missing, or was left behind.
    case notRunning(path: String)
    /// The service closed the connection before it answered.
    case disconnected
    /// The service did not read the call, or did not answer it, in time.
    case timedOut
    case malformedReply(reason: String)
    /// The path is empty, longer than 107 bytes or holds a NUL.
    case badAddress(String)
    case system(call: String, errno: CInt)

    package var description: String {
        switch self {
        case .notRunning(let path): "\(path): nothing is listening there"
        case .disconnected: "the service closed the connection"
        case .timedOut: "the service did not answer in time"
        case .malformedReply(let reason): "the service's reply is invalid: \(reason)"
        case .badAddress(let address): "\(address): not a valid unix socket address"
        case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
        }
    }
}
