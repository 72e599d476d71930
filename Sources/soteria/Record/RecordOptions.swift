import API
import ArgumentParser
import Foundation
import Localization

/// Options for the directory of the record.
struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            localized(
                """
                The directory of the record (default: that of the running daemon, or else the \
                standard directory).
                """), valueName: "dir"),
        completion: .directory)
    var state: String?

    @OptionGroup var daemon: DaemonOptions

    /// The status of the running daemon; nil if none answers.
    func running(_ context: CommandContext) -> DaemonAPI.GetStatus.Reply? {
        guard let client = try? daemon.client(context) else { return nil }
        return try? client.call(DaemonAPI.GetStatus.self)
    }

    /// The given directory, else the running daemon's, else the standard one that holds a record.
    func directory(_ running: DaemonAPI.GetStatus.Reply?, _ context: CommandContext) throws
        -> String
    {
        if let state { return state }
        if let running { return Self.directory(of: running) }
        if let only = StateDirectories(environment: context.environment).only { return only }
        throw Failure(
            localized(
                """
                no record was found, and no daemon answers; pass the record's directory with \
                --state DIR
                """),
            status: ExitStatus.usage)
    }

    static func directory(of status: DaemonAPI.GetStatus.Reply) -> String {
        URL(fileURLWithPath: status.store.path).deletingLastPathComponent().path
    }
}

/// The standard directories of the daemon's record, for when no daemon can be asked.
struct StateDirectories {
    let environment: [String: String]

    /// The directories that systemd's versions use for the state of a user service.
    var candidates: [String] {
        let home = environment["HOME"] ?? ""
        return [
            (environment["XDG_STATE_HOME"] ?? home + "/.local/state") + "/soteriad",
            (environment["XDG_CONFIG_HOME"] ?? home + "/.config") + "/soteriad",
        ].filter { $0.hasPrefix("/") }
    }

    func contains(_ directory: String) -> Bool {
        candidates.contains { Self.isSame($0, directory) }
    }

    /// The only directory that holds a record; nil if several do, or none.
    var only: String? {
        var found: [String] = []
        for directory in candidates where holdsRecord(directory) {
            // systemd may link one to the other.
            if !found.contains(where: { Self.isSame($0, directory) }) { found.append(directory) }
        }
        return found.count == 1 ? found.first : nil
    }

    private func holdsRecord(_ directory: String) -> Bool {
        access(directory + "/soteria.sqlite", F_OK) == 0
    }

    /// True if both paths lead to the same directory.
    static func isSame(_ left: String, _ right: String) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(left, &first) == 0, stat(right, &second) == 0 else { return left == right }
        return first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }
}

/// A file to make a record from, checked before the daemon is stopped.
enum RecordInput {
    /// Throws if the path is not a readable file.
    static func require(_ path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            throw Failure("\(Printable.text(path)): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(localized("\(Printable.text(path)) is not a file"))
        }
    }
}
