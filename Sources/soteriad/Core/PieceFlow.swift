import API
import Dispatch
import Synchronization
import Varlink

/// One call that is answered in many pieces, made beside the loop: each is sent once the client
/// has taken most of those before, so that a file never stands in memory.
final class PieceFlow<Called: TypedMethod & SendableMetatype>: Sendable {
    private let call: TypedCall<Called>
    private let daemon: Daemon
    private let turn = DispatchSemaphore(value: 0)
    private let isOver = Mutex(false)

    /// Whoever takes nothing for so long is not waited for.
    private static var patience: DispatchTimeInterval { .seconds(30) }

    /// A flow that ends when the client goes; nil where there are enough. To be begun on the loop.
    init?(_ call: TypedCall<Called>, _ daemon: isolated Daemon) {
        guard daemon.work.beginFlow() else { return nil }
        self.call = call
        self.daemon = daemon
        call.lifetime.onClose { self.finish() }
    }

    /// Whether the client still takes what is sent.
    var isOpen: Bool { isOver.withLock { !$0 } }

    /// Sends a piece that is not the last and waits for the next one's turn, on the queue of
    /// whoever makes them; false once the client has gone.
    func send(_ piece: Called.Reply) -> Bool {
        guard isOpen else { return false }
        daemon.loop.execute { [self] in
            // Whoever has gone gives the turn by `onClose`.
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

    /// Ends with an error, also where the client was given up.
    func fail(_ error: CallError<Called.Interface>) {
        daemon.loop.execute { [call] in if call.isOpen { call.fail(error) } }
        finish()
    }

    /// Makes room for another, once.
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
