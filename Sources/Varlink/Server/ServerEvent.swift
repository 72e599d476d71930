/// An event that a server reports to its owner, for the journal; none needs a response.
package enum ServerEvent: Hashable, Sendable {
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
