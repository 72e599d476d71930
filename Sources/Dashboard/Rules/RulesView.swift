import API

struct RulesView {
    let summary: String
    let refused: String?
    let diagnostics: [DiagnosticRow]
    let waiting: [WaitingRow]
    let groups: [Group]
    let files: [FileRow]

    struct Group {
        let title: String
        let rows: [EntryRow]
    }

    struct EntryRow {
        let name: String
        let key: String
        let place: String
        let until: String?
    }

    struct FileRow {
        let path: String
        let layer: String
        let href: String
        let tryHref: String?
    }

    /// A pending edit that weakens the rules.
    struct WaitingRow {
        let what: String
        let until: String
        let undo: String
    }

    init(
        _ list: RulesAPI.List.Reply, _ state: RulesAPI.Diagnostics.Reply,
        refusal: [RulesAPI.Diagnostic]?, _ now: Moment, _ environment: PageEnvironment
    ) {
        let texts = environment.texts
        let formats = environment.formats
        func time(_ instant: String) -> String { formats.moment(instant, now: now) }
        summary = texts(
            "rules.summary", count: list.files.count,
            ["plan": list.plan, "time": list.loadedAt.map(time) ?? texts("rules.unknownTime")])
        refused =
            refusal != nil || state.refused ? texts("rules.refused", count: state.errors) : nil
        diagnostics = (refusal ?? state.diagnostics).map { DiagnosticRow($0, environment) }
        waiting = (list.pendingEdits ?? []).map { edit in
            WaitingRow(
                what: edit.weakens.joined(separator: ", "),
                until: texts("rules.waitsUntil", ["time": time(edit.until)]),
                undo: edit.timeZone.map { texts("rules.undoZone", ["zone": $0]) }
                    ?? texts(edit.kind == .files ? "rules.undoFiles" : "rules.undoSwitch"))
        }
        groups = RulesAPI.RuleKind.allCases.compactMap { kind in
            let rules = list.rules.filter { $0.kind == kind }
            guard !rules.isEmpty else { return nil }
            return Group(
                title: texts("rules.kind.\(kind.rawValue)"),
                rows: rules.map { rule in
                    EntryRow(
                        name: rule.name, key: rule.rule,
                        place: rule.file?.lastPathPart ?? "",
                        until: rule.until.map { texts("rules.holdsOn", ["time": time($0)]) })
                })
        }
        files = list.files.map { file in
            let query = "path=\(Query.encoded(file.path))"
            return FileRow(
                path: file.path, layer: texts("rules.layer.\(file.layer.rawValue)"),
                href: "\(environment.request.base)/rules/file?\(query)",
                tryHref: file.layer == .person
                    ? "\(environment.request.base)/rules/try?\(query)" : nil)
        }
    }
}

struct DiagnosticRow {
    let badge: String
    let severity: String
    let message: String
    let place: String
    let excerpt: String?
    let suggestion: String?
    let notes: [String]

    init(_ diagnostic: RulesAPI.Diagnostic, _ environment: PageEnvironment) {
        let texts = environment.texts
        badge = diagnostic.severity == .error ? "badge-blocked" : "badge-warning"
        severity = texts("rules.severity.\(diagnostic.severity.rawValue)")
        message = diagnostic.message
        place = Self.place(diagnostic.file, diagnostic.line, diagnostic.column)
        excerpt = diagnostic.excerpt.map { line in
            guard let caret = diagnostic.caret else { return line }
            return line + "\n" + String(repeating: " ", count: max(0, caret)) + "^"
        }
        suggestion = diagnostic.suggestion.map { texts("rules.didYouMean", ["name": $0]) }
        notes = diagnostic.notes.map {
            "\(Self.place($0.file, $0.line, $0.column)): \($0.message)"
        }
    }

    private static func place(_ file: String, _ line: Int?, _ column: Int?) -> String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}

struct RuleFileView {
    let path: String
    let text: String?
    let list: String?
    let tryHref: String?

    init(_ source: RulesAPI.Source, _ environment: PageEnvironment) {
        path = source.path
        text = source.digest == nil ? source.text : nil
        list = source.digest == nil ? nil : environment.texts("rules.isList")
        tryHref =
            source.isOwn
            ? "\(environment.request.base)/rules/try?path=\(Query.encoded(source.path))" : nil
    }
}
