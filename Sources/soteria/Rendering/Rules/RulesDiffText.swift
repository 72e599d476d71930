import RuleComparison

/// What `soteria rules diff` shows.
enum RulesDiffText {
    static func text(_ differences: [Difference], _ style: Style) -> String {
        if differences.isEmpty { return "The rules do the same.\n" }
        let groups = Difference.Kind.allCases.compactMap { kind -> String? in
            let group = differences.filter { $0.kind == kind }
            return group.isEmpty ? nil : section(kind, group, style)
        }
        return groups.joined(separator: "\n")
    }

    private static func section(
        _ kind: Difference.Kind, _ differences: [Difference], _ style: Style
    ) -> String {
        var table = TextTable()
        for difference in differences {
            let witness = difference.witness.map { "; \(Self.words($0))" } ?? ""
            table.add(.init(difference.path, .strong), .init(difference.words + witness))
        }
        return style.apply(role(kind), heading(kind)) + "\n" + table.text(style, indent: 2)
    }

    private static func heading(_ kind: Difference.Kind) -> String {
        switch kind {
        case .weaker: "Weaker"
        case .undecided: "Counted as weaker"
        case .stricter: "Stricter"
        case .neutral: "Neither stricter nor weaker"
        }
    }

    private static func role(_ kind: Difference.Kind) -> Style.Role {
        switch kind {
        case .weaker: .bad
        case .undecided: .doubtful
        case .stricter: .good
        case .neutral: .faint
        }
    }

    /// Where a difference shows: `for example Friday 23:15`.
    private static func words(_ witness: Witness) -> String {
        if case .values(let readings) = witness, readings.isEmpty { return "always" }
        // What is a matter of the local time alone reads as a time.
        let isTime = !witness.text.contains(" = ")
        return "for example \(isTime ? "" : "with ")\(witness.text)"
    }
}
