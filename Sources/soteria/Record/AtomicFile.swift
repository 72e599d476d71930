import Foundation
import Localization
import RuleFiles

/// A file that appears complete or not at all: it is written under another name beside its path,
/// and moved into place once the whole file is on disk.
final class AtomicFile {
    /// The final path.
    let path: String
    private let replaces: Bool
    private let mode: mode_t
    private let descriptor: Int32
    private(set) var size = 0
    private var isFinished = false

    /// The path during writing.
    var part: String { path + ".part" }

    /// Opens the file for writing. Throws if one exists at the path, unless it is to be replaced.
    init(_ path: String, replaces: Bool, mode: mode_t = 0o600) throws(Failure) {
        self.path = path
        self.replaces = replaces
        self.mode = mode
        if !replaces, Self.exists(path) { throw Self.isThere(path) }
        descriptor = open(
            path + ".part", O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw Failure(path, couldNotBe: localized("created"), errno) }
        do {
            try claim()
        } catch {
            close(descriptor)
            isFinished = true
            throw error
        }
    }

    /// Takes over the leftover of an earlier attempt, unless another process still writes it.
    private func claim() throws(Failure) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw isWritten
        }
        var ours = stat()
        var there = stat()
        guard fstat(descriptor, &ours) == 0, ours.st_mode & S_IFMT == S_IFREG else {
            throw Failure(
                localized("\(Printable.text(part)) is not a file; move it out of the way"))
        }
        // The previous writer may have moved it into place just before the lock was taken.
        guard lstat(part, &there) == 0, there.st_ino == ours.st_ino, there.st_dev == ours.st_dev
        else { throw isWritten }
        guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, mode) == 0 else {
            throw Failure(path, couldNotBe: localized("created"), errno)
        }
    }

    private var isWritten: Failure {
        Failure(
            localized(
                "another program is writing \(Printable.text(part)); wait until it has finished"))
    }

    deinit {
        guard !isFinished else { return }
        unlink(part)
        close(descriptor)
    }

    func write(_ bytes: some Collection<UInt8>) throws(Failure) {
        let bytes = Array(bytes)
        let code = DiskCalls.system.writeAll(bytes, to: descriptor)
        guard code == 0 else { throw Failure(path, couldNotBe: localized("written"), code) }
        size += bytes.count
    }

    /// Syncs the file to disk and moves it into place.
    func finish() throws(Failure) {
        guard fsync(descriptor) == 0 else {
            throw Failure(path, couldNotBe: localized("written"), errno)
        }
        try moveIntoPlace()
        isFinished = true
        close(descriptor)
        DiskCalls.system.syncDirectory(
            URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    private func moveIntoPlace() throws(Failure) {
        if !replaces {
            // Unlike rename(2), link(2) never replaces a file.
            if link(part, path) == 0 {
                unlink(part)
                return
            }
            if errno == EEXIST || Self.exists(path) { throw Self.isThere(path) }
        }
        guard rename(part, path) == 0 else {
            throw Failure(path, couldNotBe: localized("moved into place"), errno)
        }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func isThere(_ path: String) -> Failure {
        Failure(
            localized(
                "\(Printable.text(path)) already exists; choose another name, or pass --force"))
    }
}
