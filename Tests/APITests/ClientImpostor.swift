import Foundation
import Synchronization

/// Listens at a path, and says the same to whoever connects, whatever is asked; then it is silent
/// and keeps the connection open.
final class Impostor: Sendable {
    private let listener: CInt
    private let peers = Mutex<[CInt]>([])
    private let path: String

    /// `text` is said with a NUL after it; nil says nothing at all.
    init(at path: String, saying text: String?) throws {
        self.path = path
        listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 16) == 0 else {
            throw POSIXError(.init(rawValue: errno) ?? .EIO)
        }
        let bytes: [UInt8] = text.map { Array($0.utf8) + [0] } ?? []
        Thread { [self] in
            while true {
                let peer = accept(listener, nil, nil)
                guard peer >= 0 else { return }
                peers.withLock { $0.append(peer) }
                _ = bytes.withUnsafeBytes {
                    send(peer, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                }
            }
        }.start()
    }

    /// Stops listening and closes all connections.
    func end() {
        shutdown(listener, CInt(SHUT_RDWR))
        peers.withLock { peers in
            for peer in peers { close(peer) }
            peers = []
        }
        unlink(path)
    }

    /// Ends the connections that are open; new ones are still taken.
    func hangUp() {
        peers.withLock { peers in
            for peer in peers { close(peer) }
            peers = []
        }
    }

    deinit { close(listener) }
}
