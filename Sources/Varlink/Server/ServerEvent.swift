/// An event that a server tells its owner, for the journal. Nothing here needs an answer.
package enum ServerEvent: Hashable, Sendable {
    /// A peer of another user was turned away.
    case refusedUser(PeerCredentials)
    /// A connection beyond the limit was turned away.
    case connectionLimit(Int)
    /// A connection was closed for a message that is no call.
    case malformedMessage(PeerCredentials, reason: String)
    /// A connection was closed for a message that is longer, in bytes.
    case messageTooLong(PeerCredentials, limit: Int)
    /// A connection was dropped because its peer reads too slowly what `method` sends.
    case slowReader(PeerCredentials, method: String)
    /// A handler threw what is no answer; its connection was closed.
    case handlerFailed(method: String, reason: String)
    /// A reply could not be put into JSON; its connection was closed.
    case replyNotEncodable(method: String, reason: String)
    /// Accepting a connection failed, for want of descriptors for example.
    case acceptFailed(reason: String)
}

/// The most that a server accepts and keeps.
package struct ServerLimits: Hashable, Sendable {
    /// Bytes of one message from a client.
    package var messageBytes = 1 << 20
    package var connections = 1024
    /// Replies that wait for one slow peer, beyond what the kernel and 64 KiB here hold.
    package var queuedMessages = 1000
    /// Bytes of those replies; a single larger reply is still sent.
    package var queuedBytes = 4 << 20

    package init() {}
}

/// The answer of `org.varlink.service.GetInfo` about the service.
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
