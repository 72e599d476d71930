import Glibc

/// The process at the other end of a socket, as recorded by the kernel when it connected.
///
/// The layout is that of `struct ucred` (unix(7), `SO_PEERCRED`), which Glibc's module leaves out.
package struct PeerCredentials: Hashable, Sendable {
    package var pid: Int32 = 0
    /// The effective user and group.
    package var uid: UInt32 = 0
    package var gid: UInt32 = 0

    /// The peer of a connected socket; nil if the kernel does not know it.
    init?(ofConnected descriptor: CInt) {
        var length = socklen_t(MemoryLayout<PeerCredentials>.size)
        self.init()
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &length) == 0 else {
            return nil
        }
    }

    package init(pid: Int32 = 0, uid: UInt32 = 0, gid: UInt32 = 0) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }
}
