import Varlink

/// A call of one method that waits for its answer, with decoded parameters. It can only be answered
/// with a reply of that method or an error of its interface. Use it on the server's event loop
/// only; see `Call`.
package struct TypedCall<Called: TypedMethod>: Sendable {
    package let parameters: Called.Parameters
    /// The lifetime of the call.
    package let lifetime: CallLifetime
    private var call: Call { lifetime.call }

    /// Decodes the parameters; throws the error that answers the call if they are invalid.
    package init(_ call: Call) throws(VarlinkError) {
        parameters = try Called.read(call)
        lifetime = CallLifetime(call: call)
    }

    /// False after the last answer, or once the peer has gone.
    package var isOpen: Bool { call.isOpen }

    /// Replies; with `continues` another reply follows.
    package func reply(_ reply: Called.Reply, continues: Bool = false) {
        call.reply(reply, continues: continues)
    }

    /// Replies with parameters that were encoded for many calls.
    package func reply(_ reply: EncodedReply<Called>, continues: Bool = false) {
        call.reply(reply.parameters, continues: continues)
    }

    /// Fails the call; an error is always the last answer.
    package func fail(_ error: CallError<Called.Interface>) { call.fail(error.varlinkError) }
}

/// The lifetime of a call of any method. Use it on the server's event loop only; see `Call`.
package struct CallLifetime: Sendable {
    fileprivate let call: Call

    /// The identity of the call among open calls.
    package var id: ObjectIdentifier { ObjectIdentifier(call) }
    /// False after the last answer, or once the peer has gone.
    package var isOpen: Bool { call.isOpen }
    /// The number of the call's connection; no other connection has it.
    package var connectionNumber: Int { call.connectionNumber }

    /// Runs `body` if the connection ends before the last reply.
    package func onClose(_ body: @escaping @Sendable () -> Void) { call.onClose(body) }

    /// Runs `body` once when the connection ends, however the call was answered.
    package func onDisconnect(_ body: @escaping @Sendable () -> Void) { call.onDisconnect(body) }

    /// Runs `body` once the peer has read most of what was sent.
    package func whenWritable(_ body: @escaping @Sendable () -> Void) { call.whenWritable(body) }
}

/// A reply of one method, encoded once for many calls.
package struct EncodedReply<Called: TypedMethod>: Sendable {
    let parameters: EncodedParameters

    package init(_ reply: Called.Reply) {
        do {
            parameters = try EncodedParameters(reply)
        } catch {
            // Numbers, texts and arrays of structs of them always encode.
            preconditionFailure("\(Called.method): \(error)")
        }
    }
}

/// An error that answers a call: one of the interface, or one that Varlink has for every interface.
package struct CallError<Interface: VarlinkInterface>: Error {
    package let varlinkError: VarlinkError

    package init<Declared: TypedError>(_ error: Declared) where Declared.Interface == Interface {
        varlinkError = error.varlinkError
    }

    private init(_ error: VarlinkError) { varlinkError = error }

    /// The method is not implemented.
    package static func methodNotImplemented(_ method: String) -> Self {
        Self(.methodNotImplemented(method))
    }

    /// The parameter with this name has an invalid value.
    package static func invalidParameter(_ name: String) -> Self { Self(.invalidParameter(name)) }
}
