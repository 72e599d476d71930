import Localization
import Varlink

/// A blocking client of the daemon with typed calls; not to be shared between threads.
package final class SoteriaClient {
    package let address: SocketAddress
    private let client: VarlinkClient

    /// Connects. `timeout` limits connecting, sending, and the wait for each reply of `call`. Once
    /// `cancellation` is cancelled, by any thread, everything fails as `disconnected`.
    package init(
        _ address: SocketAddress, timeout: Duration = VarlinkClient.patience,
        cancellation: Cancellation? = nil
    ) throws(CallFailure) {
        self.address = address
        do {
            client = try VarlinkClient(
                path: address.path, timeout: timeout, cancellation: cancellation)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Calls a method and waits for its answer.
    package func call<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters
    ) throws(CallFailure) -> Called.Reply {
        do {
            return try client.call(Called.method, parameters, as: Called.Reply.self)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Calls a method without parameters and waits for its answer.
    package func call<Called: TypedMethod>(_ method: Called.Type) throws(CallFailure)
        -> Called.Reply where Called.Parameters == NoMembers
    {
        try call(method, NoMembers())
    }

    /// Calls a method with many answers, and passes each to `body`, until the last one or until
    /// `body` throws.
    ///
    /// `timeout` limits the wait for each answer; nil waits for ever. Throws `CallFailure` and the
    /// errors of `body`.
    package func monitor<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters, timeout: Duration? = nil,
        _ body: (Called.Reply) throws -> Void
    ) throws {
        try stream(method, parameters, timeout: timeout) { reply in
            try body(reply)
            return true
        }
    }

    /// Calls a method with many answers until the last one, or until `body` returns false, which
    /// closes the connection.
    package func stream<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters, timeout: Duration? = nil,
        _ body: (Called.Reply) throws -> Bool
    ) throws {
        do {
            try client.callMore(Called.method, parameters, timeout: timeout) { members in
                let shouldContinue = try body(
                    try VarlinkClient.decode(members, as: Called.Reply.self))
                return shouldContinue ? .continue : .stop
            }
        } catch let error where error is VarlinkError || error is ClientError {
            throw CallFailure(error)
        }
    }
}

/// The reason why a call to the daemon has no answer.
package enum CallFailure: Error, CustomStringConvertible {
    /// Nothing is listening at the socket.
    case notRunning(path: String)
    /// The daemon closed the connection before it answered.
    case disconnected
    /// No answer came in time.
    case timedOut
    /// The daemon answered with an error that its interface declares.
    case refused(any TypedError)
    /// The daemon rejects the value of the parameter with this name.
    case invalidParameter(String)
    /// The daemon answered with another error: its name and parameters.
    case unexpected(String)
    /// The call could not be made, or its answer is invalid; the reason, in words.
    case broken(String)

    /// The failure for an error of the Varlink client.
    init(_ error: any Error) {
        switch error {
        case let error as VarlinkError:
            self = Self.failure(error)
        case ClientError.notRunning(let path): self = .notRunning(path: path)
        case ClientError.disconnected: self = .disconnected
        case ClientError.timedOut: self = .timedOut
        default: self = .broken(String(describing: error))
        }
    }

    /// Every error that an interface of Soteria declares.
    static let declarations = Interfaces.all.flatMap { $0.errors }

    private static func failure(_ error: VarlinkError) -> CallFailure {
        if let declared = declarations.lazy.compactMap({ $0.init(error) }).first {
            return .refused(declared)
        }
        let parameter = error.parameters["parameter"]?.stringValue ?? ""
        return error == .invalidParameter(parameter)
            ? .invalidParameter(parameter) : .unexpected(error.description)
    }

    /// True if the daemon is only out of reach, so that another attempt makes sense.
    package var isLoss: Bool {
        switch self {
        case .notRunning, .disconnected, .timedOut: true
        case .refused(let error): error is DaemonAPI.TooManyConnections
        case .invalidParameter, .unexpected, .broken: false
        }
    }

    /// The failure in English, without a final stop.
    package var description: String { text.english }

    /// The same for people, whose language may be another.
    package var text: LocalizedText {
        switch self {
        case .notRunning(let path): LocalizedText("nothing is listening at \(path)")
        case .disconnected: LocalizedText("the daemon closed the connection")
        case .timedOut: LocalizedText("the daemon did not answer in time")
        case .refused(let error): LocalizedText(verbatim: error.varlinkError.description)
        case .invalidParameter(let name):
            LocalizedText("the daemon does not accept the value of \(name)")
        case .unexpected(let error):
            LocalizedText("the daemon answered with an unexpected error: \(error)")
        case .broken(let reason): LocalizedText(verbatim: reason)
        }
    }
}
