/// Why a call over D-Bus gave no answer.
package enum BusError: Error, Sendable, Equatable {
    /// There is no such bus, or it let nobody in.
    case unavailable(SystemError)
    /// libsystemd refused the call before it was sent: a name that is none, a string that holds
    /// NUL.
    case invalidCall(SystemError)
    /// The peer, or the bus in its place, answered with an error, such as
    /// `org.freedesktop.DBus.Error.ServiceUnknown`; the message may be empty.
    case remote(name: String, message: String)
    /// No answer came within the time limit.
    case timedOut
    /// The connection ended before the answer came.
    case disconnected
    /// The answer holds something that `BusValue` has no form for, or less than was promised.
    case malformedReply
}
