import NIOCore

package struct ServerLimits: Hashable, Sendable {
    /// The largest message of a client, in bytes.
    package var messageBytes = 1 << 20
    package var connections = 1024
    /// The most connections of one process.
    package var connectionsPerProcess = 256
    /// The last connections, which are only for processes that have fewer than `fewConnections`.
    package var reservedConnections = 128
    package var fewConnections = 8
    /// The most bytes of memory for the input of all connections that is not handled yet.
    package var inputBytes = 24 << 20
    /// How long a peer may take for its first message, and for each further one that it begins.
    package var messageTime = TimeAmount.seconds(10)
    /// The most replies that wait for a slow peer, beyond those in the kernel and in 64 KiB here.
    package var queuedMessages = 1000
    /// The most bytes of waiting replies; a single larger reply is still sent.
    package var queuedBytes = 4 << 20

    package init() {}
}

/// The limit that a further connection would exceed.
package struct ConnectionLimit: Hashable, Sendable {
    /// The number of connections that are open already.
    package let maximum: Int
    /// True if all of these belong to the process that connects, false if they are all together.
    package let isOfProcess: Bool

    package init(maximum: Int, isOfProcess: Bool) {
        self.maximum = maximum
        self.isOfProcess = isOfProcess
    }
}
