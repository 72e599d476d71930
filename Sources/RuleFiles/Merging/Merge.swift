/// Merges the maps of several files: files of a directory have equal rank, a later directory
/// overrides an earlier one.
struct Merge: Sendable {
    /// The contents of the lower directories, removed keys gone.
    private(set) var merged = Mapping(entries: [])
    /// The contents of the files of the directory that is being read.
    private var directory = Mapping(entries: [])

    /// Adds a file of the same directory: it may add entries to maps, but not repeat those of
    /// another file.
    mutating func add(_ file: Mapping, into findings: inout Findings) {
        Self.unite(&directory, with: file, path: [], into: &findings)
    }

    /// Merges the directory's files over the lower directories and begins the next directory.
    mutating func finishDirectory(into findings: inout Findings) {
        Self.override(&merged, by: directory, path: [], into: &findings)
        directory = Mapping(entries: [])
    }

    private static func unite(
        _ left: inout Mapping, with right: Mapping, path: [String], into findings: inout Findings
    ) {
        guard !left.entries.isEmpty else { return left = right }
        var places = left.places
        for entry in right.entries {
            guard let index = places[entry.key] else {
                places[entry.key] = left.entries.count
                left.entries.append(entry)
                continue
            }
            let path = path + [entry.key]
            guard var inner = left.entries[index].value.map, let other = entry.value.map else {
                findings.error(
                    "\"\(path.joined(separator: "."))\" is set in two files of one directory",
                    at: entry.keyAt,
                    notes: [(at: left.entries[index].keyAt, message: "also set here")])
                continue
            }
            unite(&inner, with: other, path: path, into: &findings)
            left.entries[index].value.content = .map(inner)
        }
    }

    private static func override(
        _ lower: inout Mapping, by upper: Mapping, path: [String], into findings: inout Findings
    ) {
        var places = lower.places
        var removed: Set<Int> = []
        for entry in upper.entries {
            let path = path + [entry.key]
            let index = places[entry.key]
            if entry.value.isNull {
                if let index {
                    removed.insert(index)
                } else if findings.isFull {
                    // The search goes through all names, and its result would not be shown.
                    findings.omit(.warning)
                } else {
                    findings.warning(
                        .nullWithoutEntry,
                        "there is no \"\(path.joined(separator: "."))\", so null removes nothing",
                        at: entry.keyAt,
                        suggestion: NearName.nearest(to: entry.key, among: lower.keys))
                }
                continue
            }
            guard let upperMap = entry.value.map else {
                lower.put(entry, at: index, &places)
                continue
            }
            var inner = index.flatMap { lower.entries[$0].value.map } ?? Mapping(entries: [])
            override(&inner, by: upperMap, path: path, into: &findings)
            var merged = entry
            merged.value.content = .map(inner)
            lower.put(merged, at: index, &places)
        }
        guard !removed.isEmpty else { return }
        lower.entries = lower.entries.indices.filter { !removed.contains($0) }
            .map { lower.entries[$0] }
    }
}

extension Mapping {
    fileprivate var places: [String: Int] {
        Dictionary(
            entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    fileprivate mutating func put(_ entry: Entry, at index: Int?, _ places: inout [String: Int]) {
        if let index {
            let replaced = entries[index].keyAt
            entries[index] = entry
            entries[index].replaced = replaced
        } else {
            places[entry.key] = entries.count
            entries.append(entry)
        }
    }
}
