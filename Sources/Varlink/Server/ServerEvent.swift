/// An event that a server reports to its owner, for the journal; none needs a response.
package indirect enum ServerEvent: Hashable, Sendable {
    /// A peer of another user was refused.
    case refusedUser(PeerCredentials)
    /// A connection beyond a limit was refused.
    case connectionLimit(PeerCredentials, ConnectionLimit)
    /// A connection was closed because a message was not a call.
    case malformedMessage(PeerCredentials, reason: String)
    /// A connection was closed because a message was longer than the limit, in bytes.
    case messageTooLong(PeerCredentials, limit: Int)
    /// A connection was dropped because no whole message came within the time, in seconds.
    case messageTooLate(PeerCredentials, seconds: Int)
    /// A connection was dropped because the input that waits used up the memory for all of it, in
    /// bytes, and the most of it was of this process.
    case inputLimit(PeerCredentials, limit: Int)
    /// A connection was dropped because its peer reads too slowly what `method` sends.
    case slowReader(PeerCredentials, method: String)
    /// A handler threw an error that is not an answer; its connection was closed.
    case handlerFailed(method: String, reason: String)
    /// A reply could not be encoded as JSON; its connection was closed.
    case replyNotEncodable(method: String, reason: String)
    /// A connection could not be accepted, for lack of descriptors for example.
    case acceptFailed(reason: String)
    /// Further events like `last` came within a minute and were not reported.
    case leftOut(count: Int, last: ServerEvent)
}

extension ServerEvent: CustomStringConvertible {
    /// The event as a sentence for the journal, without anything that a peer has sent.
    package var description: String {
        switch self {
        case .refusedUser(let peer): "Refused a connection from a process of user \(peer.uid)."
        case .connectionLimit(let peer, let limit):
            "Refused a connection of process \(peer.pid): \(limit.maximum) connections"
                + (limit.isOfProcess ? " of this process" : "") + " are already open."
        case .malformedMessage(let peer, let reason):
            "Process \(peer.pid) sent an invalid message: \(reason)."
        case .messageTooLong(let peer, let limit):
            "Process \(peer.pid) sent a message longer than \(limit) bytes."
        case .messageTooLate(let peer, let seconds):
            "Disconnected process \(peer.pid), because it sent no complete message within "
                + "\(seconds) s."
        case .inputLimit(let peer, let limit):
            "Disconnected process \(peer.pid), because unhandled messages took more than "
                + "\(limit >> 20) MiB of memory, most of them from this process."
        case .slowReader(let peer, let method):
            "Disconnected process \(peer.pid), because it did not read the replies to \(method)."
        case .handlerFailed(let method, let reason), .replyNotEncodable(let method, let reason):
            "\(method) failed: \(reason)"
        case .acceptFailed(let reason): "Could not accept a connection: \(reason)"
        case .leftOut(let count, let last):
            count == 1
                ? "A similar message within the same minute was left out: \(last)"
                : "\(count) similar messages within a minute were left out. The last one: \(last)"
        }
    }
}

/// The service's identity in the answer of `org.varlink.service.GetInfo`.
package struct ServiceIdentity: Hashable, Sendable {
    package let vendor: String
    package let product: String
    package let version: String
    package let url: String

    package init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }
}
