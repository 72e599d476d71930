/// A call as received: one message of a client.
struct CallMessage: Hashable, Sendable {
    var method: String
    /// The parameters; empty if the message has none, null or `{}`, which are the same.
    var parameters: JSONObject = [:]
    var mode: Mode = .single

    /// The number of replies that the client expects; at most one of the flags may be set.
    enum Mode: String, CaseIterable, Sendable {
        case single
        case more
        case oneway
        /// The client wants to speak another protocol after the reply.
        case upgrade
    }

    private static let members: Set = ["method", "parameters", "more", "oneway", "upgrade"]

    /// Parses a message; throws the reason if it is not a call, for which the connection is closed.
    init(_ json: JSON) throws(MalformedMessage) {
        guard case .object(let message) = json else {
            throw MalformedMessage("the message is not an object")
        }
        method = ""
        for member in message {
            switch (member.name, member.value) {
            case ("method", .string(let name)) where !name.isEmpty: method = name
            case ("parameters", .object(let members)): parameters = members
            case ("parameters", .null): break
            case ("more", .bool(let isSet)): try set(.more, isSet)
            case ("oneway", .bool(let isSet)): try set(.oneway, isSet)
            case ("upgrade", .bool(let isSet)): try set(.upgrade, isSet)
            case (let name, _):
                // Extensions carry the reverse domain name of their author.
                guard !name.contains(".") else { continue }
                // The error goes to the journal, which must not contain text from the message.
                guard Self.members.contains(name) else {
                    throw MalformedMessage("a member is unknown")
                }
                throw MalformedMessage("`\(name)` has the wrong type")
            }
        }
        if method.isEmpty { throw MalformedMessage("`method` is missing") }
    }

    private mutating func set(_ flag: Mode, _ isSet: Bool) throws(MalformedMessage) {
        guard isSet else { return }
        guard mode == .single else {
            throw MalformedMessage("`\(mode)` and `\(flag)` cannot be combined")
        }
        mode = flag
    }
}

/// The reason why a message is not a Varlink call or reply.
package struct MalformedMessage: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
