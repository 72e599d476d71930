/// Something that is asked of the engine: by a person, by a reporter, or by the shell.
package protocol Request: Sendable {
    /// The result if it is granted.
    associatedtype Reply: Hashable & Sendable = Done
    /// Why it is refused.
    associatedtype Refusal: Error & Hashable & Sendable = Never

    /// The cause of the decisions that it leads to; nil if it restricts nothing and opens nothing.
    static var cause: Decision.Cause? { get }
    /// Whether it is judged by what holds now, not by what held at the last input.
    static var isJudgedByPresent: Bool { get }
    /// Whether a reply says of something recorded that it holds: then it is true only once that is
    /// on disk, whichever input recorded it.
    static func restsOnTheRecord(_ reply: Reply) -> Bool
    func perform(on engine: inout Engine) -> Response<Self>
}

extension Request {
    package static var cause: Decision.Cause? { nil }
    package static var isJudgedByPresent: Bool { true }
    package static func restsOnTheRecord(_ reply: Reply) -> Bool { true }
}

/// A reply that says no more than that it is as asked.
package struct Done: Hashable, Sendable {}

package enum Answer<Asked: Request>: Hashable, Sendable {
    case replied(Asked.Reply)
    case refused(Asked.Refusal)
    /// The store cannot keep what it would change.
    case storeUnavailable

    init(_ result: Result<Asked.Reply, Asked.Refusal>) {
        switch result {
        case .success(let reply): self = .replied(reply)
        case .failure(let refusal): self = .refused(refusal)
        }
    }

    /// Whether it is true only once what is recorded is on disk.
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

/// How far a request came at once.
package enum Response<Asked: Request>: Sendable {
    case answered(Answer<Asked>)
    /// It weakens a protection: the event of `Action.commitFirst` has to be on disk before it
    /// holds.
    case awaitsCommit(Completion<Asked>)

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
