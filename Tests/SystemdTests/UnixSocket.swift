import Foundation
import Glibc

/// The sockets that tests put in the place of journald, the service manager and its clients.
enum UnixSocket {
    struct Failure: Error {
        let function: String
        let code: Int32
    }

    /// A socket bound to a path.
    static func bound(type: __socket_type, path: String) throws -> Int32 {
        let descriptor = try made(type)
        try withAddress(path) { address, size in
            guard Glibc.bind(descriptor, address, size) == 0 else {
                throw Failure(function: "bind", code: errno)
            }
        }
        return descriptor
    }

    /// A stream socket bound to a path on which connections are accepted.
    static func listening(path: String) throws -> Int32 {
        let descriptor = try bound(type: SOCK_STREAM, path: path)
        guard listen(descriptor, 8) == 0 else { throw Failure(function: "listen", code: errno) }
        return descriptor
    }

    /// Two sockets that are each other's peer.
    static func pair(type: __socket_type = SOCK_STREAM) throws -> (Int32, Int32) {
        var descriptors: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(type.rawValue), 0, &descriptors) == 0 else {
            throw Failure(function: "socketpair", code: errno)
        }
        return (descriptors[0], descriptors[1])
    }

    static func made(_ type: __socket_type) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(function: "socket", code: errno) }
        return descriptor
    }

    /// One datagram that is there already, as text; nil if there is none.
    static func datagram(on descriptor: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(function: "sockaddr_un", code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
