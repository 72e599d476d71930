/// The reason why a D-Bus call has no answer.
package enum BusError: Error, Sendable, Equatable {
    /// The bus does not exist, or refuses connections.
    case unavailable(SystemError)
    /// libsystemd rejected the call before it was sent: an invalid name, or a string with NUL.
    case invalidCall(SystemError)
    /// The peer, or the bus in its place, answered with an error, such as
    /// `org.freedesktop.DBus.Error.ServiceUnknown`; the message may be empty.
    case remote(name: String, message: String)
    /// No answer came within the time limit.
    case timedOut
    /// The connection ended before the answer came.
    case disconnected
    /// The answer holds a type that `BusValue` does not support, or fewer values than expected.
    case malformedReply
}
