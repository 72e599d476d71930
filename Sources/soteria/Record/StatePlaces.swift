import Foundation

/// Where the daemon's record lies where no daemon can be asked.
struct StatePlaces {
    let environment: [String: String]

    /// The directories in which systemd's versions put a user service's state.
    var candidates: [String] {
        let home = environment["HOME"] ?? ""
        return [
            (environment["XDG_STATE_HOME"] ?? home + "/.local/state") + "/soteriad",
            (environment["XDG_CONFIG_HOME"] ?? home + "/.config") + "/soteriad",
        ].filter { $0.hasPrefix("/") }
    }

    /// Whether a directory is one of them.
    func contains(_ directory: String) -> Bool {
        candidates.contains { Self.isSame($0, directory) }
    }

    /// The one that holds a record; nil where several do, or none.
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

    /// Whether both paths lead to one directory.
    static func isSame(_ left: String, _ right: String) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(left, &first) == 0, stat(right, &second) == 0 else { return left == right }
        return first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }
}
