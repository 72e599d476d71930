/// A request to the engine, from a person, a reporter or the shell.
package protocol Request: Sendable {
    /// The reply to a granted request.
    associatedtype Reply: Hashable & Sendable = Done
    associatedtype Refusal: Error & Hashable & Sendable = Never

    /// The cause of the resulting decisions; nil if the request blocks and unblocks nothing.
    static var cause: Decision.Cause? { get }
    /// Whether the engine is reevaluated before the request is judged.
    static var isJudgedByPresent: Bool { get }
    /// Whether a reply depends on recorded events, so that it may be sent only once they are on
    /// disk, whichever input recorded them.
    static func restsOnTheRecord(_ reply: Reply) -> Bool
    func perform(on engine: inout Engine) -> Response<Self>
}

extension Request {
    package static var cause: Decision.Cause? { nil }
    package static var isJudgedByPresent: Bool { true }
    package static func restsOnTheRecord(_ reply: Reply) -> Bool { true }
}

/// The reply of a request that returns nothing.
package struct Done: Hashable, Sendable {}

package enum Answer<Asked: Request>: Hashable, Sendable {
    case replied(Asked.Reply)
    case refused(Asked.Refusal)
    /// The store cannot write the change.
    case storeUnavailable

    init(_ result: Result<Asked.Reply, Asked.Refusal>) {
        switch result {
        case .success(let reply): self = .replied(reply)
        case .failure(let refusal): self = .refused(refusal)
        }
    }

    /// Whether the answer may be sent only once all recorded events are on disk.
    package var restsOnTheRecord: Bool {
        if case .replied(let reply) = self { Asked.restsOnTheRecord(reply) } else { false }
    }

    /// The answer to a request that led to this one.
    func map<Leading: Request>(
        _ reply: (Asked.Reply) -> Leading.Reply, _ refusal: (Asked.Refusal) -> Leading.Refusal
    ) -> Answer<Leading> {
        switch self {
        case .replied(let given): .replied(reply(given))
        case .refused(let given): .refused(refusal(given))
        case .storeUnavailable: .storeUnavailable
        }
    }
}

/// The immediate result of a request.
package enum Response<Asked: Request>: Sendable {
    case answered(Answer<Asked>)
    /// The request weakens a protection: the event of `Action.commitFirst` must be on disk before
    /// it takes effect. Indirect, because it is large and rare.
    indirect case awaitsCommit(Completion<Asked>)

    init(_ result: Result<Asked.Reply, Asked.Refusal>) { self = .answered(Answer(result)) }

    static func replied(_ reply: Asked.Reply) -> Self { .answered(.replied(reply)) }
    static func refused(_ refusal: Asked.Refusal) -> Self { .answered(.refused(refusal)) }

    /// The response to a request that led to this one.
    func map<Leading: Request>(
        _ reply: @escaping @Sendable (Asked.Reply) -> Leading.Reply,
        _ refusal: @escaping @Sendable (Asked.Refusal) -> Leading.Refusal
    ) -> Response<Leading> {
        switch self {
        case .answered(let answer): .answered(answer.map(reply, refusal))
        case .awaitsCommit(let completion):
            .awaitsCommit(
                Completion(event: completion.event, cause: completion.cause) { engine, event in
                    completion.apply(&engine, event).map(reply, refusal)
                })
        }
    }
}

/// The rest of a request whose event had to be on disk first.
package struct Completion<Asked: Request>: Sendable {
    package let event: Event
    let cause: Decision.Cause
    let apply: @Sendable (inout Engine, Event) -> Answer<Asked>
}
