import API
import Engine
import EventStore
import Varlink

/// The errors of an interface through which a person asks for something.
struct CallErrors<Interface: VarlinkInterface>: Sendable {
    /// The error of a refusal.
    let refused: @Sendable (isolated Daemon, Refusal) -> CallError<Interface>
    /// It cannot be recorded, for a reason.
    let unavailable: @Sendable (String) -> CallError<Interface>
}

extension Daemon {
    /// Gives an input to the engine and answers the call with what it led to once that is on disk;
    /// `unrecorded` says what holds although it could not be written.
    func answer<Called>(
        _ call: TypedCall<Called>, _ input: Input, _ errors: CallErrors<Called.Interface>,
        unrecorded: String = "",
        reply: @escaping @Sendable (isolated Daemon, Answer) -> Called.Reply?
    ) {
        take(input) { daemon, result in
            switch result {
            case .success(.refused(.storeUnavailable)):
                call.fail(errors.unavailable(daemon.storeProblem))
            case .success(.refused(let refusal)): call.fail(errors.refused(daemon, refusal))
            case .success(let answer):
                // Each input has its own kind of answer; a call is answered in any case.
                guard let reply = reply(daemon, answer) else {
                    return call.fail(.methodNotImplemented(Called.method))
                }
                call.reply(reply)
            case .failure(let error): call.fail(errors.unavailable(error.description + unrecorded))
            }
        }
    }
}
