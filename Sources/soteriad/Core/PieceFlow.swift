import Dispatch
import Synchronization
import Varlink

/// One call that is answered in many pieces, made beside the loop: each is sent once the client
/// has taken most of those before, so that a file never stands in memory.
final class PieceFlow: Sendable {
    private let call: Call
    private let daemon: Daemon
    private let turn = DispatchSemaphore(value: 0)
    private let isGone = Mutex(false)

    /// A flow that ends when the client goes; to be begun on the loop.
    init(_ call: Call, _ daemon: Daemon) {
        self.call = call
        self.daemon = daemon
        call.onClose {
            self.isGone.withLock { $0 = true }
            self.turn.signal()
        }
    }

    /// Whether the client still takes what is sent.
    var isOpen: Bool { isGone.withLock { !$0 } }

    /// Sends a piece that is not the last and waits for the next one's turn, on the queue of
    /// whoever makes them; false once the client has gone.
    func send(_ piece: some Encodable & Sendable) -> Bool {
        guard isOpen else { return false }
        daemon.loop.execute { [self] in
            // Whoever has gone gives the turn by `onClose`.
            guard call.isOpen else { return }
            call.reply(piece, continues: true)
            call.whenWritable { self.turn.signal() }
        }
        turn.wait()
        return isOpen
    }

    /// Sends the last piece.
    func end(_ piece: some Encodable & Sendable) {
        daemon.loop.execute { [call] in if call.isOpen { call.reply(piece) } }
    }

    /// Ends with an error.
    func fail(_ error: VarlinkError) {
        daemon.loop.execute { [call] in if call.isOpen { call.fail(error) } }
    }
}
