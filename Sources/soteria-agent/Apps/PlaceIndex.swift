import API

/// Which apps belong to which monitored targets, and what is done with them.
struct PlaceIndex: Sendable, Hashable {
    /// The part of a target that concerns its apps while it is blocked.
    struct Target: Sendable, Hashable {
        var name: String
        var enforcement: TargetsAPI.Enforcement
        /// Of stop: whether what does not end is killed.
        var kill: Bool
    }

    private(set) var targets: [String: Target] = [:]
    /// The targets' keys by application id.
    private var ids: [String: Set<String>] = [:]
    /// The targets' keys by an executable's path, as the rules write it.
    private var written: [String: Set<String>] = [:]
    /// Where those paths lead: the paths as written, by the path without links.
    private var executables: [String: Set<String>] = [:]

    /// Whether any target names executables, so that processes have to be looked at.
    var hasExecutables: Bool { !executables.isEmpty }

    /// Takes in a piece of what the daemon tells; a target may come in several.
    mutating func add(_ places: TargetsAPI.Places) {
        targets[places.target] = Target(
            name: places.name, enforcement: places.enforcement, kill: places.kill)
        for app in places.apps { ids[app, default: []].insert(places.target) }
        for path in places.executables {
            written[path, default: []].insert(places.target)
            executables[path, default: []].insert(path)
        }
    }

    /// The paths of executables, as the rules write them.
    var paths: [String] { Array(written.keys) }

    /// Follows the links in the paths of executables; a path for which `real` is nil stands for
    /// itself. Returns whether anything has changed.
    mutating func resolve(_ real: (String) -> String?) -> Bool {
        var resolved: [String: Set<String>] = [:]
        for path in written.keys { resolved[real(path) ?? path, default: []].insert(path) }
        defer { executables = resolved }
        return executables != resolved
    }

    /// The keys of the targets that a unit belongs to: by any of its ids, or because every process
    /// of it runs an executable that the target names (nil: that is not known).
    func targets(ids unitIDs: [String], running: Set<String>?) -> Set<String> {
        var found: Set<String> = []
        for id in unitIDs { found.formUnion(ids[id] ?? []) }
        return found.union(targets(running: running))
    }

    /// The names that a unit is reported under: as few ids and paths as name every one of these
    /// targets to which it belongs, ids first.
    func reported(
        ids unitIDs: [String], running: Set<String>?, of targets: Set<String>
    ) -> [String] {
        var missing = targets
        var found: [String] = []
        for id in unitIDs {
            guard let named = ids[id], !named.isDisjoint(with: missing) else { continue }
            found.append(id)
            missing.subtract(named)
        }
        let paths = (running ?? []).flatMap { executables[$0] ?? [] }
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

    private func targets(running: Set<String>?) -> Set<String> {
        guard hasExecutables, let running, let first = running.first else { return [] }
        return running.reduce(targets(executable: first)) { common, path in
            common.intersection(targets(executable: path))
        }
    }

    private func targets(executable path: String) -> Set<String> {
        (executables[path] ?? []).reduce(into: []) { $0.formUnion(written[$1] ?? []) }
    }
}

/// Puts the pieces of `org.soteria.targets.Monitor` together.
struct PlaceTelling: Sendable {
    private var pieces: PlaceIndex?

    /// Takes a piece; returns the whole with its last piece. One without a beginning is dropped:
    /// what came before it was lost with another connection.
    mutating func take(_ piece: TargetsAPI.Monitor.Reply) -> PlaceIndex? {
        if piece.begins { pieces = PlaceIndex() }
        guard pieces != nil else { return nil }
        for places in piece.places { pieces?.add(places) }
        guard piece.complete else { return nil }
        defer { pieces = nil }
        return pieces
    }
}
