import CSystemd
import Glibc

/// A socket that the service manager, or a parent like `varlinkctl exec:`, opened for this process.
package struct ActivatedSocket: Sendable, Equatable {
    /// The kinds of socket, which differ in what can be done with them.
    package enum Kind: Sendable, Equatable {
        /// A Unix stream socket on which connections are accepted.
        case listening
        /// A Unix stream socket with a peer at its other end.
        case connected
        /// Anything else: another family, a datagram socket, a pipe, a closed descriptor.
        case other
    }

    /// The file descriptor; the receiver owns it.
    package let descriptor: Int32
    /// The name that the unit gave it by `FileDescriptorName=`, else its unit's, else `unknown`.
    package let name: String
    package let kind: Kind

    /// A descriptor, classified by sd_is_socket_unix(3).
    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        kind = Self.kind(of: descriptor)
    }

    private static func kind(of descriptor: Int32) -> Kind {
        if sd_is_socket_unix(descriptor, streamType, 1, nil, 0) > 0 { return .listening }
        guard sd_is_socket_unix(descriptor, streamType, 0, nil, 0) > 0 else { return .other }
        // A stream socket that neither listens nor has a peer is of no use.
        var peer = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let answer = withUnsafeMutablePointer(to: &peer) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(descriptor, $0, &size)
            }
        }
        return answer == 0 ? .connected : .other
    }

    private static let streamType = Int32(SOCK_STREAM.rawValue)
}

/// Socket activation, the receiving side.
package enum Activation {
    /// The descriptors that this process was started with, from sd_listen_fds_with_names(3), all of
    /// them closed on exec from here on; none when it was not activated.
    ///
    /// The environment variables are unset, so that neither a child nor a second call takes them
    /// for its own. To be called before other threads read the environment. Throws when the
    /// variables are damaged.
    package static func adoptSockets() throws(SystemError) -> [ActivatedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        guard count >= 0 else {
            throw SystemError(function: "sd_listen_fds_with_names", code: count)
        }
        defer { free(names) }
        return (0..<count).map { index in
            let text = names?[Int(index)]
            defer { free(text) }
            return ActivatedSocket(
                descriptor: SD_LISTEN_FDS_START + index,
                name: text.map { String(cString: $0) } ?? "unknown")
        }
    }
}
