import API
import Varlink

/// What one method can be asked and answer: with every member given, and with none that may be
/// left out.
struct Example: Sendable {
    let interface: String
    let method: String
    let parameters: [JSON]
    let replies: [JSON]
    /// Whether decoding gives what was encoded.
    let isReadBack: Bool
    /// What the Swift type of the parameters makes of a value that was sent.
    let passParameters: @Sendable (JSON) throws -> JSON
    /// What the Swift type of the reply makes of a value that was sent.
    let passReply: @Sendable (JSON) throws -> JSON

    init<Called: TypedMethod>(
        _ method: Called.Type, interface: String, parameters: [Called.Parameters],
        replies: [Called.Reply]
    ) throws {
        self.interface = interface
        self.method = String(Called.method.dropFirst(Called.Interface.interface.count + 1))
        self.parameters = try parameters.map { try JSON(encoding: $0) }
        self.replies = try replies.map { try JSON(encoding: $0) }
        // What is encoded is read back as it was.
        let asked = try self.parameters.map { try $0.decode(as: Called.Parameters.self) }
        let answered = try self.replies.map { try $0.decode(as: Called.Reply.self) }
        isReadBack = asked == parameters && answered == replies
        passParameters = { try JSON(encoding: $0.decode(as: Called.Parameters.self)) }
        passReply = { try JSON(encoding: $0.decode(as: Called.Reply.self)) }
    }

    /// Every method of every interface.
    static func all() throws -> [Example] {
        try protection() + unblock() + prompts() + risk() + quietHours() + targets() + usage()
            + checkIns() + budgets() + metrics() + goals() + rules() + daemon() + dashboard()
    }
}
