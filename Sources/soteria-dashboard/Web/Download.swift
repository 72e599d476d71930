import API
import Dashboard
import Dispatch
import Foundation
import HummingbirdCore
import NIOCore
import Synchronization

/// A file to keep, made on a thread of its own, a few pieces ahead of what the browser takes.
final class Download: Sendable {
    static let most = 4
    /// How many pieces may wait for the browser.
    private static let ahead = 4
    /// How long a browser may take for a piece before it is given up.
    private static let patience = DispatchTimeInterval.seconds(60)

    struct Unwanted: Error {}

    /// The pieces; fails where the file could not be made to its end.
    let pieces: AsyncThrowingStream<ByteBuffer, any Error>
    private let continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
    /// Made empty and filled: one that ends emptier than it was made is a trap.
    private let room = DispatchSemaphore(value: 0)
    private let isOver = Mutex(false)
    /// Ends the browser's connection, also where it is stuck in a write.
    private let drop: @Sendable () -> Void

    /// Nothing is made before `begin`. `drop` ends the browser's connection.
    init(drop: @escaping @Sendable () -> Void) {
        self.drop = drop
        (pieces, continuation) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
        for _ in 0..<Self.ahead { room.signal() }
    }

    func begin(_ file: PageResponse.Download, _ connections: DaemonConnections) {
        Thread.detachNewThread { [self] in
            do {
                try file.write(try connections.connect()) { try self.give($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    /// Nobody takes more: the thread ends with the next piece.
    private func end() {
        isOver.withLock { $0 = true }
        room.signal()
    }

    private func give(_ piece: [UInt8]) throws {
        guard !piece.isEmpty else { return }
        guard room.wait(timeout: .now() + Self.patience) == .success else {
            drop()
            throw Unwanted()
        }
        if isOver.withLock({ $0 }) { throw Unwanted() }
        continuation.yield(ByteBuffer(bytes: piece))
    }

    /// Writes the pieces as they come. What goes wrong cuts the answer off without its end, so that
    /// the browser does not take a part for the whole.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        defer { end() }
        for try await piece in pieces {
            try await writer.write(piece)
            room.signal()
        }
    }
}
