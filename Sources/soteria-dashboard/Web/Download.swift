import API
import Dashboard
import Dispatch
import Foundation
import HummingbirdCore
import NIOCore
import Synchronization

/// A download, made on a thread of its own, a few pieces ahead of the browser.
final class Download: Sendable {
    static let most = 4
    /// The number of pieces that may wait for the browser.
    private static let ahead = 4
    /// The time that a browser may take for a piece before the download is given up.
    private static let patience = DispatchTimeInterval.seconds(60)

    struct Unwanted: Error {}

    /// The pieces; throws if the file could not be completed.
    let pieces: AsyncThrowingStream<ByteBuffer, any Error>
    private let continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
    /// Counts the free places for pieces. It is created with 0 and then signalled: a semaphore that
    /// is released with a lower value than its initial one traps.
    private let room = DispatchSemaphore(value: 0)
    private let isOver = Mutex(false)
    /// Ends the browser's connection, even if a write is stuck.
    private let drop: @Sendable () -> Void

    /// The file is not made before `begin`. `drop` ends the browser's connection.
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

    /// Stops the download: the thread ends at the next piece.
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

    /// Writes the pieces as they come. An error cuts the response off without its end, so that the
    /// browser does not mistake a part for the whole.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        defer { end() }
        for try await piece in pieces {
            try await writer.write(piece)
            room.signal()
        }
    }
}
