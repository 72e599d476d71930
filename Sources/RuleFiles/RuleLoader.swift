import RuleModel

/// Loads rule files into a rule set, with the diagnostics of all of them.
package struct RuleLoader: Sendable {
    private let zones: ZoneSource
    private let lists: ListSource

    package init(zones: ZoneSource, lists: ListSource = ListSource()) {
        self.zones = zones
        self.lists = lists
    }

    package func load(_ directories: RuleDirectories) -> RuleLoadResult {
        let reading = DirectoryReader(directories)
        return load(reading.texts, ListLoader(lists), faults: reading.faults)
    }

    /// Loads recorded texts, such as those of the last good set: the result equals that of the
    /// files.
    ///
    /// A list of sites among them is read in its recorded state.
    package func load(sources: [RuleText]) -> RuleLoadResult {
        load(sources.filter { !$0.isList }, ListLoader(lists, recorded: sources), faults: [])
    }

    private func load(
        _ texts: [RuleText], _ lists: ListLoader, faults: [(path: String, message: String)]
    ) -> RuleLoadResult {
        var findings = Findings(files: texts.map(SourceText.init))
        for fault in faults { findings.error(fault.message, file: fault.path) }
        let root = merge(&findings)
        let merged = MergedRules(root: root, files: findings.files)
        var draft = Draft(findings: findings, zones: ZoneCache(zones), lists: lists)
        draft.decode(root)
        if !draft.findings.hasErrors {
            RuleReview.review(&draft, root)
            draft.applyPlan()
        }
        for diagnostic in draft.lists.diagnostics { draft.findings.add(diagnostic) }
        let sources = texts + draft.lists.sources
        return RuleLoadResult(
            ruleSet: draft.ruleSet(sources: sources), findings: draft.findings, sources: sources,
            merged: merged, lists: draft.lists)
    }

    private func merge(_ findings: inout Findings) -> Mapping {
        var merge = Merge()
        let order = findings.files.indices.sorted {
            (findings.files[$0].layer, $0) < (findings.files[$1].layer, $1)
        }
        var layer: Int?
        for index in order {
            let file = findings.files[index]
            if let layer, layer != file.layer { merge.finishDirectory(into: &findings) }
            layer = file.layer
            guard var map = Composer.compose(file, file: index, into: &findings) else { continue }
            removeVersion(from: &map, into: &findings)
            merge.add(map, into: &findings)
        }
        merge.finishDirectory(into: &findings)
        return merge.merged
    }

    /// The version belongs to the file, not to the set; one that is left out is 1.
    private func removeVersion(from map: inout Mapping, into findings: inout Findings) {
        map.entries.removeAll { entry in
            if entry.key == "version" {
                findings.check(version: entry.value)
                return true
            }
            // A file that was cut off after a section's key would otherwise remove the section.
            guard let scalar = entry.value.scalar, scalar.style == .plain, scalar.text.isEmpty
            else { return false }
            findings.error(
                "\"\(entry.key):\" is empty; to remove the entries that other files set, write "
                    + "null",
                at: entry.keyAt)
            return true
        }
    }
}

extension Findings {
    mutating func check(version: Node) {
        if version.scalar?.text == "1" { return }
        error("expected version 1 (the only version), found \(version.summary)", at: version.at)
    }
}

/// The result of loading rule files.
package struct RuleLoadResult: Sendable {
    /// The rule set; nil if any diagnostic is an error: a set is in force whole or not at all.
    package var ruleSet: RuleSet?
    /// Errors and warnings by file, in the order read, and place.
    package var diagnostics: [Diagnostic]
    /// The fingerprint of the sources: equal fingerprints mean equal sets.
    package var fingerprint: String
    /// The files read, the lowest layer first; then the lists of sites that they name.
    package var sources: [RuleText]
    /// The merged set before it was checked, with the origin of each part.
    package var merged: MergedRules
    /// The lists of sites, to be given to the next load.
    package var lists: [ListFile]
    /// The absolute paths of all lists that the rules name, including unreadable ones.
    package var listPaths: [String]
    private let hiddenErrors: Int
    private let hiddenWarnings: Int

    init(
        ruleSet: RuleSet?, findings: Findings, sources: [RuleText], merged: MergedRules,
        lists: ListLoader
    ) {
        self.lists = lists.lists
        listPaths = lists.paths
        self.ruleSet = ruleSet
        diagnostics = findings.sorted()
        // The line that counts what is not shown is itself no problem.
        hiddenErrors = findings.errors - diagnostics.count { $0.severity == .error }
        hiddenWarnings = findings.warnings - diagnostics.count { $0.severity == .warning }
        self.sources = sources
        self.merged = merged
        fingerprint = RuleText.fingerprint(of: sources)
    }

    /// The number of errors, including those that are not shown.
    package var errors: Int { diagnostics.count { $0.severity == .error } + hiddenErrors }
    /// The number of warnings, including those that are not shown.
    package var warnings: Int { diagnostics.count { $0.severity == .warning } + hiddenWarnings }

    /// The same without any text from lists of sites, for output that others can read, such as the
    /// journal: a rule file can name any file of the person's as a list.
    package var withoutListLines: RuleLoadResult {
        let lists = Set(listPaths)
        var loading = self
        loading.diagnostics = diagnostics.map { diagnostic in
            guard diagnostic.line > 0, lists.contains(diagnostic.file) else { return diagnostic }
            return Diagnostic(
                severity: diagnostic.severity, file: diagnostic.file, line: diagnostic.line,
                column: diagnostic.column,
                message: "this line is ignored; \"soteria rules check\" says why")
        }
        return loading
    }

    /// All diagnostics for a terminal, and a line with their number; empty if there are none.
    package func rendered(color: Bool) -> String {
        guard !diagnostics.isEmpty else { return "" }
        func counted(_ count: Int, _ word: String) -> String? {
            count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
        }
        let counts = [counted(errors, "error"), counted(warnings, "warning")].compactMap(\.self)
        return (diagnostics.map { $0.rendered(color: color) } + [counts.joined(separator: ", ")])
            .joined(separator: "\n") + "\n"
    }
}
