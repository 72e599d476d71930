import API
import Varlink

/// Examples of a method's parameters and replies: with every member, and without the optional ones.
struct Example: Sendable {
    let interface: String
    let method: String
    let parameters: [JSON]
    let replies: [JSON]
    /// Whether decoding gives what was encoded.
    let isReadBack: Bool
    /// Decodes and encodes parameters by their Swift type.
    let passParameters: @Sendable (JSON) throws -> JSON
    /// Decodes and encodes a reply by its Swift type.
    let passReply: @Sendable (JSON) throws -> JSON

    init<Called: TypedMethod>(
        _ method: Called.Type, interface: String, parameters: [Called.Parameters],
        replies: [Called.Reply]
    ) throws {
        self.interface = interface
        self.method = String(Called.method.dropFirst(Called.Interface.interface.count + 1))
        self.parameters = try parameters.map { try JSON(encoding: $0) }
        self.replies = try replies.map { try JSON(encoding: $0) }
        // An encoded value decodes to itself.
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
