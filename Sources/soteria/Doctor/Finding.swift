import ArgumentParser
import Localization

struct Finding: Codable, Hashable, Sendable {
    enum State: String, Codable, Hashable, Sendable {
        case good
        /// Soteria works, but the person should know.
        case hint
        /// The problem prevents Soteria from working.
        case bad
    }

    var state: State
    /// The subject of the check: `Socket`.
    var area: String
    var text: String
    /// The advice, a sentence or a command on each line; nil if nothing needs to be done.
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
    /// A row for each finding with its advice below, and a final summary.
    static func text(_ findings: [Finding], _ style: Style) -> String {
        var table = TextTable()
        for finding in findings {
            let (mark, role) = looks(finding.state)
            table.add(.init(mark, role), .init(finding.area, .strong), .init(finding.text))
            if let advice = finding.advice {
                for line in advice.split(separator: "\n") {
                    table.add("", "", .init("→ \(line)", .faint))
                }
            }
        }
        let problems = findings.filter { $0.state == .bad }.count
        let summary =
            problems == 0
            ? style.apply(.good, localized("No problems found."))
            : style.apply(.bad, localized("\(Count.problems(problems)) found."))
        return table.text(style, stacks: true) + "\n" + summary + "\n"
    }

    private static func looks(_ state: Finding.State) -> (String, Style.Role) {
        switch state {
        case .good: ("✓", .good)
        case .hint: ("!", .doubtful)
        case .bad: ("✗", .bad)
        }
    }
}

extension CommandContext {
    /// Shows the findings; throws the exit status if one of them is bad.
    func show(_ findings: [Finding], _ options: OutputOptions) throws {
        try show(["findings": findings], options) { FindingText.text(findings, $0) }
        if findings.contains(where: { $0.state == .bad }) { throw ExitCode.failure }
    }
}
