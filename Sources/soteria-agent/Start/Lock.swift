import Glibc
import Localization

/// Ensures that one agent runs in a session: a flock(2), released when its process ends in any way.
final class Lock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or fails at once: with `EX_CONFIG` if another agent has it, which starting
    /// again does not fix; with `EX_OSERR` if the file cannot be opened or made.
    init(path: String) throws(StartFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StartFailure(
                message: localized("cannot open \(path): \(String(cString: strerror(errno)))"),
                code: EX_OSERR)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // `deinit` closes the descriptor, also after this error.
            throw StartFailure(
                message: localized("another soteria-agent is already running in this session"),
                code: EX_CONFIG)
        }
    }

    deinit {
        close(descriptor)
    }
}
