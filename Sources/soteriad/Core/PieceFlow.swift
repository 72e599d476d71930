import API
import Dispatch
import Synchronization
import Varlink

/// A call that is answered in many pieces, produced beside the loop. Each piece is sent once the
/// client has read most of those before, so that a file is never in memory as a whole.
final class PieceFlow<Called: TypedMethod & SendableMetatype>: Sendable {
    private let call: TypedCall<Called>
    private let daemon: Daemon
    private let turn = DispatchSemaphore(value: 0)
    private let isOver = Mutex(false)

    /// The longest time to wait for a client that reads nothing.
    private static var patience: DispatchTimeInterval { .seconds(30) }

    /// A flow that ends when the client disconnects; nil if too many run. Call it on the loop.
    init?(_ call: TypedCall<Called>, _ daemon: isolated Daemon) {
        guard daemon.work.beginFlow() else { return nil }
        self.call = call
        self.daemon = daemon
        call.lifetime.onClose { self.finish() }
    }

    /// True while the client is there and reads.
    var isOpen: Bool { isOver.withLock { !$0 } }

    /// Sends a piece that is not the last, then blocks until the next may be sent. Call it on the
    /// queue that produces the pieces. Returns false once the client has gone.
    func send(_ piece: Called.Reply) -> Bool {
        guard isOpen else { return false }
        daemon.loop.execute { [self] in
            // A client that has gone gives the turn by `onClose`.
            guard call.isOpen else { return }
            call.reply(piece, continues: true)
            call.lifetime.whenWritable { self.turn.signal() }
        }
        if turn.wait(timeout: .now() + Self.patience) == .timedOut { finish() }
        return isOpen
    }

    func end(_ piece: Called.Reply) {
        daemon.loop.execute { [call] in if call.isOpen { call.reply(piece) } }
        finish()
    }

    /// Ends the flow with an error, even if the client timed out.
    func fail(_ error: CallError<Called.Interface>) {
        daemon.loop.execute { [call] in if call.isOpen { call.fail(error) } }
        finish()
    }

    /// Ends the flow once, so that another may start.
    private func finish() {
        let wasOver = isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
        }
        guard !wasOver else { return }
        turn.signal()
        daemon.enter { $0.work.endFlow() }
    }
}
