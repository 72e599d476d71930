import Engine
import RuleFiles
import RuleModel

/// The rules for one test file: the rules that it names, else those of its directory, on top of the
/// shipped defaults, with the file's own additions.
struct TestedRules {
    let loading: RuleLoadResult
    /// The paths of the files whose conditions the tests should cover.
    private let covered: Set<String>

    /// Reads the rules of a test file; nil, with an error, if the file names them wrongly.
    init?(
        of root: Mapping, in file: SourceText, loader: RuleLoader, standard: RuleDirectories,
        prefix: String?, findings: inout Findings
    ) {
        guard
            let directories = Self.directories(
                root["rules"], file, standard, prefix, &findings)
        else { return nil }
        var loading = loader.load(directories)
        let own = Set(loading.sources.filter { $0.layer > 0 }.map(\.path))
        if loading.errors == 0, let with = root["with"] {
            guard with.value.map != nil else {
                findings.error(
                    "expected a map of sections as in a rule file, found \(with.value.summary)",
                    at: with.value.at)
                return nil
            }
            let layer = (loading.sources.map(\.layer).max() ?? 0) + 1
            loading = loader.load(
                sources: loading.sources + [
                    RuleText(path: file.path, layer: layer, text: Self.text(of: with, root, file))
                ])
            loading.diagnostics = loading.diagnostics.map { Self.shown($0, in: file) }
        }
        self.loading = loading
        covered = own
    }

    /// `rules: shopping.yaml`, or a list of files or directories, from the test file's directory.
    private static func directories(
        _ entry: Mapping.Entry?, _ file: SourceText, _ standard: RuleDirectories, _ prefix: String?,
        _ findings: inout Findings
    ) -> RuleDirectories? {
        let directory = RuleTestFiles.directory(of: file.path)
        guard let entry else {
            // A test file beside the rules in use tests those, with all lower layers.
            if standard.paths.contains(directory) { return standard }
            return RuleDirectories(overriding: [directory], prefix: prefix)
        }
        let nodes = entry.value.list ?? [entry.value]
        var paths: [String] = []
        for node in nodes {
            guard let path = node.scalar?.text, !path.isEmpty, !node.isNull else {
                findings.error(
                    "expected a rule file or a directory, found \(node.summary)", at: node.at)
                return nil
            }
            paths.append(path.hasPrefix("/") ? path : "\(directory)/\(path)")
        }
        let areDirectories = paths.map(FileReader.isDirectory)
        guard !paths.isEmpty, Set(areDirectories).count == 1 else {
            findings.error(
                "name either rule files or directories, but not both",
                at: entry.value.at)
            return nil
        }
        return areDirectories[0]
            ? RuleDirectories(overriding: paths, prefix: prefix)
            : RuleDirectories(files: paths, prefix: prefix)
    }

    /// The file's text with all but one value blanked, so that mistakes in the value are reported
    /// at their positions.
    private static func text(
        of entry: Mapping.Entry, _ root: Mapping, _ file: SourceText
    ) -> String {
        let start = file.offset(of: entry.value.at)
        let end =
            root.entries.map { file.offset(of: $0.keyAt) }.filter { $0 > start }.min()
            ?? file.bytes.count
        return String(repeating: "\n", count: entry.value.at.line - 1)
            + String(repeating: " ", count: entry.value.at.column - 1)
            + String(decoding: file.bytes[start..<end], as: UTF8.self)
    }

    /// A diagnostic, with its whole line if it is about the test file's additions.
    private static func shown(_ diagnostic: Diagnostic, in file: SourceText) -> Diagnostic {
        guard diagnostic.file == file.path, diagnostic.line > 0 else { return diagnostic }
        let line = String(decoding: file.bytes[file.range(ofLine: diagnostic.line)], as: UTF8.self)
        let before = line.prefix(diagnostic.column - 1).unicodeScalars.count
        var shown = diagnostic
        shown.excerpt = file.excerpt(
            at: Position(file: 0, line: diagnostic.line, column: before + 1))
        return shown
    }

    /// A condition with its place; nil if the tests need not cover it: a shipped condition of a
    /// lower layer, or one that the test file adds.
    func report(
        on condition: RuleCondition, seen count: ConditionCoverage.Count
    ) -> RuleTestReport.Condition? {
        let name = condition.name
        let path = name.kind == .feature ? name.path : "\(name.path).when"
        guard let at = loading.merged.entry(path)?.value.at,
            loading.sources.indices.contains(at.file)
        else { return nil }
        let source = loading.sources[at.file]
        guard covered.contains(source.path) else { return nil }
        let text = SourceText(source)
        return RuleTestReport.Condition(
            path: name.path, file: source.path, line: at.line, column: text.characterColumn(of: at),
            text: condition.text, excerpt: text.excerpt(at: at), seenTrue: count.isTrue,
            seenFalse: count.isFalse)
    }
}
