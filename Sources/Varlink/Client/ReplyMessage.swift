/// A reply as it arrived at a client.
struct ReplyMessage: Hashable, Sendable {
    /// The parameters; empty if the message has none, null or `{}`.
    var parameters: JSONObject = [:]
    var continues = false
    /// The qualified name of the error.
    var error: String?

    /// Parses a message; throws the reason if it is not a reply. Unknown members are ignored.
    init(_ json: JSON) throws(MalformedMessage) {
        guard case .object(let message) = json else {
            throw MalformedMessage("the message is not an object")
        }
        for member in message {
            switch (member.name, member.value) {
            case ("parameters", .object(let members)): parameters = members
            case ("continues", .bool(let isSet)): continues = isSet
            case ("error", .string(let name)) where !name.isEmpty: error = name
            case ("parameters", .null), ("error", .null), ("continues", .null): break
            case ("parameters", _), ("continues", _), ("error", _):
                throw MalformedMessage("`\(member.name)` has the wrong type")
            default: break
            }
        }
        if continues, error != nil {
            throw MalformedMessage("an error reply cannot set `continues`")
        }
    }
}
