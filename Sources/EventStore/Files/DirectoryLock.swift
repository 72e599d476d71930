import Glibc

/// An advisory lock (`flock`) that keeps a second daemon off the directory; the kernel frees it
/// when the process ends in whatever way.
final class DirectoryLock: Sendable {
    private let file: Int32

    /// Takes the lock, or throws `.locked` at once.
    init(_ directory: StateDirectory) throws(StoreError) {
        var file = Glibc.open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 && (errno == EROFS || errno == EACCES) {
            // A lock left by an earlier run can be taken without writing.
            let code = errno
            file = Glibc.open(directory.lock, O_RDONLY | O_CLOEXEC)
            if file < 0 { throw directory.failure(code) }
        }
        guard file >= 0 else { throw directory.failure(errno) }
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            Glibc.close(file)
            throw code == EWOULDBLOCK ? .locked(path: directory.lock) : directory.failure(code)
        }
        self.file = file
    }

    deinit {
        // A child that another thread is starting holds a copy of the descriptor until it execs,
        // and closing ours alone would leave the lock with it.
        flock(file, LOCK_UN)
        Glibc.close(file)
    }
}
