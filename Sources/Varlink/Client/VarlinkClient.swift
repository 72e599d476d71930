/// A blocking client of one service, not to be shared between threads; a `Cancellation` ends its
/// waits from another thread. A service's errors are thrown as `VarlinkError`, all others as
/// `ClientError`.
package final class VarlinkClient {
    /// The decision of a caller after each reply of a `more` call.
    package enum Continuation: Sendable {
        case `continue`
        /// Closes the connection, which is how Varlink cancels.
        case stop
    }

    /// How long a client waits for a service that does not answer.
    package static let patience = Duration.seconds(10)

    private let socket: ClientSocket
    private let timeout: Duration?

    /// Connects to the socket at `path`. `timeout` limits connecting, sending and each reply.
    /// Once `cancellation` is cancelled, everything throws `disconnected`.
    package init(
        path: String, timeout: Duration = VarlinkClient.patience, cancellation: Cancellation? = nil
    ) throws(ClientError) {
        socket = try ClientSocket(connectingTo: path, timeout: timeout, cancellation: cancellation)
        self.timeout = timeout
    }

    /// True if the service has neither closed the connection nor sent unrequested data, so that
    /// another call can be made. The service may close it at any moment.
    package var isOpen: Bool { socket.isQuiet }

    package func call(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONObject {
        try call(method, parameters, within: timeout)
    }

    /// Calls a method within `limit`, from the first byte of the call to the last of the reply,
    /// instead of the client's own limits.
    package func call(_ method: String, _ parameters: JSONObject, within limit: Duration?) throws
        -> JSONObject
    {
        let deadline = Deadline(after: limit)
        try send(method, parameters, .single, within: limit)
        return try receive(mayContinue: false, within: deadline.remaining).parameters
    }

    /// Calls a method and decodes its reply. Unknown members are ignored, because a newer service
    /// may send them; a reply that does not fit throws `malformedReply`.
    package func call<Reply: Decodable>(
        _ method: String, _ parameters: some Encodable, as type: Reply.Type = Reply.self
    ) throws -> Reply {
        let reply = try call(method, JSON(encoding: parameters).objectValue ?? [:])
        return try Self.decode(reply, as: type)
    }

    /// Calls a method with `more` and passes each reply's parameters to `body`, until the last
    /// reply or until `body` stops. `timeout` limits the wait for each reply; nil waits for ever.
    package func callMore(
        _ method: String, _ parameters: some Encodable = JSONObject(), timeout: Duration? = nil,
        _ body: (JSONObject) throws -> Continuation
    ) throws {
        let asked = try JSON(encoding: parameters).objectValue ?? [:]
        try callMore(method, asked, timeout: timeout) { reply, _ in try body(reply) }
    }

    /// Calls a method with `more` and also tells `body` if more replies follow, for callers that
    /// pass replies on.
    package func callMore(
        _ method: String, _ parameters: JSONObject, timeout: Duration? = nil,
        _ body: (_ reply: JSONObject, _ continues: Bool) throws -> Continuation
    ) throws {
        try send(method, parameters, .more, within: self.timeout)
        while true {
            let reply = try receive(mayContinue: true, within: timeout)
            if try body(reply.parameters, reply.continues) == .stop {
                if reply.continues { socket.shutDown() }
                return
            }
            if !reply.continues { return }
        }
    }

    /// Decodes a reply's parameters; throws `malformedReply` if they do not fit.
    package static func decode<Reply: Decodable>(_ reply: JSONObject, as type: Reply.Type) throws
        -> Reply
    {
        do {
            return try JSON.object(reply).decode(as: type, unknownMembers: .ignored)
        } catch let error as DecodingError {
            throw ClientError.malformedReply(reason: "unexpected `\(error.place)`")
        }
    }

    private func send(
        _ method: String, _ parameters: JSONObject, _ mode: CallMessage.Mode,
        within limit: Duration?
    ) throws {
        var message: JSONObject = ["method": .string(method)]
        if !parameters.isEmpty { message["parameters"] = .object(parameters) }
        if mode != .single { message[mode.rawValue] = true }
        do {
            try socket.send(JSON.object(message).bytes, within: limit)
        } catch {
            guard error == .disconnected, let refusal else { throw error }
            throw refusal
        }
    }

    /// The error with which the service has closed the connection before it was called.
    private var refusal: VarlinkError? {
        do {
            _ = try receive(mayContinue: false, within: .zero)
            return nil
        } catch {
            return error as? VarlinkError
        }
    }

    private func receive(mayContinue: Bool, within limit: Duration?) throws -> ReplyMessage {
        let reply: ReplyMessage
        do {
            reply = try ReplyMessage(JSON(parsing: socket.receive(within: limit)))
        } catch let error as JSONSyntaxError {
            throw ClientError.malformedReply(reason: error.description)
        } catch let error as MalformedMessage {
            throw ClientError.malformedReply(reason: error.description)
        }
        if reply.continues, !mayContinue {
            throw ClientError.malformedReply(
                reason: "more replies would follow the only one requested")
        }
        if let error = reply.error { throw VarlinkError(error, reply.parameters) }
        return reply
    }
}
