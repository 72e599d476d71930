/// The calls that pages make, one after another, each waiting for its answer.
package protocol DaemonCalls {
    func call<Called: TypedMethod>(_ method: Called.Type, _ parameters: Called.Parameters)
        throws(CallFailure) -> Called.Reply

    /// Calls a method with several replies and passes each reply to `body`, until the last reply or
    /// until `body` returns false. Throws `CallFailure`, or the error that `body` throws.
    func follow<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters,
        _ body: (Called.Reply) throws -> Bool) throws
}

extension DaemonCalls {
    package func call<Called: TypedMethod>(_ method: Called.Type) throws(CallFailure)
        -> Called.Reply where Called.Parameters == NoMembers
    {
        try call(method, NoMembers())
    }
}

extension SoteriaClient: DaemonCalls {
    /// Calls a method with several replies, with the client's timeout for each of them.
    package func follow<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters,
        _ body: (Called.Reply) throws -> Bool
    ) throws {
        let patience =
            method is DaemonAPI.Backup.Type ? DaemonAPI.Backup.patience : Duration.seconds(30)
        try stream(method, parameters, timeout: patience, body)
    }
}

extension DaemonAPI.Backup {
    /// How long a client waits for a piece: a large database is copied as a whole before its first
    /// piece is sent.
    package static let patience = Duration.seconds(300)
}
