import Glibc

/// The reason why a socket could not be bound.
package enum BindError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process is already listening at the path.
    case addressInUse(path: String)
    /// A file that is not a socket is at the path; it is not touched.
    case notASocket(path: String)
    /// A unix socket's path has at most 107 bytes, at least one and no NUL.
    case badPath(path: String)
    case system(path: String, call: String, errno: CInt)

    package var description: String {
        switch self {
        case .addressInUse(let path): "\(path): another process is already listening there"
        case .notASocket(let path): "\(path): the file is not a socket"
        case .badPath(let path): "\(path): a socket path must be 1 to 107 bytes long"
        case .system(let path, let call, let errno):
            "\(path): \(call): \(String(cString: strerror(errno)))"
        }
    }
}

/// A unix stream socket that this process bound to a path, and its file.
struct ListeningSocket: Sendable {
    /// The number of connections that may wait to be accepted.
    static let backlog: CInt = 512

    let descriptor: CInt
    private let path: String
    private let identity: FileIdentity

    private struct FileIdentity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
        }
    }

    /// Binds with mode 0600, and replaces a socket without a listener.
    ///
    /// The directory is locked during this: if two servers start together, one gets the path and
    /// the other `addressInUse`.
    init(binding path: String) throws(BindError) {
        guard var address = sockaddr_un(path: path) else { throw .badPath(path: path) }
        let directory = open(Self.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .system(path: path, call: "open", errno: errno) }
        defer { close(directory) }
        guard flock(directory, LOCK_EX) == 0 else {
            throw .system(path: path, call: "flock", errno: errno)
        }
        try Self.removeStale(path, &address)
        descriptor = try Self.bound(path, &address)
        guard let identity = FileIdentity(path) else {
            let code = errno
            close(descriptor)
            throw .system(path: path, call: "lstat", errno: code)
        }
        self.path = path
        self.identity = identity
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func bound(_ path: String, _ address: inout sockaddr_un) throws(BindError)
        -> CInt
    {
        let descriptor = socket(AF_UNIX, sockaddr_un.streamType, 0)
        guard descriptor >= 0 else { throw .system(path: path, call: "socket", errno: errno) }
        // The file takes its mode from the socket, so others can never connect.
        var failed = fchmod(descriptor, 0o600) == 0 ? nil : "fchmod"
        if failed == nil, address.with({ bind(descriptor, $0, $1) }) != 0 { failed = "bind" }
        if failed == nil, Glibc.listen(descriptor, backlog) != 0 { failed = "listen" }
        if let failed {
            let code = errno
            close(descriptor)
            throw .system(path: path, call: failed, errno: code)
        }
        return descriptor
    }

    private static func removeStale(_ path: String, _ address: inout sockaddr_un)
        throws(BindError)
    {
        var status = stat()
        if lstat(path, &status) != 0 {
            if errno == ENOENT { return }
            throw .system(path: path, call: "lstat", errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = socket(AF_UNIX, sockaddr_un.streamType, 0)
        guard probe >= 0 else { throw .system(path: path, call: "socket", errno: errno) }
        defer { close(probe) }
        if address.with({ connect(probe, $0, $1) }) == 0 { throw .addressInUse(path: path) }
        switch errno {
        case ECONNREFUSED: break
        // The queue is full, so a process is listening.
        case EAGAIN: throw .addressInUse(path: path)
        case let code: throw .system(path: path, call: "connect", errno: code)
        }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .system(path: path, call: "unlink", errno: errno)
        }
    }

    /// Removes the file if it is still the one that this socket made.
    ///
    /// Call it while the socket is open: an open socket holds its inode, so that a successor's file
    /// cannot have the same number.
    func removeFile() {
        if FileIdentity(path) == identity { unlink(path) }
    }
}

extension sockaddr_un {
    /// Creates a stream socket that neither blocks nor is inherited.
    static let streamType =
        CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)

    /// The address for a path; nil if the path is empty, too long or holds a NUL.
    init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &sun_path) { room in
            guard !bytes.isEmpty, bytes.count < room.count, !bytes.contains(0) else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard fits else { return nil }
    }

    /// Calls `body` with the address in the form that socket calls take.
    mutating func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
