import API

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
