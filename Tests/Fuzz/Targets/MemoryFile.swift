import Glibc

/// A file that is nowhere but in memory, to be read from its beginning.
final class MemoryFile {
    private(set) var descriptor: CInt

    init(_ bytes: [UInt8]) {
        var name = Array("/dev/shm/soteria-fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        // The file lives as long as it is open, and nothing can be left behind.
        unlink(name)
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        lseek(descriptor, 0, SEEK_SET)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A path by which it can be opened while it is there.
    var path: String { "/proc/self/fd/\(descriptor)" }

    /// All that was written into it.
    var contents: [UInt8] {
        let count = Int(lseek(descriptor, 0, SEEK_END))
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
        }
    }

    /// Gives the descriptor to whoever closes it.
    func detach() -> CInt {
        defer { descriptor = -1 }
        return descriptor
    }
}
