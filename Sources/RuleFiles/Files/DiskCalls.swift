import Glibc

/// The system calls that write a file to disk; each sets `errno`.
package struct DiskCalls: Sendable {
    /// Writes to an open file; returns the number of bytes, or -1.
    var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
    /// Flushes an open file or directory to disk; returns 0 or -1.
    var sync: @Sendable (Int32) -> Int32
    /// Renames a file over another one; returns 0 or -1.
    var rename: @Sendable (String, String) -> Int32

    package static let system = DiskCalls(
        write: { Glibc.write($0, $1.baseAddress, $1.count) }, sync: { fsync($0) },
        rename: { Glibc.rename($0, $1) })

    /// Writes all the bytes to an open file; returns 0, or the `errno` of the failed call.
    package func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(file, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0, errno == EINTR { continue }
                // A write of nothing, without an error, would be retried forever.
                guard count > 0 else { return count < 0 ? errno : EIO }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    /// Makes the names in a directory durable; otherwise a power cut can lose a name, but no data.
    package func syncDirectory(_ path: String) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        _ = sync(directory)
        close(directory)
    }
}
