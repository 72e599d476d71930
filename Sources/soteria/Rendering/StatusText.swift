import API

/// What `soteria status` shows: every target, the risk, what comes next, and what is wrong.
struct StatusText {
    let protection: ProtectionAPI.List.Reply
    let risk: RiskAPI.Status
    let daemon: DaemonAPI.GetStatus.Reply
    let style: Style

    private var now: Moment { Moment(protection.now) ?? Moment(seconds: 0, offset: 0) }

    var text: String {
        [targets, summary, HealthText.lines(notes, style)]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Whether there is nothing to protect because the rules were refused.
    private var isEmptiedByErrors: Bool { protection.targets.isEmpty && daemon.rules.refused }

    private var notes: [String] {
        var daemon = daemon
        // Said in the place of the targets.
        if isEmptiedByErrors { daemon.rules.refused = false }
        return HealthText.notes(daemon, now: now)
    }

    private var targets: String {
        if isEmptiedByErrors {
            let errors = Count.text(daemon.rules.errors, "error")
            let text =
                "Nothing is protected: the rule files have \(errors). "
                + "See: soteria rules check"
            return Paragraph.wrapped(text, width: style.width)
                .map { style.apply(.bad, $0) + "\n" }.joined()
        }
        guard !protection.targets.isEmpty else {
            return """
                Nothing is protected yet: no rule file names a target.
                Put one into ~/.config/soteria/rules.d/; what else there is: soteria help

                """
        }
        var table = TextTable()
        for target in protection.targets {
            table.add([
                .init(target.blocked ? "●" : "○", target.blocked ? .bad : .good),
                .init(target.name, .strong), .init(RestrictionText.state(target, now: now)),
                .init(RestrictionText.all(target.restrictions), .faint),
            ])
        }
        return table.text(style)
    }

    private var summary: String {
        var table = TextTable()
        table.add("Risk", .init("\(risk.score) \(risk.level.rawValue)", RiskText.role(risk.level)))
        if let next = protection.nextChange {
            table.add("Next change", .init(TimeWords.ahead(next, now: now)))
        }
        return table.text(style)
    }
}

/// What a person should know about the daemon before trusting what it says.
enum HealthText {
    /// Each note behind a mark, on lines of its own; empty where there is none.
    static func lines(_ notes: [String], _ style: Style) -> String {
        notes.map { Paragraph.marked("!", .doubtful, $0, style) }.joined()
    }

    /// A sentence for each thing that is not as it should be.
    static func notes(_ daemon: DaemonAPI.GetStatus.Reply, now: Moment) -> [String] {
        rules(daemon.rules) + clock(daemon.clock, now: now) + store(daemon.store)
    }

    private static func rules(_ rules: DaemonAPI.RulesStatus) -> [String] {
        var notes: [String] = []
        if rules.refused {
            notes.append(
                "The rule files have \(Count.text(rules.errors, "error")), so the last good rules "
                    + "stay in force. See: soteria rules check")
        } else if rules.warnings > 0 {
            notes.append(
                "The rule files have \(Count.text(rules.warnings, "warning")). "
                    + "See: soteria rules check")
        }
        for directory in rules.directories {
            guard let problem = directory.problem else { continue }
            notes.append(
                "Changes in \(directory.path) go unseen (\(problem)). After an edit: "
                    + "soteria rules reload")
        }
        return notes
    }

    private static func clock(_ clock: DaemonAPI.ClockStatus, now: Moment) -> [String] {
        var notes: [String] = []
        if let jump = clock.jump {
            let direction = jump > 0 ? "forward" : "back"
            let since = clock.jumpedAt.map { " at \(TimeWords.at($0, now: now))" } ?? ""
            let adopted = clock.adoptedAt.map { ", at the latest \(TimeWords.ahead($0, now: now))" }
            notes.append(
                "The clock was set \(direction) by \(TimeWords.length(seconds: jump))\(since). "
                    + "Soteria goes on with its own time until a time server confirms the clock"
                    + "\(adopted ?? "").")
        }
        if clock.trusted {
            switch clock.continuity {
            case .unproven:
                notes.append("Since the machine's restart nothing has confirmed its clock.")
            case .behind:
                notes.append(
                    "After the machine's restart its clock was behind the last record, so time "
                        + "went on from there.")
            case .first, .sameBoot, .synchronised: break
            }
        }
        if let problem = clock.zoneProblem {
            notes.append("The time zone is not known: \(problem).")
        }
        return notes
    }

    private static func store(_ store: DaemonAPI.StoreStatus) -> [String] {
        var notes: [String] = []
        if !store.healthy {
            notes.append(
                "Nothing can be recorded (\(store.problem ?? store.path)). Until it can, blocks "
                    + "hold and nothing is unblocked.")
        }
        if let path = store.setAside {
            notes.append(
                "The record was damaged and a new one was begun; the old one lies at \(path).")
        }
        return notes
    }
}
