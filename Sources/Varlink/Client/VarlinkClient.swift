import Glibc

/// A blocking client of one service, for command lines. It is not to be shared between threads.
///
/// A service's errors are thrown as `VarlinkError`, everything else as `ClientError`.
package final class VarlinkClient {
    /// Whether to go on with the replies of a `more` call.
    package enum Continuation: Sendable {
        /// Wait for the next reply.
        case `continue`
        /// Close the connection, which is how Varlink cancels.
        case stop
    }

    private let socket: ClientSocket
    private let timeout: Duration?

    /// Connects to the socket at `path`. `timeout` limits connecting, sending and each reply.
    package init(path: String, timeout: Duration = .seconds(10)) throws(ClientError) {
        socket = try ClientSocket(connectingTo: path, timeout: timeout)
        self.timeout = timeout
    }

    /// Connects to a Varlink address, `unix:PATH`; what follows a `;` is ignored.
    package convenience init(address: String, timeout: Duration = .seconds(10))
        throws(ClientError)
    {
        let path = address.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
        guard path.hasPrefix("unix:") else { throw .badAddress(address) }
        try self.init(path: String(path.dropFirst("unix:".count)), timeout: timeout)
    }

    /// Calls a method and returns its reply's parameters.
    package func call(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONObject {
        try send(method, parameters, .single)
        return try receive(mayContinue: false).parameters
    }

    /// Calls a method with typed parameters and returns its reply as a type.
    ///
    /// Members of the reply that the type does not know are ignored, as a newer service may send
    /// them; a reply that does not fit otherwise throws `malformedReply`.
    package func call<Reply: Decodable>(
        _ method: String, _ parameters: some Encodable, as type: Reply.Type = Reply.self
    ) throws -> Reply {
        let reply = try call(method, JSON(encoding: parameters).objectValue ?? [:])
        return try Self.decode(reply, as: type)
    }

    /// Calls a method with `more` and gives each reply's parameters to `body` until the last or
    /// until `body` stops; `timeout` limits the wait for each reply, nil waits for ever.
    package func callMore(
        _ method: String, _ parameters: some Encodable = JSONObject(), timeout: Duration? = nil,
        _ body: (JSONObject) throws -> Continuation
    ) throws {
        try send(method, JSON(encoding: parameters).objectValue ?? [:], .more)
        try socket.limit(SO_RCVTIMEO, timeout)
        while true {
            let reply = try receive(mayContinue: true)
            if try body(reply.parameters) == .stop {
                if reply.continues { socket.shutDown() }
                return
            }
            if !reply.continues { return }
        }
    }

    /// Sends a call that is never answered.
    package func send(oneway method: String, _ parameters: some Encodable = JSONObject()) throws {
        try send(method, JSON(encoding: parameters).objectValue ?? [:], .oneway)
    }

    /// A reply's parameters as a type; throws `malformedReply` where they do not fit.
    package static func decode<Reply: Decodable>(_ reply: JSONObject, as type: Reply.Type) throws
        -> Reply
    {
        do {
            return try JSON.object(reply).decode(as: type, unknownMembers: .ignored)
        } catch let error as DecodingError {
            throw ClientError.malformedReply(reason: "unexpected `\(error.place)`")
        }
    }

    private func send(_ method: String, _ parameters: JSONObject, _ mode: CallMessage.Mode)
        throws(ClientError)
    {
        var message: JSONObject = ["method": .string(method)]
        if !parameters.isEmpty { message["parameters"] = .object(parameters) }
        if mode != .single { message[mode.rawValue] = true }
        try socket.limit(SO_RCVTIMEO, timeout)
        try socket.send(JSON.object(message).bytes)
    }

    private func receive(mayContinue: Bool) throws -> ReplyMessage {
        let reply: ReplyMessage
        do {
            reply = try ReplyMessage(JSON(parsing: socket.receive()))
        } catch let error as JSONSyntaxError {
            throw ClientError.malformedReply(reason: error.description)
        } catch let error as MalformedMessage {
            throw ClientError.malformedReply(reason: error.description)
        }
        if reply.continues, !mayContinue {
            throw ClientError.malformedReply(reason: "it continues although one was asked for")
        }
        if let error = reply.error { throw VarlinkError(error, reply.parameters) }
        return reply
    }
}
