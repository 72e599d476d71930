import Glibc
import Synchronization
import Varlink

/// The only place that writes to the browser: whole frames, one after another, from any thread.
///
/// Whoever writes waits until the browser has taken the frame. So nothing gathers here while it
/// does not read: its calls are not read either, and the daemon ends what follows it too slowly.
final class FrameWriter: Sendable {
    private let descriptor: CInt
    private let turn = Mutex(())
    private let whenGone: @Sendable () -> Void

    /// Writes to a descriptor that it does not own. `whenGone` is called on the writing thread
    /// when the browser takes no more, and may be called again by later writes.
    init(descriptor: CInt, whenGone: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.whenGone = whenGone
    }

    /// Writes a message, unless it is not wanted any more when its turn has come. False where it
    /// is longer than a frame may be: nothing was written.
    func write(_ message: JSONObject, ifWanted isWanted: () -> Bool = { true }) -> Bool {
        let text = JSON.object(message).bytes
        guard text.count <= Frame.longest else { return false }
        var frame: [UInt8] = []
        frame.reserveCapacity(Frame.header + text.count)
        withUnsafeBytes(of: UInt32(text.count)) { frame += $0 }
        frame += text
        let isGone = turn.withLock { _ in isWanted() && !write(frame) }
        if isGone { whenGone() }
        return true
    }

    /// Whether all of it was taken.
    private func write(_ frame: [UInt8]) -> Bool {
        var sent = 0
        while sent < frame.count {
            let count = frame[sent...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                sent += count
            } else if !Interruption.isPassing(descriptor, POLLOUT) {
                return false
            }
        }
        return true
    }
}
