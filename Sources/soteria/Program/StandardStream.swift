import Foundation

/// Standard output or standard error, written to byte for byte.
struct StandardStream: Sendable {
    let descriptor: Int32

    /// Writes the whole text; returns why it could not, nil where it could.
    func write(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Whoever gave us the stream made it one that does not block.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            case let code: return String(cString: strerror(code))
            }
        }
        return nil
    }
}
