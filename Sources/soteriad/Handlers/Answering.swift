import API
import Engine
import EventStore
import Varlink

extension Daemon {
    /// Gives a request to the engine, and hands its reply to `then` once what that rests on is on
    /// disk; else fails the call. `unrecorded` says what holds although it could not be written.
    func answer<Called, Asked: Request>(
        _ call: TypedCall<Called>, _ request: Asked, unrecorded: String = "",
        unavailable: @escaping @Sendable (String) -> CallError<Called.Interface>,
        refused:
            @escaping @Sendable (isolated Daemon, Asked.Refusal) -> CallError<
                Called.Interface
            >,
        then: @escaping @Sendable (isolated Daemon, Asked.Reply) -> Void
    ) {
        take(request) { daemon, result in
            switch result {
            case .success(.replied(let reply)): then(daemon, reply)
            case .success(.refused(let refusal)): call.fail(refused(daemon, refusal))
            case .success(.storeUnavailable): call.fail(unavailable(daemon.storeProblem))
            case .failure(let error): call.fail(unavailable(error.description + unrecorded))
            }
        }
    }
}

extension CallError {
    /// The error of a request that is never refused.
    static func never(_ daemon: isolated Daemon, _ refusal: Never) -> Self {}
}
