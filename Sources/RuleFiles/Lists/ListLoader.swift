import RuleModel

/// The lists that one load has read, each path once.
package struct ListLoader: Sendable {
    let source: ListSource
    /// The recorded digests by path; nil if files are read in their current state.
    private let recorded: [String: String]?
    private var results: [String: Result<ListFile, ReadFault>] = [:]
    /// The lists in the order read, each with the layer of the rule file that names it.
    private var files: [(file: ListFile, layer: Int)] = []
    /// The number of bytes that may still be read; recorded lists do not count, they were within
    /// the limit when they were recorded.
    private var room: Int

    /// A loader of files in their current state, and of `recorded` ones in their recorded state.
    init(_ source: ListSource, recorded: [RuleText]? = nil) {
        self.source = source
        room = source.room
        self.recorded = recorded.map { sources in
            Dictionary(
                sources.compactMap { source in source.digest.map { (source.path, $0) } },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// The list at a path; `layer` is that of the rule file that names it.
    mutating func read(_ path: String, layer: Int) -> Result<ListFile, ReadFault> {
        if let result = results[path] { return result }
        let result = recorded?[path].map { source.read(path, recorded: $0) } ?? readWithin(path)
        results[path] = result
        if case .success(let file) = result { files.append((file, layer)) }
        return result
    }

    /// The list at a path in its current state, unless it exceeds the limit of all lists.
    private mutating func readWithin(_ path: String) -> Result<ListFile, ReadFault> {
        let size = FileReader.identity(of: path)?.size ?? 0
        // A single list that is too large has an error of its own.
        guard size <= room || size > ListSource.mostBytes else {
            let most = source.room >> 20
            return .failure(
                ReadFault(
                    message:
                        "with this list, the lists exceed the limit of \(most) MiB in total"))
        }
        room -= size
        return source.read(path)
    }

    var lists: [ListFile] { files.map(\.file) }

    /// The path that a list was read from.
    func path(of list: SiteList) -> String? { lists.first { $0.list == list }?.path }

    /// The paths of all requested lists, sorted.
    var paths: [String] { results.keys.sorted() }

    /// The texts of the lists for the record, by path.
    var sources: [RuleText] {
        files.map { RuleText(list: $0.file.path, layer: $0.layer, digest: $0.file.list.digest) }
            .sorted { $0.path < $1.path }
    }

    /// The warnings about lists, by path.
    var diagnostics: [Diagnostic] {
        lists.sorted { $0.path < $1.path }.flatMap(\.diagnostics)
    }
}
