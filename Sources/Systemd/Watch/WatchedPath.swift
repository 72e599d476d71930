import Glibc

/// A directory's path, step by step from the root.
struct WatchedPath: Sendable {
    /// The names on the way, without empty ones and `.`; `..` stays, for the kernel to follow.
    let components: [String]

    /// From an absolute path, or one relative to the working directory of this moment.
    init(_ path: String) {
        var absolute = path
        if !path.hasPrefix("/"), let here = getcwd(nil, 0) {
            absolute = String(cString: here) + "/" + path
            free(here)
        }
        components = absolute.split(separator: "/").filter { $0 != "." }.map(String.init)
    }

    var path: String { prefix(components.count) }

    /// The path of the first so many names; `/` for none.
    func prefix(_ count: Int) -> String {
        "/" + components.prefix(count).joined(separator: "/")
    }

    /// The paths of every step, without the root.
    var prefixes: [String] {
        components.isEmpty ? [] : (1...components.count).map(prefix)
    }

    /// The steps of the path that realpath(3) makes of this one where that differs: what lies
    /// behind symlinks can be moved away too. None if it does not exist.
    var resolvedPrefixes: [String] {
        guard let real = realpath(path, nil) else { return [] }
        defer { free(real) }
        let resolved = String(cString: real)
        return resolved == path ? [] : WatchedPath(resolved).prefixes
    }

    /// How many names of the path lead through existing directories.
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
