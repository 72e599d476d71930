import Glibc
import NIOCore

/// A buffer that splits the bytes of a connection at NULs into messages.
struct IncomingFrames {
    private var buffer = ByteBuffer()
    /// The number of readable bytes known to hold no NUL.
    private var searched = 0
    private let limit: Int
    /// The bytes up to which input is held in a small buffer, and the size of the next larger one.
    /// The C library gives a buffer of that size a mapping of its own, so that its memory goes back
    /// to the system with it; many that grew step by step would leave as much unused memory behind.
    private static let small = 4096
    private static let large = 128 << 10

    /// Creates a buffer for messages of at most `limit` bytes, without the NUL.
    init(limit: Int) { self.limit = limit }

    var pendingBytes: Int { buffer.readableBytes }

    /// The bytes of memory that the pending bytes occupy, which may be a few in a large buffer.
    var memory: Int { buffer.readableBytes == 0 ? 0 : buffer.storageCapacity }

    /// Returns the message that these bytes form if nothing is buffered. Nearly always one whole
    /// message arrives, which then need not be copied.
    func sole(_ bytes: ByteBuffer) -> ByteBuffer? {
        let length = bytes.readableBytes - 1
        guard buffer.readableBytes == 0, length >= 0, length <= limit else { return nil }
        let isWhole = bytes.withUnsafeReadableBytes { bytes in
            guard let start = bytes.baseAddress, bytes[length] == 0 else { return false }
            return memchr(start, 0, length) == nil
        }
        return isWhole ? bytes.getSlice(at: bytes.readerIndex, length: length) : nil
    }

    mutating func append(_ bytes: inout ByteBuffer) {
        if buffer.readableBytes == 0 {
            buffer = bytes
        } else {
            // Taken messages are cleared away once they are the larger part, else a client that
            // always has one more under way would let the buffer grow for ever.
            if buffer.readerIndex > buffer.readableBytes { buffer.discardReadBytes() }
            if buffer.readableBytes + bytes.readableBytes > Self.small {
                buffer.reserveCapacity(Self.large)
            }
            buffer.writeBuffer(&bytes)
        }
    }

    enum Next: Equatable {
        case message(ByteBuffer)
        case incomplete
        case tooLong
    }

    /// Removes and returns the next message, without its NUL.
    mutating func next() -> Next {
        guard let length = lengthOfNext() else {
            searched = buffer.readableBytes
            return searched > limit ? .tooLong : .incomplete
        }
        searched = 0
        guard length <= limit, let message = buffer.readSlice(length: length) else {
            return .tooLong
        }
        buffer.moveReaderIndex(forwardBy: 1)
        // Bytes that were read are given back, so that an idle connection holds no memory.
        if buffer.readableBytes == 0 { buffer = ByteBuffer() }
        return .message(message)
    }

    private func lengthOfNext() -> Int? {
        buffer.withUnsafeReadableBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, bytes.count > searched,
                let found = memchr(base + searched, 0, bytes.count - searched)
            else { return nil }
            return base.distance(to: UnsafeRawPointer(found))
        }
    }
}
