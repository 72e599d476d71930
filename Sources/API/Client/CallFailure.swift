import Varlink

/// Why a call to the daemon has no answer.
package enum CallFailure: Error, CustomStringConvertible {
    /// Nobody listens at the socket.
    case notRunning(path: String)
    /// The daemon closed the connection before it had answered.
    case disconnected
    /// No answer came in time.
    case timedOut
    /// The daemon answered with an error that its interface declares.
    case refused(any TypedError)
    /// The daemon does not take what was given for the parameter of this name.
    case invalidParameter(String)
    /// The daemon answered with another error: its name and parameters.
    case unexpected(String)
    /// The call could not be made, or its answer makes no sense: why, in words.
    case broken(String)

    /// The failure that an error of the Varlink client amounts to.
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
        if let declared = declared(error) { return .refused(declared) }
        let parameter = error.parameters["parameter"]?.stringValue ?? ""
        return error == .invalidParameter(parameter)
            ? .invalidParameter(parameter) : .unexpected(error.description)
    }

    private static func declared(_ error: VarlinkError) -> (any TypedError)? {
        guard let type = declarations.first(where: { $0.name == error.name }) else { return nil }
        return type.init(error)
    }

    /// The failure in words, without a final stop.
    package var description: String {
        switch self {
        case .notRunning(let path): "nobody listens at \(path)"
        case .disconnected: "the daemon closed the connection"
        case .timedOut: "the daemon did not answer in time"
        case .refused(let error): error.varlinkError.description
        case .invalidParameter(let name): "the daemon does not take the value given for \(name)"
        case .unexpected(let error): "the daemon answered with \(error)"
        case .broken(let reason): reason
        }
    }
}
