import API

/// The index from apps to monitored targets, with the enforcement of each target.
struct PlaceIndex: Sendable, Hashable {
    /// The part of a target that concerns its apps while it is blocked.
    struct Target: Sendable, Hashable {
        var name: String
        var enforcement: TargetsAPI.Enforcement
        /// For `stop`: whether a unit that does not end is killed.
        var kill: Bool
        /// For `freeze`: whether a unit that somebody thaws again and again is asked to end.
        var isStoppedWhenThawed = false
    }

    private(set) var targets: [String: Target] = [:]
    /// The application ids of the rules in lower case, with those that are written so.
    private var folded: [String: Set<String>] = [:]
    /// The application ids by the window class that their desktop files name, in lower case.
    private var classes: [String: Set<String>] = [:]
    /// The targets' keys by application id.
    private var ids: [String: Set<String>] = [:]
    /// The targets' keys by the path of an executable, as written in the rules.
    private var written: [String: Set<String>] = [:]
    /// The paths as written in the rules, by the path without links.
    private var executables: [String: Set<String>] = [:]
    /// The paths as written in the rules, by the file.
    private var files: [Executable.File: Set<String>] = [:]

    /// Whether any target names executables, so that processes have to be inspected.
    var hasExecutables: Bool { !executables.isEmpty }

    /// Adds a piece of the daemon's list; a target can come in several pieces.
    mutating func add(_ places: TargetsAPI.Places) {
        targets[places.target] = Target(
            name: places.name, enforcement: places.enforcement, kill: places.kill,
            isStoppedWhenThawed: places.onThaw == .stop)
        for app in places.apps {
            ids[app, default: []].insert(places.target)
            folded[app.lowercased(), default: []].insert(app)
        }
        for path in places.executables {
            written[path, default: []].insert(places.target)
            executables[path, default: []].insert(path)
        }
    }

    /// The application ids of the rules, sorted.
    var applicationIDs: [String] { ids.keys.sorted() }

    /// Sets the window classes that desktop files name, by application id. Returns true if anything
    /// changed.
    mutating func setClasses(_ named: [String: String]) -> Bool {
        let before = classes
        classes = [:]
        for (id, name) in named { classes[name.lowercased(), default: []].insert(id) }
        return classes != before
    }

    /// The application ids that a window's app means, sorted: those of the same name, whatever its
    /// case, else those whose desktop files name the window's class. X11 calls a class what Wayland
    /// calls an app id, and some desktops give the name of a desktop file.
    func ids(ofWindow app: String) -> [String] {
        guard let name = DesktopFileName.appID(app)?.lowercased() else { return [] }
        return (folded[name] ?? classes[name] ?? []).sorted()
    }

    /// The paths of executables as written in the rules.
    var paths: [String] { Array(written.keys) }

    /// Resolves the links in the paths of executables; a path for which `real` is nil stays as it
    /// is. Returns true if anything changed.
    mutating func resolve(_ real: (String) -> Executable?) -> Bool {
        var resolved: [String: Set<String>] = [:]
        var files: [Executable.File: Set<String>] = [:]
        for path in written.keys {
            let found = real(path)
            resolved[found?.path ?? path, default: []].insert(path)
            if let file = found?.file { files[file, default: []].insert(path) }
        }
        defer { (executables, self.files) = (resolved, files) }
        return executables != resolved || self.files != files
    }

    /// The keys of a unit's targets: those that name one of its ids, and those that name the
    /// programs of all its leading processes. `running` is nil if the programs are unknown.
    func targets(ids unitIDs: [String], running: Set<Executable>?) -> Set<String> {
        var found: Set<String> = []
        for id in unitIDs { found.formUnion(ids[id] ?? []) }
        return found.union(targets(running: running))
    }

    /// The names under which a unit is reported: the fewest ids and paths that cover all of the
    /// given targets that it belongs to, ids first.
    func reported(
        ids unitIDs: [String], running: Set<Executable>?, of targets: Set<String>
    ) -> [String] {
        var missing = targets
        var found: [String] = []
        for id in unitIDs {
            guard let named = ids[id], !named.isDisjoint(with: missing) else { continue }
            found.append(id)
            missing.subtract(named)
        }
        let paths = Set((running ?? []).flatMap(paths))
        for path in paths.sorted() {
            guard let named = written[path], !named.isDisjoint(with: missing) else { continue }
            found.append(path)
            missing.subtract(named)
        }
        return found
    }

    func namesExecutables(_ target: String) -> Bool {
        written.values.contains { $0.contains(target) }
    }

    private func targets(running: Set<Executable>?) -> Set<String> {
        guard hasExecutables, let running, let first = running.first else { return [] }
        return running.reduce(targets(of: first)) { common, executable in
            common.intersection(targets(of: executable))
        }
    }

    private func targets(of executable: Executable) -> Set<String> {
        paths(of: executable).reduce(into: []) { $0.formUnion(written[$1] ?? []) }
    }

    /// The paths as written in the rules that lead to a program, or led to the file that an update
    /// replaced while the program runs.
    private func paths(of executable: Executable) -> Set<String> {
        let byFile = executable.file.flatMap { files[$0] } ?? []
        return byFile.union(executables[executable.path] ?? [])
    }
}

/// Assembles the index from the pieces of `org.soteria.targets.Monitor`.
struct PlaceIndexAssembler: Sendable {
    private var pieces: PlaceIndex?

    /// Appends a piece; returns the index with its last piece. A piece without a beginning is
    /// dropped: its beginning was lost with another connection.
    mutating func append(_ piece: TargetsAPI.Monitor.Reply) -> PlaceIndex? {
        if piece.begins { pieces = PlaceIndex() }
        guard pieces != nil else { return nil }
        for places in piece.places { pieces?.add(places) }
        guard piece.complete else { return nil }
        defer { pieces = nil }
        return pieces
    }
}
