import API

/// Finds the targets of apps as window systems name them: by the application id, by the last part
/// of it (`steam` for `com.valvesoftware.Steam`), or by the name of an executable; case does not
/// matter.
struct AppMatching {
    private var targets: [String: Set<String>] = [:]

    init(_ all: [TargetsAPI.Target]) {
        for target in all {
            for app in target.apps {
                add(app, target.target)
                if let dot = app.lastIndex(of: ".") {
                    add(String(app[app.index(after: dot)...]), target.target)
                }
            }
            for path in target.executables {
                if let slash = path.lastIndex(of: "/") {
                    add(String(path[path.index(after: slash)...]), target.target)
                }
            }
        }
    }

    private mutating func add(_ name: String, _ target: String) {
        targets[name.lowercased(), default: []].insert(target)
    }

    /// The keys of the targets, in order.
    func targets(of app: String) -> [String] {
        var name = app.lowercased()
        if name.hasSuffix(".desktop") { name.removeLast(8) }
        return targets[name]?.sorted() ?? []
    }
}
