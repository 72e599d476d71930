import CSystemd
import Glibc

/// A socket that the service manager, or a parent like `varlinkctl exec:`, opened for this process.
package struct ActivatedSocket: Sendable, Equatable {
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
    /// The name set by `FileDescriptorName=`, else the unit's name, else `unknown`.
    package let name: String
    package let kind: Kind

    /// Classifies a descriptor by sd_is_socket_unix(3).
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
    /// Returns the descriptors that this process was started with, from
    /// sd_listen_fds_with_names(3), and sets close-on-exec on all; none if the process was not
    /// activated.
    ///
    /// The environment variables are unset, so that neither a child nor a second call adopts the
    /// descriptors again. Call it before other threads read the environment. Throws if the
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
