import Foundation
import Synchronization

/// Waits for work on other threads, and meanwhile hears the signals that end a program.
///
/// Made and waited on by one thread; threads that it starts afterwards leave the signals to it.
final class FinishLine {
    /// What is raised when the work is done.
    let flag: Flag
    private let keyboard: Keyboard

    init() throws {
        flag = try Flag()
        keyboard = try Keyboard(input: flag.readEnd)
    }

    /// What other threads hold: whether the work is done.
    final class Flag: Sendable {
        fileprivate let readEnd: Int32
        private let writeEnd: Mutex<Int32>

        fileprivate init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                throw Failure("nothing can be waited for: \(String(cString: strerror(errno)))")
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            readEnd = ends[0]
            writeEnd = Mutex(ends[1])
        }

        deinit {
            raise()
            close(readEnd)
        }

        /// The work is done; once is enough.
        func raise() {
            writeEnd.withLock { end in
                if end >= 0 { close(end) }
                end = -1
            }
        }
    }

    /// Does the work on a thread of its own; it raises the flag at its end.
    func start(_ work: @escaping @Sendable (Flag) -> Void) {
        let flag = flag
        Thread.detachNewThread { work(flag) }
    }

    /// Waits until the flag is raised: nil; or a signal comes: its number.
    func wait() throws -> Int32? {
        while true {
            switch try keyboard.hear(within: nil) {
            case .signal(let number): return number
            case .end: return nil
            case .line, .nothing: continue
            }
        }
    }
}
