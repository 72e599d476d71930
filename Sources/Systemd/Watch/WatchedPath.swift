import Glibc

/// The path of a directory as a list of names.
struct WatchedPath: Sendable {
    /// The names in the path, without empty ones and `.`; `..` stays, for the kernel to resolve.
    let components: [String]

    /// Creates a path from an absolute one, or from one relative to the current working directory.
    init(_ path: String) {
        var absolute = path
        if !path.hasPrefix("/"), let here = getcwd(nil, 0) {
            absolute = String(cString: here) + "/" + path
            free(here)
        }
        components = absolute.split(separator: "/").filter { $0 != "." }.map(String.init)
    }

    var path: String { prefix(components.count) }

    /// Returns the path of the first `count` names; `/` for none.
    func prefix(_ count: Int) -> String {
        "/" + components.prefix(count).joined(separator: "/")
    }

    /// The paths of all prefixes, without the root.
    var prefixes: [String] {
        components.isEmpty ? [] : (1...components.count).map(prefix)
    }

    /// The prefixes of the real path (realpath(3)) if it differs: a directory behind a symlink can
    /// be moved too. Empty if the path does not exist.
    var resolvedPrefixes: [String] {
        guard let real = realpath(path, nil) else { return [] }
        defer { free(real) }
        let resolved = String(cString: real)
        return resolved == path ? [] : WatchedPath(resolved).prefixes
    }

    /// The number of leading names that are existing directories.
    var existingDepth: Int {
        var depth = 0
        var status = stat()
        while depth < components.count, stat(prefix(depth + 1), &status) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        {
            depth += 1
        }
        return depth
    }
}
