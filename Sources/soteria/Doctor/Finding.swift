import ArgumentParser

struct Finding: Codable, Hashable, Sendable {
    enum State: String, Codable, Hashable, Sendable {
        case good
        /// Works, but should be known.
        case hint
        /// Keeps Soteria from doing its work.
        case bad
    }

    var state: State
    /// The subject of the look: `Socket`.
    var area: String
    var text: String
    /// Advice, a sentence or a command; nil if nothing need be done.
    var advice: String?

    static func good(_ area: String, _ text: String) -> Finding {
        Finding(state: .good, area: area, text: text)
    }
    static func hint(_ area: String, _ text: String, _ advice: String? = nil) -> Finding {
        Finding(state: .hint, area: area, text: text, advice: advice)
    }
    static func bad(_ area: String, _ text: String, _ advice: String? = nil) -> Finding {
        Finding(state: .bad, area: area, text: text, advice: advice)
    }
}

enum FindingText {
    /// One row for each finding, what helps below it, and a last line that sums up.
    static func text(_ findings: [Finding], _ style: Style) -> String {
        var table = TextTable()
        for finding in findings {
            let (mark, role) = looks(finding.state)
            table.add(.init(mark, role), .init(finding.area, .strong), .init(finding.text))
            if let advice = finding.advice {
                table.add("", "", .init("→ \(advice)", .faint))
            }
        }
        let problems = findings.filter { $0.state == .bad }.count
        let summary =
            problems == 0
            ? style.apply(.good, "No problem found.")
            : style.apply(.bad, "\(Count.text(problems, "problem")) found.")
        return table.text(style) + "\n" + summary + "\n"
    }

    private static func looks(_ state: Finding.State) -> (String, Style.Role) {
        switch state {
        case .good: ("✓", .good)
        case .hint: ("!", .doubtful)
        case .bad: ("✗", .bad)
        }
    }
}

extension Surroundings {
    /// Shows what was found; throws the exit status if a part of it is bad.
    func show(_ findings: [Finding], _ options: OutputOptions) throws {
        try show(["findings": findings], options) { FindingText.text(findings, $0) }
        if findings.contains(where: { $0.state == .bad }) { throw ExitCode.failure }
    }
}
